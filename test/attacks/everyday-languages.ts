/** What people look up with awk every day. One a line. */
export const AWK_LOOKS = String.raw`
awk '{print $1}' table.txt
awk '{print $NF}' table.txt
awk '{print $(NF-1)}' table.txt
awk '{print NR": "$0}' table.txt
awk -F: '{print $1}' table.txt
awk -F, '{print $1","$3}' data.csv
awk -F'\t' '{print $2}' table.txt
awk -F '[,;]' '{print $2}' data.csv
awk -F'[][]' '{print $2}' server.log
awk -F= '/^version/{print $2}' a.txt
awk 'NR==5' table.txt
awk 'NR>=5 && NR<=10' table.txt
awk 'NR%2==0' table.txt
awk 'NR>1' data.csv
awk 'END{print NR}' table.txt
awk 'END{print}' table.txt
awk 'NF' table.txt
awk '!NF' table.txt
awk 'length > 80' README.md
awk 'length($0) > 120 {print FILENAME":"FNR": "length($0)}' src/app.ts
awk '!seen[$0]++' table.txt
awk 'seen[$0]++ == 1' table.txt
awk '{s+=$1} END {print s}' table.txt
awk '{s+=$2; n++} END {print s/n}' table.txt
awk '{s+=$1} END {printf "%.2f\n", s/NR}' table.txt
awk 'BEGIN{max=0} {if ($1>max) max=$1} END{print max}' table.txt
awk 'NR==1{min=$1} $1<min{min=$1} END{print min}' table.txt
awk '{c[$1]++} END{for (k in c) print c[k], k}' server.log
awk '{a[$1]+=$2} END{for (i in a) print i, a[i]}' table.txt
awk '/ERROR/' server.log
awk '/ERROR/{n++} END{print n+0}' server.log
awk '!/DEBUG/' server.log
awk '/start/,/end/' server.log
awk '/BEGIN/{f=1} f; /END/{f=0}' server.log
awk '/^#/{next} {print}' config/app.yaml
awk '/^$/{exit} 1' README.md
awk '$3 > 100' table.txt
awk '$2 == "ok" {print $1}' table.txt
awk '$1 ~ /^a/' table.txt
awk '$1 !~ /^[0-9]+$/' table.txt
awk 'tolower($0) ~ /error/' server.log
awk '{gsub(/foo/,"bar"); print}' a.txt
awk '{sub(/^[ \t]+/, ""); print}' a.txt
awk '{gsub(/[[:space:]]+/, " "); print}' a.txt
awk '{gsub(/"/, ""); print}' data.csv
awk '{print substr($0, 1, 40)}' README.md
awk '{print toupper(substr($1,1,1)) substr($1,2)}' a.txt
awk '{n=split($0, p, "/"); print p[n]}' list
awk 'match($0, /v[0-9]+\.[0-9]+/) {print substr($0, RSTART, RLENGTH)}' README.md
awk '{print ($1 > 2) ? "big" : "small"}' table.txt
awk '{if ($1 > 2) print "big"; else print "small"}' table.txt
awk 'BEGIN{OFS="\t"} {print $1, $3}' table.txt
awk 'BEGIN{FS=","; OFS=";"} {$1=$1} 1' data.csv
awk '{$2=""; print}' table.txt
awk '{t=$1; $1=$2; $2=t} 1' table.txt
awk 'FNR==1{print FILENAME}' a.txt b.txt
awk 'FNR==1{print FILENAME; nextfile}' a.txt b.txt
awk 'FNR==NR{a[$1]; next} $1 in a' a.txt b.txt
awk -v n=3 'NR<=n' table.txt
awk -v pat=error '$0 ~ pat' server.log
awk '{for (i=NF; i>0; i--) printf "%s ", $i; print ""}' table.txt
awk '{for (i=1; i<=NF; i++) if ($i ~ /x/) print i, $i}' table.txt
awk '/import/ && /from/ {print FILENAME": "$0}' src/app.ts
awk '/TODO/{print FNR": "$0}' src/app.ts src/index.ts
awk '/export function/{gsub(/\(.*/, "", $3); print $3}' src/app.ts
awk '/pattern/{getline; print}' a.txt
awk '{print $1, $2 / 1024 "K"}' table.txt
awk '{printf "%-20s %10.2f\n", $1, $2/1000}' table.txt
awk 'BEGIN{for(i=1;i<=5;i++) print i*i}'
awk '{print length}' a.txt
awk '{a[NR]=$0} END{for(i=NR;i>0;i--) print a[i]}' a.txt
awk 'prev && $1 != prev {print "---"} {prev=$1; print}' table.txt
awk '{print strftime("%Y-%m-%d", $1)}' table.txt
awk 'NR==FNR {c[$1]++; next} c[$1] > 1' a.txt b.txt
awk '/a\/b/' list
awk '/[\/]/ {print}' list
awk '{ # the sum⏎  s += $1⏎}⏎END { print s }' table.txt
awk '$1 == "a" ||⏎$1 == "b" {⏎  print⏎}' table.txt
awk '{print "system load: " $1}' table.txt
awk -F'|' 'NR>2 {print $2 "|" $3}' README.md
`

/** And with sed. */
export const SED_LOOKS = String.raw`
sed -n '5p' README.md
sed -n '5,10p' README.md
sed -n '$p' README.md
sed -n '10,$p' README.md
sed '1d' data.csv
sed '$d' README.md
sed '/^$/d' README.md
sed '/^#/d; /^$/d' config/app.yaml
sed -n '/start/,/end/p' server.log
sed -n '/error/I p' server.log
sed -n '/foo/{n;p}' a.txt
sed -n '/foo/{=;p;}' a.txt
sed -n '/a/!p' a.txt
sed '10q' README.md
sed 's/foo/bar/' a.txt
sed 's/foo/bar/g' a.txt
sed 's/foo/bar/2' a.txt
sed 's/foo/bar/gI' a.txt
sed -E 's/([0-9]+)-([0-9]+)/\2-\1/' a.txt
sed -E 's/^[[:space:]]+|[[:space:]]+$//g' a.txt
sed 's/^[ \t]*//;s/[ \t]*$//' a.txt
sed 's/[^[:alnum:]]//g' a.txt
sed 's/[^,]*,//' data.csv
sed 's|/usr/local|/opt|g' a.txt
sed 's#http://#https://#' README.md
sed 's,/,::,g' list
sed 's/\//-/g' list
sed 's/.*\[\([^]]*\)\].*/\1/' server.log
sed 's/"//g' data.csv
sed "s/'//g" data.csv
sed -e 's/a/b/' -e 's/c/d/' a.txt
sed -n 's/^version: *//p' config/app.yaml
sed -n 's/.*"name": *"\([^"]*\)".*/\1/p' package.json
sed ':a;N;$!ba;s/\n/ /g' a.txt
sed -n '1!G;h;$p' a.txt
sed 'n;d' a.txt
sed '$!N;$!D' a.txt
sed 'y/abc/ABC/' a.txt
sed = a.txt
sed -n 'l' a.txt
sed 's/,/\⏎/g' data.csv
sed '1~2d' a.txt
sed -n '2{p;q}' a.txt
sed -n '/import/,+3p' src/app.ts
sed '/^---$/,/^---$/d' README.md
sed 's/\x1b\[[0-9;]*m//g' server.log
sed -n '\|/api/|p' server.log
cat a.txt | sed 's/^/> /'
`
