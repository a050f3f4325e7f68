pub fn sheet() -> super::canvas::Canvas { super::canvas::Canvas::new(256,128) }
