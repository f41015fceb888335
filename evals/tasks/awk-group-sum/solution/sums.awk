BEGIN { FS = "," }
NF == 2 && $2 ~ /^-?[0-9]+(\.[0-9]+)?$/ {
  if (!($1 in sum)) names[++count] = $1
  sum[$1] += $2
}
END { for (at = 1; at <= count; at++) printf "%s %.2f\n", names[at], sum[names[at]] }
