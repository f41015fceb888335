#!/bin/bash
# Lines of each text file in a directory, and their sum.
total=0
for file in $(ls $1/*.txt); do
  lines=$(wc -l $file | cut -d' ' -f1)
  echo $lines $(basename $file)
  total=$((total + lines))
done
echo $total total
