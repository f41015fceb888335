#!/bin/bash
# Lines of each text file in a directory, and their sum.
shopt -s nullglob
total=0
for file in "$1"/*.txt; do
  lines=$(wc -l < "$file")
  lines=$((lines))
  echo "$lines $(basename -- "$file")"
  total=$((total + lines))
done
echo "$total total"
