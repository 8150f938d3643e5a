//! `drlab`: reads the arguments and opens the right door. A page in a browser has one door, the window.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    dead_reckoning_lab::cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    use dead_reckoning_lab::window::{Options, open};
    if let Err(error) = open(Options::default()) {
        macroquad::logging::error!("{error}");
    }
}
