//! The order of a program's functions. Gzip finds what it has seen within 32 kB: instances of one generic
//! function are nearly the same, and behind each other they make a program packed by 8 % smaller.

use std::convert::Infallible;
use std::error::Error;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, CustomSectionReader, FunctionSectionReader, KnownCustom, Name, Parser};
use wasmparser::{Payload, TypeRef};

type Result<T> = std::result::Result<T, reencode::Error<Infallible>>;

/// What is compared of a function: the least of so many hashes of its sequences of six bytes.
const HASHES: usize = 48;

/// The number of equal hashes from which on two functions are alike.
const ALIKE: usize = 6;

type Sketch = [u32; HASHES];

/// How many functions are imported, and the sorted names and the sketches of the others; a name is empty where
/// there is none.
type Functions = (u32, Vec<String>, Vec<Sketch>);

/// Puts the functions of a program into the order of their names, but behind each one that is the most like it, and
/// removes the names.
pub fn by_likeness(program: &[u8]) -> std::result::Result<Vec<u8>, Box<dyn Error>> {
    let (imported, names, sketches) = functions(program)?;
    let mut by_name: Vec<usize> = (0..names.len()).collect();
    by_name.sort_by_key(|&function| &names[function]);
    let order = chained(by_name, &sketches);
    let mut numbers: Vec<u32> = (0..imported).chain(vec![0; names.len()]).collect();
    for (number, function) in (imported..).zip(&order) {
        numbers[imported as usize + function] = number;
    }
    let mut module = Module::new();
    let done = Order { order, numbers }.parse_core_module(&mut module, Parser::new(0), program);
    done.map_err(|error| error.to_string())?;
    Ok(module.finish())
}

/// Moves behind each function the one that is the most like it of those that come later.
fn chained(mut rest: Vec<usize>, sketches: &[Sketch]) -> Vec<usize> {
    let mut order = Vec::with_capacity(rest.len());
    let mut next = 0;
    while next < rest.len() {
        let function = rest.remove(next);
        order.push(function);
        let equal = |other: &usize| {
            let pairs = sketches[function].iter().zip(&sketches[*other]);
            pairs.filter(|(one, other)| one == other).count()
        };
        // The first of several.
        let most = rest.iter().map(equal).enumerate().rev().max_by_key(|(_, equal)| *equal);
        next = most.filter(|(_, equal)| *equal >= ALIKE).map_or(0, |(at, _)| at);
    }
    order
}

fn sketch(body: &[u8]) -> Sketch {
    let mut sketch = [u32::MAX; HASHES];
    for six in body.windows(6) {
        let number = six.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        for (least, nth) in sketch.iter_mut().zip(1_u64..) {
            let hash = (number ^ nth.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *least = (*least).min((hash >> 32) as u32);
        }
    }
    sketch
}

fn functions(program: &[u8]) -> std::result::Result<Functions, Box<dyn Error>> {
    let (mut imported, mut names, mut sketches) = (0, Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(section) => names.resize(section.count() as usize, String::new()),
            Payload::CodeSectionEntry(body) => sketches.push(sketch(body.as_bytes())),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(known) = section.as_known() else { continue };
                for part in known {
                    let Name::Function(functions) = part? else { continue };
                    for function in functions {
                        let function = function?;
                        let own = function.index.checked_sub(imported);
                        if let Some(name) = own.and_then(|own| names.get_mut(own as usize)) {
                            *name = sorted_name(function.name);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok((imported, names, sketches))
}

/// `Trait>::function` of `<Type as Trait>::function`, so that it is beside that of other types.
fn sorted_name(symbol: &str) -> String {
    let name = format!("{:#}", rustc_demangle::demangle(symbol));
    let without_type = name.split_once(" as ").filter(|_| name.starts_with('<'));
    without_type.map_or(name.clone(), |(_, rest)| rest.to_owned())
}

/// The functions in their new order, and the new number of each.
struct Order {
    order: Vec<usize>,
    numbers: Vec<u32>,
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32> {
        Ok(self.numbers[function as usize])
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<()> {
        let types = section.into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<()> {
        let bodies = section.into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(code, bodies[function].clone())?;
        }
        Ok(())
    }

    /// Nothing of them is of use in a page.
    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_followed_by_the_one_that_is_most_like_it() {
        let body =
            |from: u8, to: u8| sketch(&Vec::from_iter((from..to).flat_map(|byte| [byte, byte / 3, 7])));
        let sketches = [body(0, 60), body(100, 160), body(0, 70), body(200, 250), body(0, 62)];
        assert_eq!(chained(vec![0, 1, 2, 3, 4], &sketches), [0, 4, 2, 1, 3]);
    }

    #[test]
    fn a_trait_function_stands_beside_those_of_other_types() {
        let symbol = "_ZN50_$LT$game..Hen$u20$as$u20$flow..screen..Screen$GT$4draw17h0123456789abcdefE";
        assert_eq!(sorted_name(symbol), "flow::screen::Screen>::draw");
        assert_eq!(sorted_name("_ZN4game4main17h0123456789abcdefE"), "game::main");
        assert_eq!(sorted_name("main"), "main");
    }
}
