/**
 * What people type all day, from the kind of lines that stand in shell histories. One command a line or several with
 * ` ¦ ` between; `⏎` is a new line.
 */

/** They only look: nothing here may ask, except what `ASKED_THOUGH_LOOKING` names with its reason. */
export const LOOKS = `
git status ¦ git status -sb ¦ git st -s 2>/dev/null || git status ¦ git log --oneline -15 ¦ git log --oneline --graph --decorate --all -n 30
git log -p -2 -- src/server.ts ¦ git log --since=yesterday --author="$USER" --oneline ¦ git log --format='%an' | sort | uniq -c | sort -rn | head
git diff ¦ git diff --stat HEAD~1 ¦ git diff --name-only main ¦ git diff --cached ¦ git diff HEAD -- src/*.ts ¦ git show --stat ¦ git show HEAD:package.json
git branch -vv ¦ git branch --show-current ¦ git tag -l v* ¦ git remote -v ¦ git stash list ¦ git blame -L 1,10 src/server.ts
git shortlog -sn --no-merges ¦ git rev-parse --short HEAD ¦ git ls-files | wc -l ¦ git ls-files '*.ts' | xargs wc -l ¦ git ls-files -z | xargs -0 wc -l
git -C src log --oneline -3 ¦ git -C packages/web status -s ¦ git grep -n TODO ¦ git grep -n 'useState' -- '*.tsx' ¦ git ls-files | grep test | wc -l
git log --oneline | head -5 ¦ git log --oneline | wc -l ¦ git reflog -5 ¦ git cat-file -p HEAD ¦ git describe --tags --always ¦ git config user.email
git ls-files | grep '\\.ts$' | head -20 | xargs head -5 ¦ git log -1 --format=%cd && git status -s ¦ git diff --numstat | awk '{a+=$1; d+=$2} END {print a, d}'
grep -rn "TODO" src ¦ grep -rn --include=*.ts import src | head ¦ grep -c '' README.md ¦ grep -i error logs/*.log ¦ grep -l main src/*.ts
grep -n 'export' src/*.ts | cut -d: -f1 | sort | uniq -c ¦ grep -rhoE 'v[0-9]+\\.[0-9]+' docs | sort -u ¦ grep -E '^(a|b)' data/list.txt ¦ grep -v '^#' requirements.txt | sort
rg TODO ¦ rg -n 'function \\w+' src ¦ rg -l useState ¦ rg -c import src ¦ rg x *.md ¦ rg --files | head ¦ rg --files src | wc -l ¦ rg -i 'error|warn' logs/app.log
rg -l listen src | xargs wc -l ¦ rg -l -0 listen src | xargs -0 head -3 ¦ rg --files -g '*.ts' src | xargs wc -l | sort -n | tail -5
find . -name '*.ts' | wc -l ¦ find . -name *.md ¦ find src -type f | head ¦ find . -type f -name '*.json' -not -path '*/node_modules/*' ¦ find . -maxdepth 1 -type d
find . -name '*.ts' -not -path './node_modules/*' | xargs wc -l ¦ find src -type f -print0 | xargs -0 grep -l listen ¦ find src -name '*.ts' | xargs grep -n import | head
find . -type f -size +100k ¦ find . -mtime -1 -type f | head -20 ¦ find src -type f | xargs ls -la ¦ find docs -name '*.md' | xargs -n1 basename ¦ find . -name '*.log' | xargs du -ch
find src -name '*.ts' | xargs -I{} wc -l {} ¦ find src test -name '*.ts' | sort | xargs wc -l | tail -1 ¦ find . -type f -name '*.md' -print0 | xargs -0 cat ¦ find src -type f | xargs md5sum | sort
ls ¦ ls -la ¦ ls -lt | head ¦ ls -d */ ¦ ls src/*.ts ¦ ls *.json ¦ ls -1 src | wc -l ¦ ls -lh logs/*.log ¦ ls {src,test} ¦ ls src/**/*.ts ¦ ls -la ~/nothing 2>/dev/null || ls
ls | xargs -n1 ¦ ls | xargs ¦ ls docs/*.md | wc -l ¦ ls -la $(pwd) ¦ ls -la "$PWD/src" ¦ ls *.pem 2>/dev/null ¦ ls certs/* ¦ du -sh * ¦ du -sh */ | sort -h ¦ du -sh -- * | sort -rh | head -5
cat README.md ¦ cat {package,tsconfig}.json ¦ cat src/server.ts | head -30 ¦ cat docs/*.md ¦ cat package.json | jq .scripts ¦ cat logs/app.log | grep ERROR | tail -5 ¦ cat -n src/index.ts
cat src/{index,server}.ts ¦ cat data/list.txt data/other.txt | sort | uniq -d ¦ cat $(git ls-files 'docs/*.md') ¦ cat < README.md ¦ cat a.txt 2>/dev/null || echo none
head -50 src/server.ts ¦ head -3 data/*.csv ¦ head -n 1 *.md ¦ tail -n 100 logs/app.log ¦ tail -5 logs/*.log ¦ tail -n +2 data/users.csv | cut -d, -f2 | sort -u ¦ head -c 64 data/blob.bin | xxd
wc -l src/*.ts ¦ wc -l $(git ls-files '*.ts') ¦ wc -l $(find src -name '*.ts') ¦ wc -w README.md docs/*.md ¦ wc -c * 2>/dev/null ¦ wc -l < data/users.csv ¦ wc -l {src,test}/*.ts
sort data/list.txt ¦ sort *.txt 2>/dev/null ¦ sort -u data/*.txt ¦ sort -t, -k2 -n data/users.csv | head ¦ sort data/list.txt | uniq -c | sort -rn ¦ comm -12 <(sort data/list.txt) <(sort data/other.txt)
comm <(sort -u data/list.txt) <(sort -u data/other.txt) ¦ diff <(ls src) <(ls test) ¦ diff <(git show HEAD:README.md) README.md ¦ diff -u data/list.txt data/other.txt ¦ paste <(cut -d, -f1 data/users.csv) <(cut -d, -f2 data/users.csv)
awk -F, '{print $2}' data/users.csv ¦ awk '{print $1}' logs/app.log | sort | uniq -c ¦ awk 'NR==3' README.md ¦ awk '/ERROR/ {n++} END {print n}' logs/*.log ¦ awk -F, 'NR>1 {s+=$3} END {print s/(NR-1)}' data/users.csv
sed -n '1,20p' src/server.ts ¦ sed -n '/start/,/end/p' logs/app.log ¦ sed 's/,/\\t/g' data/users.csv | head ¦ sed -n 5p README.md ¦ sed 's/foo/bar/' docs/*.md | head
jq . package.json ¦ jq -r '.scripts | keys[]' package.json ¦ jq '.dependencies' package.json ¦ jq -r '.[].name' data/items.json ¦ jq '.[] | select(.id > 1)' data/items.json ¦ jq length data/items.json ¦ jq .[0] data/items.json ¦ jq -c .[] data/*.json
cut -d, -f1 data/users.csv | tail -n +2 ¦ cut -c1-20 logs/app.log ¦ tr a-z A-Z < README.md ¦ tr [:lower:] [:upper:] < README.md ¦ tr ',' '\\n' < data/users.csv | head ¦ column -t -s, data/users.csv ¦ nl -ba src/index.ts | head
uniq -c data/list.txt ¦ tac logs/app.log | head ¦ rev data/list.txt ¦ fold -w 60 README.md ¦ md5sum *.json ¦ sha256sum package.json ¦ sha1sum src/*.ts ¦ file * ¦ file src/*.ts data/blob.bin ¦ stat -c '%s %n' src/*.ts ¦ stat README.md
xxd -l 32 data/blob.bin ¦ od -An -tx1 -N16 data/blob.bin ¦ hexdump -C data/blob.bin | head -3 ¦ strings data/blob.bin | head ¦ base64 README.md | head -2 ¦ realpath src ¦ readlink -f README.md ¦ tree -L 2 -I node_modules ¦ tree src
for f in src/*.ts; do echo "$f"; done ¦ for f in *.md; do wc -l "$f"; done ¦ for f in *.md; do wc -l $f; done ¦ for f in src/*.ts; do echo "== $f"; head -5 "$f"; done ¦ for i in 1 2 3; do echo $i; done
for i in {1..5}; do echo "line $i"; done ¦ for i in $(seq 1 3); do echo $i; done ¦ for d in */; do echo "$d: $(ls "$d" | wc -l)"; done ¦ for d in src test docs; do echo "$d"; ls $d; done ¦ for d in src docs; do (cd "$d" && ls | wc -l); done
for f in $(git ls-files 'src/*.ts'); do wc -l "$f"; done ¦ for f in $(find src -name '*.ts'); do grep -c import $f; done ¦ for f in data/*.csv; do echo "\${f##*/}"; done ¦ for f in src/*.ts; do basename "$f" .ts; done ¦ for w in foo bar; do grep -rn "$w" src; done
for f in logs/*.log; do tail -2 "$f"; done ¦ for f in src/*.ts; do [ -s "$f" ] && echo "$f"; done ¦ for f in README.md package.json; do if [ -f $f ]; then head -1 $f; fi; done ¦ for b in main topic; do git log --oneline -1 $b; done ¦ for f in data/*; do file "$f"; done
for i in 1 2 3; do echo $((i * 2)); done ¦ for n in 10 20; do head -n $n logs/app.log | wc -c; done ¦ for f in *.json; do jq -r .name "$f"; done ¦ for f in *; do [ -d "$f" ] && du -sh "$f"; done ¦ for x in a b; do for y in 1 2; do echo $x$y; done; done
x=src; ls $x ¦ f=README.md; wc -l "$f"; head -2 "$f" ¦ dir=src; grep -rn import "$dir" | wc -l ¦ n=$(wc -l < README.md); echo "lines: $n" ¦ b=$(git branch --show-current) && echo "on $b" ¦ x=$(grep -c import src/server.ts); echo $x
files="README.md package.json"; wc -l $files ¦ p=docs; ls $p/*.md ¦ a=1; b=2; echo $((a + b)) ¦ d=$(date +%F); echo "today $d" ¦ v=$(jq -r .version package.json); echo "v$v" ¦ count=$(ls src | wc -l); [ "$count" -gt 1 ] && echo many ¦ pat='TODO'; grep -rn "$pat" src
echo $((60 * 60 * 24)) ¦ echo $((2+3)) ¦ echo "$((1024*4)) bytes" ¦ echo "$(git rev-parse --short HEAD) $(date +%F)" ¦ echo {a,b}{1,2} ¦ echo *.md ¦ echo src/* ¦ printf '%s\\n' *.json ¦ printf '%s\\n' {1..3} ¦ basename "$(pwd)" ¦ basename $PWD ¦ dirname "$(git rev-parse --git-dir)"
cd . && git status ¦ cd .; git status -s ¦ cd ./ && git diff --stat ¦ cd src && ls && cd .. ¦ cd src; ls; cd .. ¦ cd docs; ls; cd -; cat README.md ¦ x=$(grep -c import src/server.ts) ¦ cd src && ls ¦ cd docs && wc -l *.md && cd - ¦ cd src && grep -n import *.ts; cd .. 2>/dev/null || true ¦ pushd src && ls && popd ¦ pushd docs > /dev/null && cat guide.md && popd > /dev/null ¦ (cd test && ls -la) ¦ cd src && cd ../docs && ls ¦ cd "$(pwd)/src" && ls ¦ cd src && pwd && cd .. && git status -s
[ -n "$CI" ] && echo ci ¦ [ -z "$EDITOR" ] && echo none ¦ [[ -n $NODE_ENV ]] && echo set ¦ [ -f package.json ] && jq .name package.json ¦ test -d node_modules && echo yes ¦ if [ -n "$VIRTUAL_ENV" ]; then echo venv; fi ¦ [ -z "\${PORT:-}" ] && echo unset ¦ [ "$(git branch --show-current)" = main ] && echo main ¦ [[ -d src && -n "$HOME" ]] && ls src
pwd ¦ whoami ¦ id ¦ uname -a ¦ hostname ¦ date ¦ date +%s ¦ uptime ¦ nproc ¦ free -h ¦ df -h . ¦ ps aux | grep node | head ¦ ps -ef | wc -l ¦ pgrep -fl node ¦ lsof -i :3000 ¦ ss -tln ¦ which node npm ¦ type ls ¦ command -v git ¦ node --version ¦ npm --version ¦ python3 --version ¦ echo $SHELL ¦ echo $PATH ¦ echo "$HOME" ¦ printenv HOME ¦ sleep 0.1 && ls
docker ps ¦ docker ps -a ¦ docker images ¦ docker logs --tail 20 web ¦ kubectl get pods ¦ kubectl get pods -A -o wide ¦ kubectl describe pod web-1 ¦ kubectl logs deploy/web --tail=20 ¦ npm ls --depth=0 ¦ pip list ¦ pip show requests
ps aux | awk '{print $2, $11}' | head ¦ ls -la | awk '{s += $5} END {print s}' ¦ ls -l | grep '^d' ¦ cat logs/app.log | awk '{print $3}' | sort | uniq -c | sort -nr | head -3 ¦ grep -h ERROR logs/*.log | cut -d' ' -f1 | sort | uniq -c ¦ time ls ¦ timeout 5 rg TODO src ¦ LC_ALL=C sort data/list.txt | head
git cherry ¦ git show-branch ¦ lscpu ¦ lsblk ¦ locale ¦ getconf PAGESIZE ¦ ulimit -a ¦ mount ¦ netstat -tln ¦ pip freeze ¦ zcat data/notes.gz ¦ gzip -l data/notes.gz ¦ tar tf data/a.tar
printenv TERM ¦ yes | head -3 ¦ awk '{print ($1>2)}' data/list.txt ¦ jq .environment package.json ¦ find . -name '*.ts' -exec wc -l {} + ¦ find src -name '*.ts' -exec grep -n import {} +
`

