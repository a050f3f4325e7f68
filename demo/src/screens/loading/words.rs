//! What is loaded, in words, and the hints for the game that Loading shows one after the other.

/// The keys of the hints. Which one is shown depends on the number of loads alone.
pub const TIPS: [&str; 9] = [
    "loading-tip-light",
    "loading-tip-attack",
    "loading-tip-fallen",
    "loading-tip-patrol",
    "loading-tip-jump",
    "loading-tip-call",
    "loading-tip-signs",
    "loading-tip-save",
    "loading-tip-bestiary",
];

/// The text key of what a resource is.
pub fn words_of(resource: &str) -> &'static str {
    match resource {
        "en" | "zh" => "loading-texts",
        "glyphs" => "loading-letters",
        "theme" | "theme_contrast" => "loading-colors",
        "panel" | "button" | "slider" | "arrow" => "loading-menus",
        "film" => "loading-film",
        "tiles" => "loading-ground",
        "sprites" => "loading-figures",
        "tuning" => "loading-rules",
        "runner" => "loading-hero",
        "marine" => "loading-marines",
        "monster" | "mood" => "loading-monsters",
        "hen" | "hen_script" => "loading-hens",
        _ if resource.starts_with("sound_") => "loading-sounds",
        _ if resource.starts_with("music_") => "loading-music",
        _ if resource.starts_with("level_") => "loading-map",
        _ if resource.starts_with("script_") => "loading-plan",
        _ => "loading-pictures",
    }
}
