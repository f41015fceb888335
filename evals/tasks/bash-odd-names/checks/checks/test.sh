#!/bin/bash
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
same() { [ "$1" = "$2" ] || { printf 'expected:\n%s\ngot:\n%s\n' "$2" "$1"; exit 1; }; }
same "$(bash count-lines.sh "$dir" 2>&1)" "0 total"
printf 'a\nb\n' > "$dir/my file.txt"
printf 'c\n' > "$dir/*.txt"
printf 'd\n' > "$dir/plain.txt"
same "$(LC_ALL=C bash count-lines.sh "$dir" 2>&1)" "1 *.txt
2 my file.txt
1 plain.txt
4 total"
