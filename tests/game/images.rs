//! Images, decoded here and by libraries of others.

use std::process::Command;

use proscenium::phase::{Asset, Texture};

use crate::{foreign, load};

/// Width, height and the pixels as RGBA.
fn decode(bytes: &[u8]) -> Result<(u32, u32, Vec<u8>), String> {
    let texture: Texture = load("a.png", bytes).map_err(|error| error.to_string())?;
    let packed = texture.pack().unwrap();
    let length = (texture.width * texture.height * 4) as usize;
    Ok((texture.width, texture.height, lz4_flex::block::decompress(&packed[16..], length).unwrap()))
}

/// Writes images and what Pillow, which has libjpeg, libpng and libwebp, shows of each as `N.rgba`. The names of those
/// that must be read begin with `+`.
const MAKE_IMAGES: &str = r#"
import itertools, math, random, subprocess
from PIL import Image
random.seed(5)

def wave(w, h):
    image = Image.new("RGB", (w, h))
    image.putdata([(int(127 + 120 * math.sin(x / 17 + y / 40)), int(127 + 120 * math.sin(y / 15)),
        int(127 + 120 * math.cos((x + y) / 23))) for y in range(h) for x in range(w)])
    return image

def shown(name):
    open(name + ".rgba", "wb").write(Image.open(name).convert("RGBA").tobytes())

# JPEG: sampling, kind, scans.
scripts = {"two": "0 1;\n2;\n", "own": "0;\n1;\n2;\n",
    "dc": "0: 0-0,0,0;\n1 2: 0-0,0,0;\n0: 1-63,0,0;\n1: 1-63,0,0;\n2: 1-63,0,0;\n"}
for name, script in scripts.items():
    open(name, "w").write(script)
ways = ["", "-progressive", "-restart 1B", "-scans two", "-scans own", "-scans dc", "-rgb", "-grayscale"]
usual = ["1x1,1x1,1x1", "2x1,1x1,1x1", "2x2,1x1,1x1", "1x2,1x1,1x1", "4x1,1x1,1x1", "4x2,1x1,1x1", "2x2,1x2,1x2", "2x2,2x1,2x1"]
factors = ["%dx%d" % pair for pair in itertools.product((1, 2, 3, 4), repeat=2)]
others = [",".join(random.choice(factors) for _ in range(3)) for _ in range(8)]
others += [f"{y},{c},{c}" for y in ("1x1", "1x2", "2x1") for c in ("2x1", "1x2", "2x2", "4x1")] + ["4x2,2x1,1x1"]
for number, (sampling, way) in enumerate(itertools.product(usual + others, ways)):
    size = random.choice([(9, 17), (33, 15), (64, 64), (97, 113), (1, 1)])
    wave(*size).save("in.ppm")
    must = "+" if sampling in usual and way in ways[:3] + ways[5:] else "-"
    name = f"{must}{sampling.replace(',', '_')}{way.replace(' ', '')}.jpg"
    made = subprocess.run(["cjpeg", "-quality", "95", "-sample", sampling, *way.split(), "-outfile", name, "in.ppm"],
        capture_output=True)
    if made.returncode == 0:
        shown(name)
    else:
        subprocess.run(["rm", "-f", name])
for nth, progressive in itertools.product(range(3), (False, True)):
    name = f"+cmyk{nth}{progressive}.jpg"
    wave(50, 41).convert("CMYK").save(name, quality=95, subsampling=nth, progressive=progressive)
    shown(name)

# PNG and WebP: each way to store colours.
alpha = Image.new("RGBA", (23, 19))
alpha.putdata([(x * 11 % 256, y * 13 % 256, 99, random.choice([0, 255, 128])) for y in range(19) for x in range(23)])
for mode in ("1", "L", "LA", "P", "RGB", "RGBA"):
    alpha.convert(mode).save(f"+{mode}.png")
    shown(f"+{mode}.png")
palette = alpha.convert("RGB").quantize(7)
palette.save("+transparent.png", transparency=2)
palette.save("+bits.png", bits=4)
alpha.save("+lossless.webp", lossless=True, exact=True)
alpha.save("+lossy.webp", quality=70, exact=True)
alpha.convert("RGB").save("+opaque.webp", quality=70)
alpha.save("+film.webp", save_all=True, append_images=[alpha.rotate(90)], lossless=True, exact=True)
for name in ("+transparent.png", "+bits.png", "+lossless.webp", "+lossy.webp", "+opaque.webp", "+film.webp"):
    shown(name)
"#;

#[test]
fn images_are_those_of_libjpeg_libpng_and_libwebp_or_refused() {
    let packages = "python3-pil, libjpeg-turbo-progs";
    if is_missing("cjpeg", packages) {
        return;
    }
    let Some(folder) = foreign::python("PIL", packages, MAKE_IMAGES, &[]) else { return };
    let mut read = 0;
    for expected in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Some(file) = expected.to_str().unwrap().strip_suffix(".rgba") else { continue };
        let name = file.rsplit('/').next().unwrap();
        let (_, _, pixels) = match decode(&std::fs::read(file).unwrap()) {
            Ok(pixels) => pixels,
            Err(error) => {
                assert!(!name.starts_with('+'), "{name}: {error}");
                assert!(error.contains("the JPG file cannot be read: "), "{name}: {error}");
                continue;
            }
        };
        read += 1;
        let expected = std::fs::read(&expected).unwrap();
        assert_eq!(pixels.len(), expected.len(), "{name}");
        let off = pixels.iter().zip(&expected).map(|(one, other)| u64::from(one.abs_diff(*other)));
        let (most, sum) = off.fold((0, 0), |(most, sum), off| (most.max(off), sum + off));
        // Other decoders fill in the samples between the stored ones of a JPEG in another way.
        let (may, mean) = if name.ends_with(".jpg") { (40, 2) } else { (0, 0) };
        assert!(
            most <= may && sum <= mean * pixels.len() as u64,
            "{name}: {most}, {sum} of {}",
            pixels.len()
        );
    }
    assert!(read > 60, "{read}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whether a program is not installed (`packages` of Debian), with a message.
fn is_missing(program: &str, packages: &str) -> bool {
    let is_missing = Command::new(program).arg("--version").output().is_err();
    if is_missing {
        eprintln!("not compared with others: `{packages}` is not installed");
    }
    is_missing
}
