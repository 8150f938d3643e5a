//! What there is to read: what to predict, the words, what a fault looks like, and where it all comes from.
//!
//! In: nothing. Out: [`PAGES`], plain data that the window's help and `drlab explain` show. The sentences are our own;
//! the page `sources` says whose ideas they are.

/// A page of the help.
#[derive(Debug)]
pub struct Page {
    /// What scripts and lessons call it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What is on it, in one sentence.
    pub about: &'static str,
    /// Its parts.
    pub sections: &'static [Section],
}

/// A part of a page.
#[derive(Debug)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What it says.
    pub body: Body,
}

/// What a part of a page says.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Short paragraphs.
    Text(&'static [&'static str]),
    /// Words, each with what it means.
    Terms(&'static [[&'static str; 2]]),
    /// Faults, each with its cause and its cure.
    Symptoms(&'static [Symptom]),
}

/// A fault that people see.
#[derive(Debug)]
pub struct Symptom {
    /// What it looks like.
    pub see: &'static str,
    /// Why.
    pub why: &'static str,
    /// The knobs that show it or cure it.
    pub turn: &'static [&'static str],
}

/// Every page, in reading order.
pub const PAGES: &[Page] = &[PREDICT, SYMPTOMS, GLOSSARY, SOURCES];

/// The page of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

impl Body {
    /// The terms of it that have `part` in the word or in what it means, whatever the case; all of it for no terms.
    #[must_use]
    pub fn terms_with(self, part: &str) -> Vec<&'static [&'static str; 2]> {
        let part = part.trim().to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&part);
        match self {
            Self::Terms(terms) => {
                terms.iter().filter(|term| term.iter().any(|text| has(text))).collect()
            }
            Self::Text(_) | Self::Symptoms(_) => Vec::new(),
        }
    }
}

const PREDICT: Page = Page {
    name: "predict",
    title: "What to predict",
    about: "Which actions a client may carry out before the server has confirmed them, and which it must wait for.",
    sections: &[
        Section {
            title: "What a prediction costs",
            body: Body::Text(&[
                "A client that predicts needs the server's rule, all that the rule depends on, and a way back for when it was wrong. Not every action is worth that.",
                "Ask three questions of an action: can the client work out the same answer? Is it cheap to work out again for every input that is still under way? Can it be taken back without anybody minding?",
            ]),
        },
        Section {
            title: "Yes: what follows from a rule",
            body: Body::Text(&[
                "Walking, jumping, turning, aiming, bumping into walls that do not move. Both ends come to the same answer, so the guess is right nearly always, and the player feels no network at all.",
                "It happens many times a second and costs little, so replaying a handful of inputs after each answer is no burden.",
            ]),
        },
        Section {
            title: "Only its beginning: what the server decides",
            body: Body::Text(&[
                "Damage, critical hits, loot, whether a shot has hit: the client lacks the dice or the other players. Whatever it showed would be taken back every other time, and that flickers.",
                "Show at once what is certain: the muzzle flash, the recoil, the sound. Show the number and the fall when the server says so.",
            ]),
        },
        Section {
            title: "No: what cannot be taken back",
            body: Body::Text(&[
                "The goal that ends the match, a purchase, a door that locks for good. Here one round trip of waiting is the price of being right, and people accept it.",
            ]),
        },
        Section {
            title: "Other players",
            body: Body::Text(&[
                "Nobody knows what somebody else is about to press. Players on foot are drawn a little in the past, between two states that were real (interpolation).",
                "Vehicles are another matter: momentum makes the next moment likely. That is what dead reckoning is for.",
            ]),
        },
    ],
};

const SYMPTOMS: Page = Page {
    name: "symptoms",
    title: "Symptoms",
    about: "What a fault looks like, why it happens, and the knobs that show it here.",
    sections: &[
        Section { title: "Your own player", body: Body::Symptoms(OWN) },
        Section { title: "Other players and vehicles", body: Body::Symptoms(OTHERS) },
        Section { title: "Shots", body: Body::Symptoms(SHOTS) },
    ],
};

