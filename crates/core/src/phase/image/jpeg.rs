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

#[cfg(test)]
mod tests {
    use super::*;

    const ALIKE: &[(u8, u8)] = &[(2, 2), (1, 1), (1, 1)];

    /// The segments of a JPEG: a thumbnail with an end of its own, the frame with the sampling factors of its parts, and
    /// the first scan, of so many parts.
    fn jpeg(frame: u8, factors: &[(u8, u8)], in_first_scan: u8, end: &[u8]) -> Vec<u8> {
        let segment = |marker: u8, content: &[u8]| {
            let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
            [&[0xff, marker], &length[..], content].concat()
        };
        let parts = (1..).zip(factors).flat_map(|(id, (h, v))| [id, h << 4 | v, 0]);
        let size = [8, 0, 16, 0, 16, u8::try_from(factors.len()).unwrap()];
        [
            &[0xff, 0xd8][..],
            &segment(0xe1, &[0xff, 0xd9]),
            // A filling byte.
            &[0xff],
            &segment(frame, &size.into_iter().chain(parts).collect::<Vec<_>>()),
            &segment(0xda, &[in_first_scan]),
            &[1, 2, 3],
            end,
        ]
        .concat()
    }

    #[test]
    fn a_file_that_its_decoder_reads_right_passes() {
        for (frame, factors, in_first_scan) in [
            (0xc0, ALIKE, 3),
            (0xc2, ALIKE, 3),
            (0xc2, ALIKE, 1),
            (0xc1, &[(1, 1)], 1),
            (0xc0, &[(2, 1), (1, 1), (2, 1)], 3),
        ] {
            assert_eq!(check(&jpeg(frame, factors, in_first_scan, &[0xff, 0xd9])), Ok(()), "{factors:?}");
        }
    }

    #[test]
    fn a_file_that_is_cut_is_refused_also_with_a_thumbnail() {
        for end in [&[][..], &[0xff], &[0xd9]] {
            assert_eq!(check(&jpeg(0xc0, ALIKE, 3, end)), Err("it ends before its image does"));
        }
        assert!(check(&[]).is_err());
    }

    #[test]
    fn colours_with_more_samples_than_the_brightness_are_refused() {
        for factors in [[(1, 1), (2, 1), (1, 1)], [(2, 1), (1, 1), (1, 2)]] {
            let why = check(&jpeg(0xc0, &factors, 3, &[0xff, 0xd9])).unwrap_err();
            assert!(why.contains("4:4:4 or 4:2:0"), "{why}");
        }
    }

    #[test]
    fn colours_in_scans_of_their_own_are_refused_but_for_progressive_ones_that_are_alike() {
        for (frame, factors) in [(0xc0, ALIKE), (0xc2, &[(2, 2), (2, 1), (1, 1)])] {
            let why = check(&jpeg(frame, factors, 1, &[0xff, 0xd9])).unwrap_err();
            assert!(why.contains("scans of their own"), "{why}");
        }
    }
}
