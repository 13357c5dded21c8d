#!/bin/sh
# Runs a command that takes a while: says what for, with a dot every other second where somebody
# looks on. What the command says itself is shown only if it fails, and Ctrl+C ends it without the
# tracebacks of the programs inside.
#
#   sh tools/patiently.sh TEXT COMMAND [WORD ...]

log=$(mktemp) || exit 1
printf '%s ' "$1"
shift
dots=
if [ -t 1 ]; then
  (while sleep 2; do printf .; done) &
  dots=$!
fi
stopped=
trap 'stopped=yes' INT
"$@" >"$log" 2>&1
code=$?
[ -z "$dots" ] || kill "$dots" 2>/dev/null
echo
if [ -n "$stopped" ]; then
  echo 'Stopped. The same command goes on another time.'
  code=130
elif [ "$code" -ne 0 ]; then
  cat "$log" >&2
fi
rm -f "$log"
exit "$code"
