#!/bin/bash
times=${1-}
case $times in
'' | *[!0-9]* | 0) echo "retry.sh: how many times? not '$times'" >&2; exit 2 ;;
esac
shift
for ((try = 1; try <= times; try++)); do
  "$@" && exit 0
  code=$?
done
exit "$code"
