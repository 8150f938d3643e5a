//! Settings for the game: what both ends need to know, as a settings file, as JSON, or as constants in source.
//!
//! In: [`Settings`], a [`Language`]. Out: the text of a file. What is written, its units and its remarks all come from
//! the table of knobs, so that none of it is ever out of date. Invariant: TOML and JSON read back to the settings that
//! a game sees, to the bit.

use crate::settings::{Domain, KNOBS, Knob, Settings, SettingsError};
use serde_json::{Map, Value};
use std::fmt::Write;

/// What constants can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A settings file of this laboratory.
    Toml,
    /// The same, and the units beside it.
    Json,
    /// Rust.
    Rust,
    /// C#, as Unity and Godot use it.
    CSharp,
    /// C++17.
    Cpp,
    /// GDScript of Godot 4.
    GdScript,
}

/// A row of the table of languages.
#[derive(Debug)]
pub struct LanguageRow {
    /// Which.
    pub language: Language,
    /// What scripts call it.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// How a file of it ends.
    pub ending: &'static str,
}

const fn row(
    language: Language,
    name: &'static str,
    label: &'static str,
    ending: &'static str,
) -> LanguageRow {
    LanguageRow { language, name, label, ending }
}

/// The languages there are.
pub const LANGUAGES: &[LanguageRow] = &[
    row(Language::Toml, "toml", "Settings file (TOML)", "toml"),
    row(Language::Json, "json", "JSON", "json"),
    row(Language::Rust, "rust", "Rust", "rs"),
    row(Language::CSharp, "csharp", "C#", "cs"),
    row(Language::Cpp, "cpp", "C++", "hpp"),
    row(Language::GdScript, "gdscript", "GDScript", "gd"),
];

/// The stages that a game has.
const STAGES: [&str; 4] = ["sender", "wire", "receiver", "snapshot"];

/// The knobs that a game needs: those of the sender, the receiver and the snapshots, and those of the wire where states
/// are quantised.
#[must_use]
pub fn exported(settings: &Settings) -> Vec<&'static Knob> {
    let quantised = settings.wire.format().is_some();
    let of_a_game = |knob: &&Knob| {
        let stage = knob.stage();
        let wire = stage != "wire" || quantised;
        STAGES.contains(&stage) && wire && !knob.laboratory_only
    };
    KNOBS.iter().filter(of_a_game).collect()
}

/// The settings that a game sees: the threshold in units, and what is the laboratory's at its default.
#[must_use]
pub fn of_the_game(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.sender.threshold = settings.threshold();
    settings.sender.pixels = 0.0;
    settings
}

/// The settings as a file of a language.
///
/// # Errors
/// [`SettingsError`], where the settings cannot be written at all.
pub fn constants(settings: &Settings, language: Language) -> Result<String, SettingsError> {
    let game = of_the_game(settings);
    let knobs = exported(&game);
    match language {
        Language::Toml => Ok(toml(settings, &game, &knobs)),
        Language::Json => Ok(json(&game, &knobs)),
        Language::Rust | Language::CSharp | Language::Cpp | Language::GdScript => {
            Ok(source(settings, &game, &knobs, language))
        }
    }
}

/// A knob's value as JSON, of the kind that a settings file has there.
fn value(knob: &Knob, settings: &Settings) -> Value {
    let value = knob.value(settings);
    match knob.domain {
        Domain::Number { .. } => Value::from(value),
        Domain::Whole { .. } => Value::from(value as u64),
        Domain::Switch => Value::from(value != 0.0),
        // The order is a number, or the word for a turn.
        Domain::Choice(_) => {
            let text = knob.text(value);
            text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from)
        }
    }
}

/// What the numbers were tuned for, a sentence a line.
fn tuned_for(settings: &Settings) -> Vec<String> {
    let ours = |word: &String| {
        let key = word.split('=').next().unwrap_or_default();
        let stage = key.split('.').next().unwrap_or_default();
        !STAGES.contains(&stage) || Knob::find(key).is_ok_and(|knob| knob.laboratory_only)
    };
    let others: Vec<String> = settings.changed().into_iter().filter(ours).collect();
    let mut lines = vec![
        "Dead reckoning and snapshot interpolation, as tuned in Dead Reckoning Lab.".to_owned(),
        format!(
            "For {} ticks a second and {} s of latency one way.",
            settings.sim.tick_rate, settings.link.latency
        ),
    ];
    if !others.is_empty() {
        lines.push(format!("Measured with {}.", others.join(", ")));
    }
    lines.push("World units are u, y up, angles counter-clockwise from +x.".to_owned());
    lines
}

/// What stands beside a number: its unit, what else there is, what to look for.
fn remark(knob: &Knob) -> String {
    let what = match knob.domain {
        Domain::Choice(_) => format!("{}: {}.", knob.label, knob.wanted()),
        Domain::Switch | Domain::Number { .. } | Domain::Whole { .. } if knob.unit.is_empty() => {
            format!("{}.", knob.label)
        }
        Domain::Switch | Domain::Number { .. } | Domain::Whole { .. } => {
            format!("{}, {}.", knob.label, knob.unit)
        }
    };
    format!("{what} {}", knob.hint)
}

