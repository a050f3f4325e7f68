//! Fluent's function `NUMBER`, and numbers as arguments.

use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentValue};
use fluent_syntax::ast::{CallArguments, InlineExpression, NamedArgument, Variant, VariantKey};

use proscenium_core::support::nearest;

pub(super) const NAME: &str = "NUMBER";
/// The maximum of digits after the point, with which the plural rules can compute.
pub(super) const MAX_DIGITS: usize = 19;

const TYPE: &str = "type";
const MINIMUM: &str = "minimumFractionDigits";
const MAXIMUM: &str = "maximumFractionDigits";
/// The options that Fluent has and that do nothing here.
const IDLE: [&str; 7] = [
    "currency",
    "currencyDisplay",
    "maximumSignificantDigits",
    "minimumIntegerDigits",
    "minimumSignificantDigits",
    "style",
    "useGrouping",
];

/// `NUMBER`. It is not that of `fluent-bundle`, which does not know a maximum of digits and writes as many zeros as
/// a file asks for.
pub(super) fn number<'a>(positional: &[FluentValue<'a>], named: &FluentArgs<'_>) -> FluentValue<'a> {
    let Some(FluentValue::Number(number)) = positional.first() else { return FluentValue::Error };
    let mut number = number.clone();
    let options = &mut number.options;
    options.merge(named);
    let maximum = options.maximum_fraction_digits.take().map(|digits| digits.min(MAX_DIGITS));
    let minimum = options.minimum_fraction_digits.filter(|_| named.get(MINIMUM).is_some());
    if let Some(maximum) = maximum {
        number.value = format!("{:.*}", maximum, number.value).parse().unwrap_or(number.value);
        number.options.minimum_fraction_digits = minimum;
    }
    FluentValue::Number(with_digits(number))
}

/// An argument as Fluent gets it.
pub(super) fn argument<'a>(value: &FluentValue<'a>) -> FluentValue<'a> {
    match value {
        FluentValue::Number(number) => FluentValue::Number(with_digits(number.clone())),
        value => value.clone(),
    }
}

/// A number with the number of its digits after the point, with which it is equal to the same one in a file, and
/// no more than the plural rules can compute with.
fn with_digits(mut number: FluentNumber) -> FluentNumber {
    let digits = &mut number.options.minimum_fraction_digits;
    if digits.is_none() && number.value.fract() != 0.0 {
        let text = number.value.to_string();
        *digits = text.split_once('.').map(|(_, digits)| digits.len()).filter(|digits| *digits <= MAX_DIGITS);
    }
    // Fluent writes `3.` for a minimum of none.
    *digits = digits.map(|digits| digits.min(MAX_DIGITS)).filter(|digits| *digits > 0);
    number
}

/// The digits after the point of a number in a file, if it has a point.
pub(super) fn digits(literal: &str) -> Option<usize> {
    literal.split_once('.').map(|(_, digits)| digits.len())
}

/// What does not work in a call of `NUMBER`.
pub(super) fn misuse(arguments: &CallArguments<&str>) -> Option<String> {
    let CallArguments { positional, named } = arguments;
    let is_number = |argument: &InlineExpression<&str>| {
        use InlineExpression::{FunctionReference, NumberLiteral, VariableReference};
        matches!(argument, NumberLiteral { .. } | VariableReference { .. } | FunctionReference { .. })
    };
    if positional.len() != 1 || !positional.iter().all(is_number) {
        return Some(format!("`{NAME}` takes one number, such as `{NAME}($count)`"));
    }
    named.iter().find_map(|NamedArgument { name, value }| match (name.name, value) {
        (TYPE, InlineExpression::StringLiteral { value: "cardinal" | "ordinal" }) => None,
        (TYPE, _) => Some(format!("the option `{TYPE}` of `{NAME}` is \"cardinal\" or \"ordinal\"")),
        (MINIMUM | MAXIMUM, InlineExpression::NumberLiteral { value })
            if value.parse::<usize>().is_ok_and(|digits| digits <= MAX_DIGITS) =>
        {
            None
        }
        (option @ (MINIMUM | MAXIMUM), _) => {
            Some(format!("the option `{option}` of `{NAME}` is a number from 0 to {MAX_DIGITS}"))
        }
        (option, _) if IDLE.contains(&option) => {
            Some(format!("the option `{option}` of `{NAME}` has no effect here"))
        }
        (option, _) => {
            let meant = nearest(option, [TYPE, MINIMUM, MAXIMUM]);
            let meant = meant.map(|meant| format!(", did you mean `{meant}`?")).unwrap_or_default();
            Some(format!("`{NAME}` has no option `{option}`{meant}"))
        }
    })
}

/// The variant that a selector never chooses, because Fluent compares numbers with their options.
pub(super) fn unreachable<'a>(
    selector: &InlineExpression<&'a str>,
    variants: &[Variant<&'a str>],
) -> Option<&'a str> {
    let (mut minimum, mut is_ordinal) = (None, false);
    if let InlineExpression::FunctionReference { arguments, .. } = selector {
        for NamedArgument { name, value } in &arguments.named {
            match (name.name, value) {
                (MINIMUM, InlineExpression::NumberLiteral { value }) => minimum = value.parse().ok(),
                (TYPE, InlineExpression::StringLiteral { value }) => is_ordinal = *value == "ordinal",
                _ => {}
            }
        }
    }
    let is_reached = |key: &str| {
        !is_ordinal
            && match (minimum, digits(key)) {
                // The number has the digits that it needs.
                (None | Some(0), own) => own.is_none() || !key.ends_with('0'),
                (minimum, own) => own == minimum,
            }
    };
    variants.iter().find_map(|variant| match variant.key {
        VariantKey::NumberLiteral { value } if !variant.default && !is_reached(value) => Some(value),
        _ => None,
    })
}
