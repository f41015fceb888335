import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commandsIn,
  createPermissionPlace,
  type PermissionContext,
} from '../../../../test/support/permission-place.ts'

let context: PermissionContext
beforeAll(() => {
  context = createPermissionPlace()
})
afterAll(() => context.remove())

// What a coding agent looks at all day.
const LOOKS = `
git status ¦ git status --porcelain=v2 --branch ¦ git log --oneline -10
git log --oneline --graph --all --decorate -20 ¦ git log -p -1 -- src/app.ts
git log --since="2 weeks ago" --author=alice ¦ git log --format='%h %an %s' -n 5
git log --pretty=format:"%h - %an, %ar : %s" --date=short ¦ git log main..HEAD --oneline
git log --name-only --oneline -5 ¦ git log -S 'foo' --oneline ¦ git log -G'foo.*bar' --oneline
git log --grep=fix -i ¦ git log --stat --no-merges origin/main...HEAD ¦ git diff ¦ git diff --stat
git diff --cached ¦ git diff --staged --name-only ¦ git diff HEAD~1 HEAD ¦ git diff main...HEAD -- src
git diff -w HEAD -- src/app.ts ¦ git diff --name-status origin/main ¦ git diff -U10 ¦ git diff --word-diff
git diff --color=never ¦ git diff --ignore-space-at-eol ¦ git show ¦ git show HEAD~2
git show --stat --oneline HEAD ¦ git show HEAD:src/app.ts ¦ git show abc1234 --name-only
git show -s --format=%B HEAD ¦ git branch ¦ git branch -vv ¦ git branch --show-current ¦ git branch -r
git branch --list 'feature/*' ¦ git branch --contains HEAD ¦ git branch --merged main
git branch -a --sort=-committerdate ¦ git branch --format='%(refname:short)' ¦ git tag ¦ git tag -l 'v1.*'
git tag --sort=-v:refname ¦ git tag --contains HEAD ¦ git tag -n ¦ git remote ¦ git remote -v
git remote get-url origin ¦ git stash list ¦ git stash show ¦ git stash show -p stash@{0}
git worktree list ¦ git blame -L 10,20 src/app.ts ¦ git blame -w src/index.ts ¦ git shortlog -sn
git shortlog -sne HEAD ¦ git describe --tags ¦ git describe --tags --always --dirty
git describe --abbrev=0 --tags ¦ git rev-parse HEAD ¦ git rev-parse --short HEAD
git rev-parse --abbrev-ref HEAD ¦ git rev-parse --show-toplevel ¦ git rev-parse --is-inside-work-tree
git rev-parse --git-dir ¦ git rev-parse --verify main ¦ git rev-list --count HEAD
git rev-list --max-count=1 HEAD ¦ git rev-list --left-right --count main...HEAD ¦ git ls-files
git ls-files -o --exclude-standard ¦ git ls-files -m ¦ git ls-files src
git ls-files --others --exclude-standard ¦ git ls-files '*.ts' ¦ git ls-tree HEAD
git ls-tree -r HEAD --name-only ¦ git ls-tree -r --name-only main src ¦ git cat-file -t HEAD
git cat-file -p HEAD ¦ git cat-file -s HEAD
git for-each-ref --sort=-committerdate --format='%(refname:short)' refs/heads
git for-each-ref --count=5 refs/tags ¦ git show-ref --heads ¦ git show-ref ¦ git merge-base main HEAD
git merge-base --is-ancestor main HEAD ¦ git grep foo ¦ git grep -n "TODO" -- src ¦ git grep -il foo
git check-ignore -v node_modules ¦ git reflog ¦ git reflog -10 ¦ git reflog show --date=iso
git reflog show main ¦ git config --get user.name ¦ git config user.email
git config --get remote.origin.url ¦ git config --get core.autocrlf ¦ git --no-pager log -5 --oneline
git --no-pager diff ¦ git --version ¦ git diff --no-color HEAD ¦ git log -1 --format=%cd --date=iso
git log --all --oneline -- src/app.ts ¦ git log --follow -p src/app.ts ¦ git diff HEAD --shortstat
git status -uno ¦ git status --ignored ¦ git status --short --untracked-files=all ¦ git ls-files --stage
git ls-files -z ¦ git show --no-patch HEAD ¦ git log -n1 --pretty=%H ¦ git log --reverse --oneline ¦ ls
ls -la ¦ ls -lah src ¦ ls -1 src/*.ts ¦ ls -R docs ¦ ls -lt | head -5 ¦ ls src/**/*.ts
ls -la src test docs ¦ ls --color=never ¦ ls node_modules | wc -l ¦ ls -ltr logs ¦ ls "dir with space"
ls -S | head ¦ cat README.md ¦ cat -n src/app.ts ¦ cat package.json | head -20 ¦ cat src/app.ts src/index.ts
cat README.md | grep -i install ¦ cat package.json | jq '.scripts' ¦ cat -A Makefile ¦ cat docs/*.md
cat src/index.ts | wc -l ¦ cat .gitignore ¦ cat tsconfig.json 2>/dev/null ¦ cat .github/workflows/ci.yml
cat "dir with space/f.txt" ¦ cat <<'EOF'⏎hello⏎EOF ¦ head README.md ¦ head -n 50 src/app.ts
head -c 100 data.csv ¦ head -n -5 data.csv ¦ head -1 data.csv ¦ tail server.log ¦ tail -100 server.log
tail -n +10 README.md ¦ tail -c 200 server.log ¦ wc -l src/app.ts ¦ wc -l src/*.ts ¦ wc README.md
wc -l < README.md ¦ nl -ba src/app.ts ¦ tac server.log ¦ rev a.txt ¦ stat package.json
stat -c '%s %n' src/app.ts ¦ file src/app.ts ¦ file -b archive.zip ¦ du -sh . ¦ du -sh node_modules
du -h --max-depth=1 ¦ du -sk src docs ¦ df -h ¦ df -h . ¦ tree ¦ tree -L 2 ¦ tree -L 2 -I node_modules
tree -a src ¦ realpath src/app.ts ¦ readlink -f src ¦ basename src/app.ts .ts ¦ dirname src/app.ts
md5sum README.md ¦ sha256sum package-lock.json ¦ cksum a.txt ¦ xxd a.txt | head ¦ xxd -l 64 a.txt
od -c a.txt ¦ od -An -tx1 a.txt ¦ hexdump -C a.txt ¦ strings archive.zip | head ¦ base64 a.txt
base64 -d a.txt ¦ diff a.txt b.txt ¦ diff -u a.txt b.txt ¦ diff -q a.txt b.txt ¦ cmp a.txt b.txt
comm -12 a.txt b.txt ¦ unzip -l archive.zip ¦ zipinfo archive.zip ¦ tar -tzf archive.tar.gz
grep foo src/app.ts ¦ grep -rn "TODO" src ¦ grep -rn --include='*.ts' foo .
grep -rn --include=*.ts foo src ¦ grep -E 'a|b' README.md ¦ grep -c foo README.md ¦ grep -l foo src/*.ts
grep -v '^#' requirements.txt ¦ grep -A3 -B3 foo src/app.ts
grep -rni 'export default' src --include='*.tsx' ¦ grep -oP '(?<=version": ")[^"]+' package.json
grep -q foo README.md ¦ grep -w main go.mod ¦ grep -rl foo . --exclude-dir=node_modules
grep -n 'function' src/index.js | head -20 ¦ grep "name" package.json
grep -rn "useState" src/ | grep -v test | sort | uniq -c | sort -rn | head ¦ egrep 'a|b' README.md
fgrep foo README.md ¦ grep -rnw src -e foo ¦ grep -F 'a.b' README.md ¦ rg foo ¦ rg -n foo src
rg -l "import React" src ¦ rg -i todo -g '*.ts' ¦ rg --files ¦ rg --files -g '*.md' ¦ rg -t ts foo
rg --type py "def " ¦ rg -A 3 foo src/app.ts ¦ rg -c foo ¦ rg "fn \\w+" -o ¦ rg --no-heading foo | head
rg -uu foo ¦ rg --hidden foo ¦ rg -U 'a\\nb' src ¦ rg foo -g '!node_modules' ¦ find . ¦ find . -type f
find src -name '*.ts' -type f ¦ find . -maxdepth 2 -type d
find . -name node_modules -prune -o -name '*.js' -print ¦ find . -type f -size +1M ¦ find . -mtime -1
find . -name "*.ts" -not -path "*/node_modules/*" ¦ find . -path ./node_modules -prune -o -type f -print
find src -type f | wc -l ¦ find . -iname '*readme*' ¦ find . -type f -name '*.py' -newer README.md
find . \\( -name '*.ts' -o -name '*.tsx' \\) ¦ find . -empty ¦ find . -type f -printf '%p %s\\n'
find . -name '*.test.ts' | sort ¦ fd foo ¦ fd -e ts ¦ fd -t f . src ¦ sed -n '1,50p' src/app.ts
sed -n '10p' README.md ¦ sed 's/foo/bar/g' README.md ¦ sed -n '/start/,/end/p' README.md
sed -e 's/a/b/' -e 's/c/d/' a.txt ¦ sed '1d' data.csv ¦ sed '/^$/d' README.md
sed -E 's/([0-9]+)/<\\1>/g' a.txt ¦ sed -n '$p' a.txt ¦ sed -n '$=' a.txt ¦ sed 's|/usr|/opt|' a.txt
awk '{print $1}' table.txt ¦ awk -F, '{print $1,$3}' data.csv ¦ awk -F: '$3 > 100 {print $1}' data.csv
awk 'NR==5' a.txt ¦ awk 'NR>=10 && NR<=20' src/app.ts ¦ awk '{s+=$1} END {print s}' table.txt
awk '/foo/ {print NR": "$0}' a.txt ¦ awk 'length > 80' src/app.ts ¦ awk -F'\\t' '{print $2}' table.txt
awk 'BEGIN{FS=","} {print $2}' data.csv
awk '{count[$1]++} END {for (k in count) print k, count[k]}' server.log ¦ awk -v n=3 'NR==n' a.txt
awk '{printf "%s\\n", $1}' table.txt ¦ awk '!seen[$0]++' a.txt ¦ awk '{print $NF}' a.txt
awk '{gsub(/a/,"b"); print}' a.txt ¦ jq . package.json ¦ jq -r '.version' package.json
jq '.dependencies | keys' package.json ¦ jq '.scripts' package.json
jq -r '.scripts | to_entries[] | "\\(.key): \\(.value)"' package.json ¦ jq '.[] | select(.id == 1)' data.json
jq length data.json ¦ jq -c '.[]' data.json ¦ jq -r '.dependencies["react"]' package.json
jq --arg v x '.[$v]' data.json ¦ sort a.txt ¦ sort -u a.txt ¦ sort -n -k2 table.txt
sort -t, -k3 -nr data.csv ¦ sort a.txt b.txt ¦ sort -rn | head ¦ uniq -c a.txt ¦ cut -d, -f1,3 data.csv
cut -c1-10 a.txt ¦ tr a-z A-Z < a.txt ¦ cat a.txt | tr -d '\\n' ¦ tr -s ' ' < a.txt ¦ paste a.txt b.txt
column -t -s, data.csv ¦ fold -w 80 README.md ¦ expand a.txt ¦ join a.txt b.txt ¦ seq 1 10 ¦ seq 10
expr 1 + 2 ¦ echo "1+2" | bc ¦ echo '2^10' | bc -l ¦ numfmt --to=iec 1024 ¦ echo hello ¦ echo "hello $USER"
echo $HOME ¦ echo "$PWD" ¦ echo $? ¦ echo -e "a\\nb" ¦ printf '%s\\n' hello ¦ printf "%d items\\n" 5
test -f package.json ¦ test -d src && echo yes ¦ [ -d src ] ¦ [ -f package.json ] && cat package.json
[ -f a.txt ] || echo missing ¦ [ "$USER" = root ] ¦ [[ -f package.json ]] && echo yes
[[ -d src && -f a.txt ]] && echo both ¦ [[ "$USER" == root ]] || echo no ¦ [[ -z "$HOME" ]]
[[ -n "$TERM" ]] && echo tty ¦ [[ ! -e missing ]] && echo gone ¦ [[ "abc" == a* ]] && echo m
[[ "$PWD" =~ project ]] && echo yes ¦ if [ -f package.json ]; then echo yes; else echo no; fi
if [[ -f package.json ]]; then cat package.json; fi ¦ true ¦ false ¦ pwd ¦ pwd -P ¦ cd src && ls
cd src && grep -rn foo . ¦ cd src; cat app.ts ¦ cd docs && wc -l *.md ¦ (cd src && ls) ¦ type node
type -a python ¦ command -v node ¦ command -v node >/dev/null && echo yes ¦ command -v npm || echo none
which node ¦ which -a python3 ¦ whereis git ¦ whoami ¦ id ¦ id -u ¦ uname -a ¦ uname -s ¦ arch ¦ hostname
date ¦ date +%Y-%m-%d ¦ date -u ¦ date '+%s' ¦ date -d yesterday +%F ¦ uptime ¦ nproc ¦ free -h ¦ ps aux
ps -ef ¦ ps aux | grep node ¦ ps -p 123 ¦ ps -o pid,cmd ¦ pgrep node ¦ pgrep -fl vite ¦ lsof -i :3000
ss -tlnp ¦ ss -tuln | grep 3000 ¦ node --version ¦ node -v ¦ npm -v ¦ npm --version ¦ python3 --version
python3 -V ¦ pip --version ¦ ruby -v ¦ java -version ¦ gcc --version ¦ make --version ¦ docker --version
rg --version ¦ jq --version ¦ npm ls --depth=0 ¦ npm ls react ¦ npm list -g --depth=0 ¦ npm ls --all --json
pip list ¦ pip show requests ¦ pip3 list ¦ pip list --format=json ¦ docker ps ¦ docker ps -a ¦ docker images
docker logs web ¦ docker logs --tail 100 web ¦ docker version ¦ kubectl get pods ¦ kubectl get pods -n web
kubectl get pods -A -o wide ¦ kubectl get deploy,svc ¦ kubectl describe pod web-1 ¦ kubectl logs web-1
kubectl logs deploy/web --tail=50 ¦ time ls ¦ timeout 5 ls ¦ timeout 10s git status
timeout 30 grep -rn foo . ¦ nice ls ¦ nice -n 10 du -sh . ¦ stdbuf -oL grep foo server.log
LC_ALL=C sort a.txt ¦ TZ=UTC date ¦ LANG=C ls -l ¦ NO_COLOR=1 git status ¦ git status && git diff --stat
git log --oneline -3; git status -s ¦ ls src 2>/dev/null || echo none ¦ ls missing 2>&1
ls missing 2>&1 | head ¦ cat missing 2>/dev/null; echo done ¦ grep foo a.txt > /dev/null
grep foo a.txt >/dev/null 2>&1 && echo found ¦ grep foo a.txt &>/dev/null ¦ wc -l src/*.ts | tail -1
ls -la; pwd; whoami ¦ echo "branch: $(git branch --show-current)" ¦ echo "files: $(ls | wc -l)"
echo "$(date) $(hostname)" ¦ ls -la | awk '{print $5, $9}'
git log --format=%an | sort | uniq -c | sort -nr ¦ cat <<EOF⏎hello⏎EOF ¦ grep -n foo <<< "foo bar"
head -5 a.txt | tail -1 ¦ sleep 1 ¦ sleep 2 && cat server.log ¦ { echo a; echo b; } ¦ ! grep -q foo a.txt
# just a comment⏎ls ¦ ls # list ¦ ls \\⏎  -la ¦ echo 'single' "double" plain
printf '%s %s\\n' "$(whoami)" "$(hostname)" ¦ printenv HOME ¦ sha512sum a.txt ¦ ls -l --time-style=long-iso
cat /dev/null ¦ git diff HEAD^ HEAD ¦ git diff HEAD^..HEAD --stat ¦ git show HEAD^ ¦ git log @{u}..
git log origin/main..HEAD ¦ git diff --stat origin/main... ¦ grep -rn "foo(" src ¦ grep -rn 'class \\w\\+' lib
grep -rn "a\\.b" . --include="*.ts" ¦ find . -regex '.*\\.ts'
ls src/* ¦ wc -l src/* ¦ grep -n foo src/* ¦ ls -d src/*/ ¦ ls src/**/*.tsx ¦ cat src/*/Button.tsx ¦ file src/* ¦ ls *.json
echo héllo ¦ grep -rn "naïve" src ¦ echo 日本語 ¦ echo "→ ok ✓"
echo "👩‍💻 🏳️‍🌈 ❤️ 👍🏽" ¦ grep -rn "👨‍👩‍👧" src
`

test.each(commandsIn(LOOKS))('%j only looks', async command => {
  expect(await context.bash(command)).toMatchObject({ verdict: 'allow', readOnly: true })
})

test.each(
  commandsIn(`
cat certs/* ¦ head certs/*.key ¦ cat */credentials.json ¦ grep -n x secrets/* ¦ cat */server.key ¦ cat here/*/server.*
wc -l out/* ¦ cat rootlink/etc/* ¦ cat */../../secret.md ¦ cat .*/config ¦ cat nothing/* ¦ cat u*/secret.md
`),
)('%j may stand for a secret or lead out', async command => {
  expect(await context.verdict(command)).toBe('ask')
})
