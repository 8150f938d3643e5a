//! JSON lines: one object a line.
//!
//! In: lines. Out: a recording. The names of the first object are the columns, in the order of the alphabet; the others
//! may have more names, and those that are used must be there.

use super::TraceError;
use super::columns::{self, ROLES, Role};
use super::gather::{Cell, Gather};
use super::rows::{Lines, at_line};
use crate::settings::{Recording, Trace};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::io::BufRead;

pub fn read(mut lines: Lines<impl BufRead>, trace: &Trace) -> Result<Recording, TraceError> {
    let mut gather: Option<(Gather, [Option<String>; ROLES])> = None;
    let mut empty = 0;
    while let Some((number, text)) = lines.next()? {
        let text = text.trim();
        if text.is_empty() {
            empty += 1;
            continue;
        }
        let fault = |error: serde_json::Error| at_line(number, format!("no JSON object: {error}"));
        let (gather, names) = match &mut gather {
            Some(gather) => gather,
            None => {
                let first: Map<String, Value> = serde_json::from_str(text).map_err(fault)?;
                gather.insert(start(&first, trace)?)
            }
        };
        let mut reader = serde_json::Deserializer::from_str(text);
        let row = Wanted(names).deserialize(&mut reader).map_err(fault)?;
        reader.end().map_err(fault)?;
        if !(trace.rows.is_empty() || is_wanted(text, &trace.rows)) {
            gather.found().other_rows += 1;
            continue;
        }
        let cell = |role: Role| match &row[role as usize] {
            Some(Scalar::Number(number)) => Cell::Number(*number),
            Some(Scalar::Text(text)) => Cell::Text(text),
            None => Cell::Missing,
        };
        gather.push(|| format!("line {number}"), cell)?;
    }
    let (mut gather, _) = gather.ok_or(TraceError::TooFew { samples: 0, hint: "" })?;
    gather.found().comments = empty;
    gather.done("JSON lines".to_owned())
}

/// Columns by the names of the first object: those of its values that are numbers or text.
fn start(
    first: &Map<String, Value>,
    trace: &Trace,
) -> Result<(Gather, [Option<String>; ROLES]), TraceError> {
    let plain = |value: &Value| value.is_number() || value.is_string();
    let names: Vec<String> =
        first.iter().filter(|(_, value)| plain(value)).map(|(name, _)| name.clone()).collect();
    let columns = columns::by_name(&names, &trace.columns)?;
    let mut used: [Option<String>; ROLES] = Default::default();
    for role in Role::all() {
        let place = columns.of(role).and_then(|column| column.index(names.len()));
        used[role as usize] = place.and_then(|place| names.get(place)).cloned();
    }
    Ok((Gather::new(columns, names, trace)?, used))
}

/// Whether one of the texts of an object is this word.
fn is_wanted(text: &str, word: &str) -> bool {
    let object: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    object.values().any(|value| value.as_str() == Some(word))
}

/// A value that is used.
enum Scalar<'a> {
    Number(f64),
    Text(Cow<'a, str>),
}

/// Reads of an object the values of these names.
struct Wanted<'n>(&'n [Option<String>; ROLES]);

impl<'de> DeserializeSeed<'de> for Wanted<'_> {
    type Value = [Option<Scalar<'de>>; ROLES];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Wanted<'_> {
    type Value = [Option<Scalar<'de>>; ROLES];

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object of numbers and texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut row: Self::Value = Default::default();
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            let role = self.0.iter().position(|wanted| wanted.as_deref() == Some(name.as_ref()));
            match role {
                Some(role) => row[role] = map.next_value::<Plain<'de>>()?.0,
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(row)
    }
}

/// A number or a text; anything else is nothing.
struct Plain<'a>(Option<Scalar<'a>>);

impl<'de> serde::Deserialize<'de> for Plain<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = <&serde_json::value::RawValue>::deserialize(deserializer)?.get();
        let text =
            || serde_json::from_str::<Text<'de>>(value).ok().map(|text| Scalar::Text(text.0));
        let number = value.parse().ok().map(Scalar::Number);
        Ok(Self(number.or_else(text)))
    }
}

#[derive(serde::Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
