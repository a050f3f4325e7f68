//! The operators of texts, arrays and maps, as in Rhai's packages. Those count a comparison of a thousand items as one
//! operation, and look the operator up for each of them: it would take a script hundred times as long to reach its
//! limit.

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, NativeCallContext};

/// How deep values that are compared may be nested. A script may make an array of a thousand arrays, one in the other.
const MAX_DEPTH: usize = 1_000;

type Answer = Result<bool, Box<EvalAltResult>>;

pub(super) fn register(engine: &mut Engine) {
    engine
        .register_fn("+", |cx: NativeCallContext<'_>, text: ImmutableString, item: Dynamic| {
            text + said(&cx, item)
        })
        .register_fn("+", |cx: NativeCallContext<'_>, item: Dynamic, text: ImmutableString| {
            said(&cx, item) + text
        })
        .register_fn("+", |text: ImmutableString, other: ImmutableString| text + other)
        .register_fn("+=", |cx: NativeCallContext<'_>, text: &mut ImmutableString, item: Dynamic| {
            *text += said(&cx, item);
        })
        .register_fn("+", |mut items: Array, more: Array| {
            items.extend(more);
            items
        })
        .register_fn("+", |mut map: Map, more: Map| {
            map.extend(more);
            map
        })
        .register_fn("+=", |map: &mut Map, more: Map| map.extend(more))
        .register_fn("==", |cx: NativeCallContext<'_>, one: &mut Array, other: Array| {
            equal_arrays(&cx, one, &other, 0)
        })
        .register_fn("!=", |cx: NativeCallContext<'_>, one: &mut Array, other: Array| {
            equal_arrays(&cx, one, &other, 0).map(|is_equal| !is_equal)
        })
        .register_fn("==", |cx: NativeCallContext<'_>, one: &mut Map, other: Map| {
            equal_maps(&cx, one, &other, 0)
        })
        .register_fn("!=", |cx: NativeCallContext<'_>, one: &mut Map, other: Map| {
            equal_maps(&cx, one, &other, 0).map(|is_equal| !is_equal)
        })
        // `in`, the other way round.
        .register_fn("contains", |cx: NativeCallContext<'_>, items: &mut Array, item: Dynamic| -> Answer {
            for other in items {
                if equal(&cx, other, &item, 0)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
        .register_fn("contains", |map: &mut Map, key: &str| map.contains_key(key))
        .register_fn("contains", |text: &str, part: &str| text.contains(part))
        .register_fn("contains", |text: &str, part: char| text.contains(part));
}

/// A value as text.
fn said(cx: &NativeCallContext<'_>, item: Dynamic) -> ImmutableString {
    let plain = item.to_string();
    cx.call_native_fn("to_string", (item,)).unwrap_or_else(|_| plain.into())
}

fn equal(cx: &NativeCallContext<'_>, one: &Dynamic, other: &Dynamic, depth: usize) -> Answer {
    if let (Ok(one), Ok(other)) = (one.as_array_ref(), other.as_array_ref()) {
        return equal_arrays(cx, &one, &other, depth);
    }
    if let (Ok(one), Ok(other)) = (one.as_map_ref(), other.as_map_ref()) {
        return equal_maps(cx, &one, &other, depth);
    }
    if let (Ok(one), Ok(other)) = (one.as_int(), other.as_int()) {
        return Ok(one == other);
    }
    if let (Some(one), Some(other)) = (super::number(one), super::number(other)) {
        return Ok(one == other);
    }
    if let (Ok(one), Ok(other)) = (one.as_immutable_string_ref(), other.as_immutable_string_ref()) {
        return Ok(*one == *other);
    }
    // Other types of Rhai, and the game's types. Of two types without an operator, no values are equal.
    Ok(cx.call_native_fn("==", (one.clone(), other.clone())).unwrap_or(false))
}

fn deeper(depth: usize) -> Result<usize, Box<EvalAltResult>> {
    if depth == MAX_DEPTH {
        Err("the values are nested too deep to be compared".into())
    } else {
        Ok(depth + 1)
    }
}

fn equal_arrays(cx: &NativeCallContext<'_>, one: &Array, other: &Array, depth: usize) -> Answer {
    let depth = deeper(depth)?;
    if one.len() != other.len() {
        return Ok(false);
    }
    for (one, other) in one.iter().zip(other) {
        if !equal(cx, one, other, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_maps(cx: &NativeCallContext<'_>, one: &Map, other: &Map, depth: usize) -> Answer {
    let depth = deeper(depth)?;
    if one.len() != other.len() {
        return Ok(false);
    }
    for (key, one) in one {
        let Some(other) = other.get(key) else { return Ok(false) };
        if !equal(cx, one, other, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}
