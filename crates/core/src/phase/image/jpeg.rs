//! JPEG files that their decoder would get wrong without an error. The test that compares with libjpeg has found them.

/// Refuses a file that is cut, whose missing part the decoder makes up, and some ways to store the parts of the
/// colours.
pub(super) fn check(bytes: &[u8]) -> Result<(), &'static str> {
    let mut rest = bytes.get(2..).unwrap_or_default();
    let (mut is_progressive, mut factors, mut in_first_scan) = (false, Vec::new(), 0);
    // The segments before the pixels are read one by one, because a thumbnail in them has its own end.
    while let [0xff, marker, high, low, ..] = *rest {
        // A marker may have filling bytes before it.
        let length = if marker == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
        let content = rest.get(4..length).unwrap_or_default();
        rest = rest.get(length..).unwrap_or_default();
        match (marker, content) {
            (0xc0..=0xc2, [_, _, _, _, _, _, parts @ ..]) => {
                is_progressive = marker == 0xc2;
                factors = parts.as_chunks().0.iter().map(|[_, both, _]| (both >> 4, both & 15)).collect();
            }
            (0xda, _) => {
                in_first_scan = content.first().map_or(0, |count| usize::from(*count));
                break;
            }
            _ => {}
        }
    }
    if !rest.windows(2).any(|pair| pair == [0xff, 0xd9]) {
        return Err("it ends before its image does");
    }
    let [luma, others @ ..] = factors.as_slice() else { return Ok(()) };
    if others.iter().any(|(h, v)| *h > luma.0 || *v > luma.1) {
        return Err(
            "its colours have more samples than its brightness; save it with 4:4:4 or 4:2:0 sampling",
        );
    }
    let are_alike = others.windows(2).all(|pair| pair[0] == pair[1]);
    if in_first_scan < factors.len() && !(is_progressive && are_alike) {
        return Err(
            "its colours are in scans of their own, which are not read; save it again with another program",
        );
    }
    Ok(())
}
