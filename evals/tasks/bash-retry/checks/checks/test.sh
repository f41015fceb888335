#!/bin/bash
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "$1"; exit 1; }
[ -f retry.sh ] || fail "there is no retry.sh"
cat > "$dir/third" <<'END'
#!/bin/bash
echo x >> "$1"
[ "$(wc -l < "$1")" -ge 3 ] || exit 7
END
chmod +x "$dir/third"
bash retry.sh 5 "$dir/third" "$dir/a b"; [ $? = 0 ] || fail "it should succeed"
[ "$(wc -l < "$dir/a b")" -eq 3 ] || fail "three tries were enough"
bash retry.sh 2 "$dir/third" "$dir/c"; [ $? = 7 ] || fail "the last exit code counts"
for wrong in "" 0 x -1; do
  said=$(bash retry.sh "$wrong" true 2>&1 >/dev/null); [ $? = 2 ] || fail "'$wrong' is no number of times"
  [ -n "$said" ] || fail "nothing was said about '$wrong'"
done