const OWN: &[Symptom] = &[
    Symptom {
        see: "Nothing moves until a moment after the key was pressed.",
        why: "The client waits for the server: input up, answer down, one round trip.",
        turn: &["player.predicts", "link.latency"],
    },
    Symptom {
        see: "It trembles all the time, on a good network, too.",
        why: "Client and server move by different code. Every answer corrects a guess that could never have been right.",
        turn: &["player.other_code"],
    },
    Symptom {
        see: "It races ahead of where it should be, and is pulled back.",
        why: "Acknowledged inputs stay in the queue and are replayed on top of a state that has them already.",
        turn: &["player.keeps_acknowledged"],
    },
    Symptom {
        see: "Now and then it jumps back to where it was a moment ago.",
        why: "An older answer came after a newer one and was believed.",
        turn: &["player.takes_stale", "link.jitter"],
    },
    Symptom {
        see: "It is torn back at a spot where the path looked free (rubber-banding).",
        why: "The server knows of something in the way that the client does not. The guess was honest and wrong.",
        turn: &["player.barrier_length", "player.smoothing"],
    },
    Symptom {
        see: "It stops dead while the network stalls.",
        why: "The queue of unacknowledged inputs is full: more guessing would only make the correction larger.",
        turn: &["player.capacity", "link.spike_period"],
    },
];

const OTHERS: &[Symptom] = &[
    Symptom {
        see: "A vehicle pops from one place to another.",
        why: "A correction is drawn at once instead of being blended away.",
        turn: &["receiver.smoothing", "receiver.blend_time"],
    },
    Symptom {
        see: "It glides beside the road for a long time after each corner.",
        why: "The blend is too long: smooth, but wrong for as long as it lasts.",
        turn: &["receiver.blend_time"],
    },
    Symptom {
        see: "It sits a constant distance behind, on a straight, too.",
        why: "Updates are applied as if they had been sent when they arrived. Or it is drawn in the past on purpose: interpolation.",
        turn: &["receiver.send_time", "snapshot.delay"],
    },
    Symptom {
        see: "It is still far off, although the threshold is tiny.",
        why: "What happens while an update travels is not bounded by the threshold but by the latency.",
        turn: &["link.latency", "sender.threshold"],
    },
    Symptom {
        see: "It drives on where the player has long turned round.",
        why: "The direction changes faster than an update can cross the network. The guess has nothing to go by.",
        turn: &["motion.kind", "motion.reversal"],
    },
    Symptom {
        see: "It swings out of every corner more than before.",
        why: "The model takes the turn's acceleration along into the straight. That pays on long curves only.",
        turn: &["sender.order", "track.sharpness"],
    },
    Symptom {
        see: "It runs away and does not come back.",
        why: "The one update that mattered was lost, and no heartbeat repeats it.",
        turn: &["sender.heartbeat", "link.loss"],
    },
    Symptom {
        see: "Somebody who joins sees nothing for a while.",
        why: "Nothing is sent while the guess is right. The heartbeat is how long a newcomer waits at worst.",
        turn: &["receiver.joins_at", "sender.heartbeat"],
    },
    Symptom {
        see: "After a respawn it slides across the whole map.",
        why: "A jump that is not flagged looks like a huge error and is blended away.",
        turn: &["sender.flag_teleports", "receiver.teleport_distance", "motion.respawn"],
    },
    Symptom {
        see: "Others stutter as soon as the network is busy.",
        why: "The interpolation delay is shorter than the jitter: the buffer runs dry again and again.",
        turn: &["snapshot.delay", "link.jitter", "snapshot.adaptive"],
    },
    Symptom {
        see: "Others freeze, then leap.",
        why: "The buffer ran dry and nothing may be guessed past it; with a cap above zero it is, for so long.",
        turn: &["snapshot.extrapolation_cap", "link.spike_period"],
    },
];

const SHOTS: &[Symptom] = &[
    Symptom {
        see: "A shot that was right on the screen misses.",
        why: "The server judges it in its own present. The shooter saw the past.",
        turn: &["shot.window", "link.latency"],
    },
    Symptom {
        see: "“I was behind the wall already!”",
        why: "The server went back to what the shooter saw. The victim had moved on by then.",
        turn: &["shot.window", "shot.favour_victim", "shot.victim_latency"],
    },
    Symptom {
        see: "Only players on slow networks still have to aim ahead.",
        why: "What they saw is older than the rewind window reaches back.",
        turn: &["shot.window", "link.latency", "snapshot.delay"],
    },
];