/** Looks by their nature that ask nevertheless, each with the reason. */
export const ASKED_THOUGH_LOOKING: readonly (readonly [command: string, reason: string])[] = [
  ['git st -s 2>/dev/null || git status', 'an alias of git may run anything'],
  ['ls -la ~/nothing 2>/dev/null || ls', 'a place outside the working directories'],
  ['git log --since=yesterday --author="$USER" --oneline', 'an option made of the environment'],
]

/** They only look for their author: outside, endless, following links, or by a program that a project may choose. */
export const ASKED = `
grep -Rn TODO . ¦ diff -r src test ¦ tail -f logs/app.log ¦ cat ~/.bashrc ¦ cat /etc/hosts ¦ ls .. ¦ ls / ¦ ls ~ ¦ cat .env ¦ cat .env* ¦ cat certs/*.pem ¦ head certs/server.key ¦ echo $GITHUB_TOKEN ¦ env ¦ printenv ¦ set ¦ echo "$AWS_SECRET_ACCESS_KEY"
less README.md ¦ man ls ¦ top -b -n 1 ¦ watch ls ¦ cargo --version ¦ tsc --version ¦ go version ¦ find . -name '*.ts' -exec sed -n 1p {} + ¦ while read -r l; do echo "$l"; done < data/list.txt ¦ cd .. && ls ¦ cd src && git log -1 ¦ cat $FILE ¦ for f in $FILES; do cat $f; done ¦ x=$HOME/.ssh; ls $x
curl https://example.com ¦ ping -c1 example.com ¦ dig example.com ¦ nslookup example.com ¦ gh pr list ¦ git fetch ¦ npm outdated ¦ npm view react ¦ docker inspect web ¦ kubectl get secrets ¦ history ¦ find . -name '*.ts' | xargs sed -n 1p ¦ ls | xargs -I{} sh -c 'wc -l {}'
`

