//! Kinds whose feature is not built in: the error of a manifest names the feature.

use proscenium::platform::MemorySource;

use crate::check;

#[test]
fn the_error_of_a_kind_that_is_not_built_in_names_its_feature() {
    for (is_built_in, entry, problem) in [
        (
            cfg!(feature = "levels"),
            r#"level(id: "a", path: "a.tmx")"#,
            "unknown kind `level`: maps need the feature `levels` of proscenium",
        ),
        (
            cfg!(feature = "strings"),
            r#"strings(id: "a", path: "en.ftl")"#,
            "unknown kind `strings`: texts in several languages need the feature `strings` of proscenium",
        ),
        (
            cfg!(feature = "atlases"),
            r#"atlas(id: "a", path: "a.json")"#,
            "unknown kind `atlas`: texture atlases need the feature `atlases` of proscenium",
        ),
        (
            cfg!(feature = "fonts"),
            r#"font(id: "a", path: "a.ttf")"#,
            "unknown kind `font`: fonts need the feature `fonts` of proscenium",
        ),
        (
            cfg!(feature = "scripts"),
            r#"script(id: "a", path: "a.rhai")"#,
            "unknown kind `script`: scripts need the feature `scripts` of proscenium",
        ),
        (
            cfg!(feature = "films"),
            r#"film(id: "a", path: "a.webp")"#,
            "unknown kind `film`: films need the feature `films` of proscenium",
        ),
        (
            cfg!(feature = "glyphs"),
            r#"cache(id: "a", make: "glyph_cache")"#,
            "`a` is made by `glyph_cache`: the glyphs of texts need the feature `glyphs` of proscenium",
        ),
    ] {
        let problems = check(MemorySource::default(), &format!("\n  {entry}"));
        let expected = format!("phase `phase`: phase.ron:2:3: {problem}");
        assert_eq!(problems.contains(&expected), !is_built_in, "{problems:?}");
        assert_eq!(problems.concat().contains("need the feature"), !is_built_in, "{problems:?}");
    }
}
