//! Who published the numbers that are measured again here: credited once, and named by every [`Published`] number.

/// A text that gives numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is called.
    pub title: &'static str,
    /// Title, licence and address, as far as there are any.
    pub credit: &'static str,
}

/// A number that somebody published.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The number.
    pub value: f64,
    /// Where it stands.
    pub source: &'static Source,
}

impl Source {
    /// A number that it gives.
    #[must_use]
    pub const fn states(&'static self, value: f64) -> Published {
        Published { value, source: self }
    }
}

/// The lap, the threshold and what a receiver makes of them.
pub const CHEAT_SHEET: Source = Source {
    title: "Dead Reckoning and Extrapolation",
    credit: "Game Development Cheat Sheet, \"Dead Reckoning and Extrapolation\" (CC BY 4.0), https://gdcs.coody.app/networking/netcode/dead-reckoning",
};

/// Prediction with its two traces, interpolation, the rewind.
pub const PREDICTION_CHAPTER: Source = Source {
    title: "Client Prediction & Lag Compensation",
    credit: "\"Client Prediction & Lag Compensation\", chapter 14.2 of a book on game programming",
};