/** They may change something: none may run without a question. */
export const CHANGES = `
npm install ¦ npm ci ¦ npm test ¦ npm run build ¦ npx tsc ¦ yarn ¦ pnpm i ¦ make ¦ make test ¦ cargo build ¦ go test ./... ¦ pytest ¦ python3 script.py ¦ node src/index.js ¦ bash run.sh ¦ ./run.sh ¦ pip install requests
git add . ¦ git add -p ¦ git commit -m wip ¦ git commit --amend --no-edit ¦ git push ¦ git pull --rebase ¦ git checkout main ¦ git checkout -b topic2 ¦ git switch main ¦ git restore . ¦ git stash ¦ git stash pop ¦ git merge topic ¦ git rebase -i HEAD~3 ¦ git reset --hard ¦ git clean -fdx ¦ git branch -D topic ¦ git tag v9 ¦ git config user.name x ¦ git cherry-pick HEAD~1
rm -rf dist ¦ rm *.log ¦ rm -f logs/*.log ¦ mkdir -p tmp/a ¦ touch x ¦ touch {a,b}.txt ¦ mv a.txt b.txt ¦ cp -r src src2 ¦ ln -s src s ¦ chmod +x run.sh ¦ echo x > out.txt ¦ echo x >> README.md ¦ sort data/list.txt -o data/list.txt ¦ sort data/list.txt > sorted.txt ¦ sed -i s/a/b/ README.md ¦ sed -i 's/a/b/' src/*.ts
for f in *.txt; do mv "$f" "\${f%.txt}.md"; done ¦ for f in src/*.ts; do sed -i s/a/b/ "$f"; done ¦ for i in 1 2 3; do touch "f$i"; done ¦ find . -name '*.log' -delete ¦ find . -name '*.log' | xargs rm ¦ git ls-files -m | xargs git add ¦ ls | xargs -n1 touch ¦ x=out.txt; echo hi > $x ¦ f=a; rm $f ¦ d=new; mkdir $d && cd $d
tee log.txt < README.md ¦ cat README.md | tee copy.md ¦ tar czf a.tgz src ¦ tar xf data/a.tar ¦ unzip data/a.zip ¦ gzip README.md ¦ dd if=/dev/zero of=x count=1 ¦ truncate -s 0 logs/app.log ¦ split data/list.txt ¦ patch -p1 < fix.patch ¦ uniq data/list.txt data/out.txt ¦ xxd README.md out.hex ¦ docker run --rm alpine ¦ docker compose up -d ¦ docker rm web ¦ kubectl apply -f k.yaml ¦ kubectl delete pod web-1 ¦ kill 123 ¦ sudo ls ¦ crontab -l | crontab -
`