const GLOSSARY: Page = Page {
    name: "glossary",
    title: "Glossary",
    about: "The words of this program and of its sources, each in a sentence or two.",
    sections: &[
        Section { title: "What is on the screen", body: Body::Terms(SCREEN) },
        Section { title: "Dead reckoning", body: Body::Terms(RECKONING) },
        Section { title: "The network", body: Body::Terms(NETWORK) },
        Section { title: "Snapshots and interpolation", body: Body::Terms(SNAPSHOTS) },
        Section { title: "Your own player", body: Body::Terms(PREDICTION) },
        Section { title: "The shot", body: Body::Terms(SHOT) },
    ],
};

const SCREEN: &[[&str; 2]] = &[
    ["truth", "What the owner really does, tick by tick. Nobody else sees it at once."],
    ["model", "The guess that both ends share: the last update, carried on by a rule."],
    ["drawn", "What a receiver shows, after the correction has been smoothed."],
    [
        "ring and disc",
        "On the stage the ring is where the vehicle really is, and the disc where it is drawn. A hollow disc has a dry buffer.",
    ],
    ["u", "A unit of length. What it is in a game, a metre or a tile, is up to the game."],
    ["error", "The distance between drawn and truth at one moment, in units (u)."],
    ["peak error", "The largest error of a whole run."],
    [
        "mean path error",
        "How far drawn is from the path that the truth takes, on average. Late on the path counts as nothing.",
    ],
    [
        "RMS",
        "Root mean square: the root of the mean of the squared errors. Large errors count for more than in the mean.",
    ],
    ["95th percentile", "The error that 95 of 100 ticks do not exceed."],
    ["largest step", "The furthest that drawn moves from one tick to the next: a pop shows here."],
    ["correction", "The jump from the old guess to the new one when an update is applied."],
    ["rubber-banding", "A visible jerk back: a guess was wrong and is put right all at once."],
    [
        "lane",
        "One way to draw the same truth: the yellow one is the technique, the blue one stands beside it.",
    ],
    ["tick", "One step of the simulation. The tick rate is how many there are in a second."],
    [
        "seed",
        "The number that decides all luck of a run. The same seed gives the same run, everywhere.",
    ],
    ["pinned (A)", "Settings that are kept beside those that are turned, on the same truth."],
];

const RECKONING: &[[&str; 2]] = &[
    [
        "dead reckoning",
        "Drawing what a vehicle probably does now, from its last update, and sending only when that guess goes wrong.",
    ],
    [
        "extrapolation",
        "Carrying a state on past the last thing that is known, by its velocity or more.",
    ],
    ["update", "A packet with the owner's state: where it is, how fast, and when that was."],
    [
        "threshold",
        "How far the shared guess may be off before the sender sends. It is not the error that a player sees.",
    ],
    ["ε", "The threshold in a formula: √(2ε/a) is the time between two updates at acceleration a."],
    [
        "bound (snapping bound)",
        "What no error exceeds, if the receiver snaps and no packet is lost: the threshold plus twice the distance driven in one latency and one tick.",
    ],
    [
        "closed form",
        "A formula that gives the state at any time in one step, and so the same at every frame rate.",
    ],
    [
        "heartbeat",
        "The longest silence: an update that is sent whether it is owed or not, for those who lost one or came late.",
    ],
    [
        "order",
        "What the model carries on: position and velocity (1), acceleration as well (2), or a steady turn.",
    ],
    [
        "braking",
        "What an order-2 model does once its vehicle has come to a halt: run on backwards, or hold.",
    ],
    ["smoothing", "How a correction is hidden: not at all (snap), or by a blend over some time."],
    ["blend", "The time that a correction takes to fade. Longer is smoother and wrong for longer."],
    [
        "projective velocity blending",
        "A blend between two moving guesses: from where it is drawn onto the new model, velocities and all.",
    ],
    ["snap", "A correction that is drawn at once."],
    [
        "teleport",
        "A move that is none: a respawn or a portal. It is flagged, so that nobody blends across the map.",
    ],
    ["late joiner", "Somebody who comes in the middle and has heard nothing yet."],
    ["quantisation", "Sending a number in few bits. The rounding is an error of its own."],
];

