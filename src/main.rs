//! `drlab`: reads the arguments and opens the right door.

use std::process::ExitCode;

fn main() -> ExitCode {
    dead_reckoning_lab::cli::main()
}
