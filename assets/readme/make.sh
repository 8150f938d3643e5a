#!/usr/bin/env bash
# Makes the pictures of the README, and with --all those of every state of the window that must look right.
# The window needs Xvfb: `apt install xvfb xauth libgl1-mesa-dri`. Usage: assets/readme/make.sh [--all FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release

# picture FILE OPTION… : what the window shows, on a virtual screen.
picture() {
  local file=$1
  shift
  xvfb-run -a -s '-screen 0 2600x1500x24' target/release/drlab --screenshot "$file" "$@"
}

drlab() {
  target/release/drlab "$@" --force
}

if [ "${1:-}" = --all ]; then
  folder=${2:?a folder for the pictures}
  mkdir -p "$folder"
  picture "$folder/default.png" --worst
  picture "$folder/side-by-side.png" --worst --layout side-by-side
  picture "$folder/pinned.png" --worst --set sender.threshold=0.1 --pin lap
  picture "$folder/presenting.png" --worst --present
  picture "$folder/presenting-side-by-side.png" --worst --present --layout side-by-side
  picture "$folder/light.png" --worst --theme light
  picture "$folder/small.png" --worst --size 900x560
  picture "$folder/small-pinned-light.png" --worst --size 900x560 --pin snap --theme light
  picture "$folder/large.png" --worst --size 2560x1440
  picture "$folder/on-foot.png" --scenario on-foot --tick 100
  for scenario in loss-bursts jitter clock-drift frozen turning; do
    picture "$folder/$scenario.png" --scenario "$scenario" --worst
  done
  picture "$folder/4g-pinned.png" --network 4g --pin lap --worst --layout side-by-side --theme light
  exit
fi
picture assets/readme/window.png --worst
picture assets/readme/pinned.png --worst --set sender.threshold=0.1 --pin lap --layout side-by-side --theme light
drlab sweep sender.threshold=0.05..1/40 receiver.blend_time=0..1/40 --out assets/readme/sweep.png
picture assets/readme/teaching.png --lesson walls --present --size 1600x900
drlab animate --out assets/readme/lap.gif
drlab render --layout side-by-side --size 1200x760 --theme light --out assets/readme/side-by-side.png
drlab compare thresholds --out assets/readme/thresholds.png
drlab compare smoothings --out assets/readme/smoothings.png
drlab lessons --out assets/readme/lessons.png
drlab render --lesson threshold --out assets/readme/lesson.png
drlab render --scenario loss-bursts --size 1200x760 --out assets/readme/loss-bursts.png
