//! The order of a program's functions. Gzip finds what it has seen within 32 kB: instances of one generic
//! function are nearly the same, and near each other they make a packed program 8 % smaller: the demo would have 1,200 kB without it,
//! of 1,150 kB that it may have.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::error::Error;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionSectionReader, Parser, Payload,
    TypeRef,
};

type Result<T, E = reencode::Error<Infallible>> = std::result::Result<T, E>;

/// How many bytes gzip looks back.
const WINDOW: usize = 32_000;

/// Functions are alike by the sequences of so many bytes that both have.
const SEQUENCE: usize = 6;

/// A sequence that more functions have tells nothing.
const COMMON: usize = 1000;

/// Reorders the functions of a program, each behind those that it is like, and removes what is only of use to
/// other tools.
pub fn by_likeness(program: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (imported, bodies) = functions(program)?;
    let order = chained(&bodies);
    let mut numbers: Vec<u32> = (0..imported).chain(vec![0; bodies.len()]).collect();
    for (number, function) in (imported..).zip(&order) {
        numbers[imported as usize + function] = number;
    }
    let mut module = Module::new();
    let done = Order { order, numbers }.parse_core_module(&mut module, Parser::new(0), program);
    done.map_err(|error| error.to_string())?;
    Ok(module.finish())
}

/// How many functions are imported, and the code of the others.
fn functions(program: &[u8]) -> Result<(u32, Vec<&[u8]>), BinaryReaderError> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// Puts behind the functions of a window the one that has, for its length, most of the sequences in them; a rare
/// sequence counts for more.
fn chained(bodies: &[&[u8]]) -> Vec<usize> {
    let mut ids = HashMap::new();
    let mut sequences = Vec::with_capacity(bodies.len());
    for body in bodies {
        let mut own = BTreeSet::new();
        for bytes in body.windows(SEQUENCE) {
            let next = ids.len();
            own.insert(*ids.entry(bytes).or_insert(next));
        }
        sequences.push(own);
    }
    let mut owners = vec![Vec::new(); ids.len()];
    for (function, own) in sequences.iter().enumerate() {
        own.iter().for_each(|&sequence| owners[sequence].push(function));
    }
    owners.iter_mut().filter(|owners| owners.len() > COMMON).for_each(Vec::clear);

    let sizes: Vec<f64> = bodies.iter().map(|body| (body.len() as f64).powf(0.75)).collect();
    let mut likeness = vec![0.0; bodies.len()];
    // How many functions in the window have a sequence.
    let mut seen = vec![0; ids.len()];
    let (mut order, mut start, mut bytes) = (Vec::with_capacity(bodies.len()), 0, 0);
    let mut rest: Vec<usize> = (0..bodies.len()).collect();
    while !rest.is_empty() {
        let worth = rest.iter().map(|&function| likeness[function] / sizes[function]);
        // The first of several.
        let best = worth.enumerate().rev().max_by(|(_, one), (_, other)| one.total_cmp(other));
        let function = rest.remove(best.map_or(0, |(at, _)| at));
        order.push(function);
        bytes += bodies[function].len();
        let mut moved = vec![(function, 1)];
        while bytes > WINDOW {
            moved.push((order[start], -1));
            bytes -= bodies[order[start]].len();
            start += 1;
        }
        for (function, change) in moved {
            for &sequence in &sequences[function] {
                let before: i32 = seen[sequence];
                seen[sequence] += change;
                if before == 0 || seen[sequence] == 0 {
                    let weight = f64::from(change) / (owners[sequence].len() as f64).sqrt();
                    owners[sequence].iter().for_each(|&owner| likeness[owner] += weight);
                }
            }
        }
    }
    order
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
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<()> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
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
        let body = |from: u8, to: u8| Vec::from_iter((from..to).flat_map(|byte| [byte, byte / 3, 7]));
        let bodies = [body(0, 60), body(100, 160), body(0, 70), body(200, 250), body(0, 62)];
        assert_eq!(chained(&bodies.each_ref().map(Vec::as_slice)), [0, 4, 2, 1, 3]);
    }
}