const NETWORK: &[[&str; 2]] = &[
    ["latency", "How long a packet takes one way."],
    ["RTT (round-trip time)", "There and back: how long an answer takes."],
    ["jitter", "How much the latency differs from packet to packet."],
    ["loss", "The share of packets that never arrive."],
    [
        "lag spike",
        "A while in which every packet takes much longer. What is sent after it overtakes what was sent within.",
    ],
    ["burst", "Losses that come one after another instead of one by one."],
    ["duplicate", "A packet that arrives twice."],
    ["reordering", "A packet that is overtaken by one that was sent later."],
    [
        "bandwidth",
        "How many bytes fit through in a second. What is too much waits in a queue, or is dropped.",
    ],
    ["clock offset", "How much two clocks differ. Drift is how fast that changes."],
    [
        "send time",
        "The stamp on a packet that says when its state was true. Without it everything is one latency late.",
    ],
];

const SNAPSHOTS: &[[&str; 2]] = &[
    [
        "snapshot",
        "The state of an entity at one moment, sent at a fixed rate whatever the entity does.",
    ],
    ["snapshot buffer", "The last few snapshots that have arrived, sorted by their time."],
    [
        "dry buffer",
        "A buffer without a snapshot newer than the moment to draw: the receiver waits at the last one, or guesses.",
    ],
    [
        "entity interpolation",
        "Drawing somebody between two snapshots that were real, and so a little in the past.",
    ],
    [
        "interpolation delay",
        "How far in the past. It has to outlast the gap between snapshots and the jitter.",
    ],
    [
        "extrapolation cap",
        "For how long a receiver may guess on when nothing newer has come. After that it stands still.",
    ],
    ["adaptive delay", "A delay that follows the jitter that was measured."],
];

const PREDICTION: &[[&str; 2]] = &[
    [
        "authoritative server",
        "The one copy of the world that counts. Clients ask, the server decides.",
    ],
    ["input", "What a player pressed on one tick."],
    [
        "client-side prediction",
        "Carrying out your own input at once, by the server's rule, instead of waiting for the answer.",
    ],
    [
        "input queue (history)",
        "The inputs that were carried out and not acknowledged yet, oldest first.",
    ],
    [
        "sequence number",
        "The number of an input, so that the server can say up to which it has come.",
    ],
    ["acknowledgement", "The server's word: this is your state after input number n."],
    ["stale", "Older than what has been heard already: an answer or an update that was overtaken."],
    [
        "obstacle",
        "Something in the way that the server knows of and the client does not, so that the guess goes wrong.",
    ],
    [
        "reconciliation",
        "Taking the server's state, dropping the inputs it has seen, and replaying the rest.",
    ],
    ["replay", "Carrying out stored inputs again on top of a state from the server, in order."],
    [
        "correction smoothing",
        "Letting a correction fade over some frames instead of drawing it at once.",
    ],
];

const SHOT: &[[&str; 2]] = &[
    ["hitbox", "The shape that a shot has to meet."],
    ["good shot", "One that meets its target in the picture that the shooter saw."],
    [
        "lag compensation",
        "Judging a shot in the past that its shooter saw: the server rewinds the others first.",
    ],
    ["rewind", "Going back to where the hitboxes were at an earlier moment, from a short history."],
    [
        "rewind window",
        "The most that a server rewinds. It limits what a slow network may ask of the others.",
    ],
    [
        "favour the victim",
        "Rewinding by less than the shooter's delay, so that both share the unfairness.",
    ],
    [
        "behind the wall",
        "What the victim says: on its own screen it was in cover when the shot fell.",
    ],
    ["verdict", "What the server makes of a shot: hit or miss, and which box it asked."],
];

