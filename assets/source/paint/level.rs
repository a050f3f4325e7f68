pub fn tileset() -> String { String::new() } pub fn map() -> Result<String,String> { Ok(String::new()) }
