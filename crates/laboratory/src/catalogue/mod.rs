//! What there is to choose from, each a literal list: scenarios, networks, comparisons, lessons, figures and pages.

pub mod comparisons;
pub mod figures;
pub mod lessons;
pub mod networks;
pub mod pages;
pub mod scenarios;
