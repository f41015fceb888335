#!/bin/bash
# The tests must pass as it is, and fail for every mistake.
set -u
run() { node --experimental-strip-types --no-warnings --test roman.test.ts >/dev/null 2>&1; }
test -s roman.test.ts || { echo "there is no roman.test.ts"; exit 1; }
cp roman.ts roman.kept
trap 'mv roman.kept roman.ts' EXIT
run || { echo "they fail as it is"; exit 1; }
for mistake in "s/\[4, 'IV'\],//" "s/\[90, 'XC'\],//" 's/value < 1/value < 0/' 's/value > 3999/value > 4999/' 's/!Number.isInteger(value) || //' "s/'CM'/'MC'/"; do
  sed "$mistake" roman.kept > roman.ts
  if run; then echo "not noticed: $mistake"; exit 1; fi
done
