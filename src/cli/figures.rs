//! `drlab figures`: the published figures beside the measured ones.

use super::error::CliError;
use super::text;
use comfy_table::{Cell, Color};
use laboratory::catalogue::figures::{
    BoundGrid, Measured, PUBLISHED_ORDER_2_RATIO, bound_grid, measure_all,
};
use laboratory::catalogue::sources::CHEAT_SHEET;
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct FiguresReport {
    source: &'static str,
    figures: Vec<Measured>,
    snapping_bound_grid: BoundGrid,
}

pub fn figures(json: bool) -> Result<ExitCode, CliError> {
    let report = FiguresReport {
        source: CHEAT_SHEET.credit,
        figures: measure_all()?,
        snapping_bound_grid: bound_grid()?,
    };
    if json {
        text::print_json(&report)?;
    } else {
        print_figures(&report)?;
    }
    Ok(if holds(&report.figures) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether every figure that must agree does.
fn holds(figures: &[Measured]) -> bool {
    figures.iter().all(|figure| figure.agrees || !figure.must)
}

fn print_figures(report: &FiguresReport) -> Result<(), CliError> {
    let mut table = text::table(&["Figure", "published", "measured", "agrees"], &[1, 2]);
    for figure in &report.figures {
        let decimals = figure.decimals;
        let (verdict, colour) =
            if figure.agrees { ("yes", Color::Green) } else { ("NO", Color::Red) };
        table.add_row([
            Cell::new(figure.what),
            Cell::new(format!("{:.decimals$}", figure.published)),
            Cell::new(format!("{:.decimals$}", figure.measured)),
            Cell::new(verdict).fg(colour),
        ]);
    }
    text::print_table(&table)?;
    let agree = report.figures.iter().filter(|figure| figure.agrees).count();
    let grid = &report.snapping_bound_grid;
    text::print(&format!(
        "\n{agree} of {} agree to the decimals published.\n\n\
         Snapping bound, over a grid of {} runs for each order:\n\
         \x20 order 1 keeps it: at most {:.3} of the bound ({:.2} of {:.2} u; {})\n\
         \x20 order 2 breaks it in {} runs: up to {:.2} times the bound ({:.2} of {:.2} u; {}).\n\
         \x20 Published for order 2, over a grid that is not: {PUBLISHED_ORDER_2_RATIO} times.\n\n\
         Source: {}\n",
        report.figures.len(),
        grid.runs,
        grid.order_1.ratio,
        grid.order_1.peak_error,
        grid.order_1.bound,
        grid.order_1.settings.join(" "),
        grid.order_2_breaks,
        grid.order_2.ratio,
        grid.order_2.peak_error,
        grid.order_2.bound,
        grid.order_2.settings.join(" "),
        report.source,
    ))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_figure_that_must_agree_and_does_not_is_enough() {
        let mut figures = measure_all().expect("the table");
        assert!(holds(&figures));
        figures[7].agrees = false;
        assert!(!holds(&figures));
        figures[7].must = false;
        assert!(holds(&figures));
    }
}