fn toml(settings: &Settings, game: &Settings, knobs: &[&Knob]) -> String {
    let mut text = String::new();
    for line in tuned_for(settings) {
        text += &format!("# {line}\n");
    }
    let mut stage = "";
    for knob in knobs {
        if knob.stage() != stage {
            stage = knob.stage();
            text += &format!("\n[{stage}]\n");
        }
        let name = knob.key.rsplit('.').next().unwrap_or(knob.key);
        text += &format!("# {}\n{name} = {}\n", remark(knob), value(knob, game));
    }
    text
}

fn json(game: &Settings, knobs: &[&Knob]) -> String {
    let (mut settings, mut units) = (Map::new(), Map::new());
    for knob in knobs {
        let name = knob.key.rsplit('.').next().unwrap_or(knob.key).to_owned();
        let stage = settings.entry(knob.stage()).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(stage) = stage {
            stage.insert(name, value(knob, game));
        }
        if !knob.unit.is_empty() {
            units.insert(knob.key.to_owned(), Value::from(knob.unit));
        }
    }
    let whole = serde_json::json!({ "settings": settings, "units": units });
    format!("{whole:#}\n")
}

/// How a language writes a constant.
struct Grammar {
    comment: &'static str,
    head: &'static str,
    foot: &'static str,
    indent: &'static str,
    /// The name from the words of a key.
    name: fn(&[&str]) -> String,
    /// Before the name: for a real number, a whole one, a switch, a word.
    kinds: [&'static str; 4],
    /// Between name and value, likewise.
    equals: [&'static str; 4],
    end: &'static str,
}

fn shouted(words: &[&str]) -> String {
    words.join("_").to_uppercase()
}

fn camel(words: &[&str]) -> String {
    let capital = |word: &&str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.iter().map(capital).collect()
}

fn k_camel(words: &[&str]) -> String {
    format!("k{}", camel(words))
}

const RUST: Grammar = Grammar {
    comment: "///",
    head: "",
    foot: "",
    indent: "",
    name: shouted,
    kinds: ["pub const "; 4],
    equals: [": f64 = ", ": u32 = ", ": bool = ", ": &str = "],
    end: ";",
};

const CSHARP: Grammar = Grammar {
    comment: "//",
    head: "public static class DeadReckoning\n{\n",
    foot: "}\n",
    indent: "    ",
    name: camel,
    kinds: [
        "public const double ",
        "public const int ",
        "public const bool ",
        "public const string ",
    ],
    equals: [" = "; 4],
    end: ";",
};

const CPP: Grammar = Grammar {
    comment: "//",
    head: "#pragma once // C++17 or newer\n\nnamespace dead_reckoning {\n\n",
    foot: "\n}  // namespace dead_reckoning\n",
    indent: "",
    name: k_camel,
    kinds: [
        "inline constexpr double ",
        "inline constexpr int ",
        "inline constexpr bool ",
        "inline constexpr const char* ",
    ],
    equals: [" = "; 4],
    end: ";",
};

const GDSCRIPT: Grammar = Grammar {
    comment: "##",
    head: "class_name DeadReckoning\n\n",
    foot: "",
    indent: "",
    name: shouted,
    kinds: ["const "; 4],
    equals: [": float = ", ": int = ", ": bool = ", ": String = "],
    end: "",
};

fn grammar(language: Language) -> &'static Grammar {
    match language {
        Language::Rust | Language::Toml | Language::Json => &RUST,
        Language::CSharp => &CSHARP,
        Language::Cpp => &CPP,
        Language::GdScript => &GDSCRIPT,
    }
}

fn source(settings: &Settings, game: &Settings, knobs: &[&Knob], language: Language) -> String {
    let grammar = grammar(language);
    let Grammar { comment, head, foot, indent, name, kinds, equals, end } = grammar;
    let plain = if language == Language::GdScript { "#" } else { "//" };
    let mut text = String::new();
    for line in tuned_for(settings) {
        text += &format!("{plain} {line}\n");
    }
    text += &format!("\n{head}");
    for (at, knob) in knobs.iter().enumerate() {
        let words: Vec<&str> = knob.key.split(['.', '_']).collect();
        let (kind, literal) = literal(knob, game);
        let gap = if at == 0 { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{gap}{indent}{comment} {}\n{indent}{}{}{}{literal}{end}\n",
            remark(knob),
            kinds[kind],
            name(&words),
            equals[kind],
        );
    }
    text + foot
}

/// The kind of a constant (a real number, a whole one, a switch, a word), and how all of these languages write it.
fn literal(knob: &Knob, settings: &Settings) -> (usize, String) {
    let value = knob.value(settings);
    match knob.domain {
        // With its point, so that no language takes it for a whole number.
        Domain::Number { .. } => (0, format!("{value:?}")),
        Domain::Whole { .. } => (1, knob.text(value)),
        Domain::Switch => (2, knob.text(value)),
        Domain::Choice(_) => (3, format!("\"{}\"", knob.text(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Settings with every knob that is exported somewhere else than at its default.
    fn turned() -> Settings {
        let mut settings = Settings::default();
        for assignment in [
            "sender.threshold=0.123456789012345",
            "sender.order=2",
            "sender.braking=hold",
            "receiver.smoothing=catmull-rom",
            "receiver.send_time=false",
            "receiver.teleport_distance=1000",
            "snapshot.curve=hermite",
            "wire.position_bits=16",
        ] {
            settings.set(assignment).expect(assignment);
        }
        settings
    }

    fn text(settings: &Settings, language: Language) -> String {
        constants(settings, language).expect("writes")
    }

    #[test]
    fn what_only_a_laboratory_turns_stays_there() {
        let all = exported(&turned());
        assert!(all.iter().all(|knob| !knob.laboratory_only && knob.key != "sender.pixels"));
        for knob in KNOBS.iter().filter(|knob| knob.laboratory_only) {
            assert!(STAGES.contains(&knob.stage()), "{} is nobody else's anyway", knob.key);
        }
        let keys: Vec<&str> = exported(&Settings::default()).iter().map(|knob| knob.key).collect();
        for key in ["sender.threshold", "sender.heartbeat", "receiver.blend_time", "snapshot.delay"]
        {
            assert!(keys.contains(&key), "{key}");
        }
        assert!(!keys.iter().any(|key| key.starts_with("wire.")));
        assert!(exported(&turned()).iter().any(|knob| knob.key == "wire.position_bits"));
    }

    #[test]
    fn a_threshold_in_pixels_is_handed_over_in_units() {
        let mut settings = Settings::default();
        settings.sender.pixels = 4.0;
        let read = Settings::default().overlaid(&text(&settings, Language::Toml)).expect("reads");
        assert_eq!(read.sender_config(), settings.sender_config());
        assert_eq!(read.sender.pixels, 0.0);
    }

    proptest! {
        #[test]
        fn toml_and_json_read_back_to_the_same_settings(
            threshold in 0.0..1000.0_f64, blend in 0.0..10.0_f64, heartbeat in 0.0..600.0_f64,
            order in 0..3_usize, smoothing in 0..6_usize, rate in 0.5..240.0_f64, bits in 0..33_u32, on: bool,
        ) {
            let mut settings = Settings::default();
            for (key, value) in [
                ("sender.threshold", threshold), ("receiver.blend_time", blend), ("sender.heartbeat", heartbeat),
                ("sender.order", order as f64), ("receiver.smoothing", smoothing as f64), ("snapshot.rate", rate),
                ("wire.velocity_bits", f64::from(bits)), ("snapshot.adaptive", f64::from(u8::from(on))),
            ] {
                Knob::find(key).expect(key).set(&mut settings, value).expect(key);
            }
            let of_toml = Settings::default().overlaid(&text(&settings, Language::Toml));
            prop_assert_eq!(of_toml.as_ref(), Ok(&settings));
            let json: Value = serde_json::from_str(&text(&settings, Language::Json)).expect("JSON");
            let of_json: Settings = serde_json::from_value(json["settings"].clone()).expect("settings");
            prop_assert_eq!(&of_json, &settings);
        }
    }

    #[test]
    fn every_constant_is_there_once_with_its_value_and_its_unit_above() {
        for settings in [Settings::default(), turned()] {
            for row in LANGUAGES.iter().skip(2) {
                let text = text(&settings, row.language);
                let lines: Vec<&str> = text.lines().collect();
                for knob in exported(&settings) {
                    let words: Vec<&str> = knob.key.split(['.', '_']).collect();
                    let name = (grammar(row.language).name)(&words);
                    let is_it = |line: &&str| {
                        let letters = |letter: char| !(letter.is_alphanumeric() || letter == '_');
                        !line.trim_start().starts_with(['/', '#'])
                            && line.split(letters).any(|word| word == name)
                    };
                    let found: Vec<usize> =
                        (0..lines.len()).filter(|&at| is_it(&lines[at])).collect();
                    assert_eq!(found.len(), 1, "{name} in {}", row.name);
                    let (line, above) = (lines[found[0]], lines[found[0] - 1]);
                    let (_, value) = literal(knob, &settings);
                    assert!(line.trim_end_matches(';').ends_with(&format!("= {value}")), "{line}");
                    assert!(above.contains(knob.unit) && above.contains(knob.hint), "{above}");
                }
                let pairs = [('{', '}'), ('"', '"')];
                for (open, close) in pairs {
                    let count = |letter| text.matches(letter).count();
                    let balanced = if open == close {
                        count(open) % 2 == 0
                    } else {
                        count(open) == count(close)
                    };
                    assert!(balanced, "{} in {}", open, row.name);
                }
            }
        }
    }

    #[test]
    fn a_remark_is_one_line_that_ends_no_comment() {
        for knob in KNOBS {
            let remark = remark(knob);
            assert!(!remark.contains('\n') && !remark.ends_with('\\'), "{remark}");
        }
    }
}
