/// The title of the game. The program and its folder for settings are named after the package.
pub const TITLE: &str = "Skeleton";
