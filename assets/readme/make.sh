#!/usr/bin/env bash
# Makes the README's pictures from the program. Needs Xvfb: `apt install xvfb xauth libgl1-mesa-dri`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release
xvfb-run -a -s '-screen 0 1400x900x24' target/release/drlab --worst --screenshot assets/readme/window.png