const SOURCES: Page = Page {
    name: "sources",
    title: "Sources",
    about: "Whose ideas these are, and what to read next.",
    sections: &[
        Section {
            title: "Dead reckoning",
            body: Body::Text(&[
                "Game Development Cheat Sheet, “Dead Reckoning and Extrapolation” (text CC BY 4.0): the model, the threshold, projective velocity blending, the lap and every published figure. https://gdcs.coody.app/networking/netcode/dead-reckoning",
                "Jesse Aronson, “Dead Reckoning: Latency Hiding for Networked Games”. https://www.gamedeveloper.com/programming/dead-reckoning-latency-hiding-for-networked-games",
                "Glenn Fiedler, “State Synchronization”, Gaffer On Games. https://gafferongames.com/post/state_synchronization/",
            ]),
        },
        Section {
            title: "Your own player, the other players, the shot",
            body: Body::Text(&[
                "“Client Prediction & Lag Compensation”, chapter 14.2 of a book on game programming that speaks in terms of Unity; the text at hand names neither author nor address. Prediction, reconciliation with its two traces, interpolation, the rewind, what to predict and what not, and the four cases of debugging.",
                "Gabriel Gambetta, “Entity Interpolation”. https://gabrielgambetta.com/entity-interpolation.html",
            ]),
        },
        Section {
            title: "The sentences",
            body: Body::Text(&[
                "All texts of this program are its own. Figures that a source states are marked as published wherever they are shown, and measured anew each time: `drlab figures` does it for the lap.",
            ]),
        },
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::lessons;
    use crate::settings::Knob;

    fn terms() -> Vec<&'static str> {
        let sections = PAGES.iter().flat_map(|page| page.sections);
        sections.flat_map(|section| section.body.terms_with("")).map(|term| term[0]).collect()
    }

    #[test]
    fn every_lesson_leads_to_a_page() {
        for lesson in lessons::all() {
            assert!(find(lesson.page).is_some(), "{}: {}", lesson.name, lesson.page);
        }
    }

    #[test]
    fn every_source_of_a_published_number_is_credited() {
        let paragraphs = SOURCES.sections.iter().flat_map(|section| match section.body {
            Body::Text(paragraphs) => paragraphs,
            Body::Terms(_) | Body::Symptoms(_) => &[],
        });
        let credits: Vec<&str> = paragraphs.copied().collect();
        let numbers = lessons::all().flat_map(|lesson| lesson.numbers);
        for published in numbers.filter_map(|number| number.published) {
            let title = published.source.title;
            assert!(credits.iter().any(|credit| credit.contains(title)), "{title}");
            assert!(published.source.credit.contains(title), "{title}");
        }
    }

    #[test]
    fn every_symptom_names_knobs_that_there_are() {
        let mut all = 0;
        for section in PAGES.iter().flat_map(|page| page.sections) {
            let Body::Symptoms(symptoms) = section.body else { continue };
            for symptom in symptoms {
                assert!(!symptom.turn.is_empty(), "{}", symptom.see);
                symptom.turn.iter().for_each(|key| assert!(Knob::find(key).is_ok(), "{key}"));
            }
            all += symptoms.len();
        }
        assert!(all >= 15, "{all}");
    }

    #[test]
    fn names_and_terms_are_there_once() {
        let names: Vec<&str> = PAGES.iter().map(|page| page.name).collect();
        assert_eq!(names, ["predict", "symptoms", "glossary", "sources"]);
        let terms = terms();
        for (at, term) in terms.iter().enumerate() {
            assert!(!terms[at + 1..].contains(term), "{term}");
        }
    }

    #[test]
    fn the_words_of_both_sources_are_explained() {
        let terms = terms().join("\n");
        for word in [
            "truth",
            "model",
            "drawn",
            "update",
            "threshold",
            "heartbeat",
            "order",
            "latency",
            "jitter",
            "loss",
            "blend",
            "snapshot",
            "interpolation delay",
            "extrapolation",
            "RTT",
            "tick",
            "authoritative server",
            "input queue",
            "sequence number",
            "reconciliation",
            "replay",
            "correction smoothing",
            "hitbox",
            "lag compensation",
            "rewind window",
            "rubber-banding",
            "client-side prediction",
            "entity interpolation",
            "closed form",
            "bound",
            "dry buffer",
            "stale",
            "peak error",
            "largest step",
            "mean path error",
            "RMS",
            "95th percentile",
            "lag spike",
            "ring and disc",
            "obstacle",
            "good shot",
            "ε",
        ] {
            assert!(terms.contains(word), "{word}");
        }
    }

    #[test]
    fn a_search_finds_words_and_meanings() {
        let Body::Terms(_) = GLOSSARY.sections[5].body else { panic!("terms") };
        let found = GLOSSARY.sections[5].body.terms_with(" REWIND ");
        assert!(found.iter().any(|term| term[0] == "rewind window"));
        assert!(found.iter().any(|term| term[0] == "lag compensation"));
        assert!(!found.iter().any(|term| term[0] == "hitbox"));
        assert!(GLOSSARY.sections[5].body.terms_with("zebra").is_empty());
    }
}
