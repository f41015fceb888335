import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commandsIn,
  createPermissionPlace,
  type PermissionContext,
} from '../../../../test/support/permission-place.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
})
afterAll(() => place.remove())

// One line of every way found so far to make an ordinary command do more than look.
const COMMANDS = `
git diff --outp=x ¦ git diff --output x ¦ git diff --outpu=x HEAD ¦ git log --output=x ¦ git log --outp x
git show --output=x ¦ git stash show --output=x ¦ git stash list --output=x ¦ git shortlog --output=x
git shortlog --outpu=x ¦ git reflog --output=x ¦ git rev-list --output=x HEAD ¦ git grep -O foo
git grep -Ovim foo ¦ git grep --open-files-in-pager foo ¦ git grep --open-files-in-pager=vim foo
git grep --op foo ¦ git grep --textconv foo ¦ git grep -nO foo ¦ git grep --no-index foo ..
git grep -f ../secret.md ¦ git grep -f .env foo ¦ git grep foo -- ../x
git diff --no-index a.txt ../secret.md ¦ git diff --no-index /etc/passwd a.txt
git diff --no-index a.txt b.txt --output=c ¦ git diff --ext-diff ¦ git diff --ext ¦ git diff --textconv
git log -p --textconv ¦ git log --ext-diff -p ¦ git show --textconv HEAD ¦ git log --show-signature
git log --show-sig ¦ git log --format=%G? ¦ git log --pretty='%GK' ¦ git log --format='%+GS'
git log --pretty=myalias ¦ git show --format='%GG' ¦ git for-each-ref --format='%(signature)'
git branch --format='%(signature:key)' ¦ git tag --format='%(contents:signature)x%(signature)'
git tag -v v1 ¦ git tag --verify v1 ¦ git verify-commit HEAD ¦ git verify-tag v1
git cat-file --textconv HEAD:a.txt ¦ git cat-file --filters HEAD:a.txt ¦ git cat-file --batch
git cat-file --batch-check ¦ git cat-file -p HEAD:.env ¦ git show HEAD:.env ¦ git show HEAD:config/key.pem
git show :/foo:.env ¦ git show HEAD:./.env ¦ git show :0:.env ¦ git show :.env ¦ git show ':(top).env'
git diff .env ¦ git diff HEAD -- .env ¦ git log -p -- .env ¦ git log -p -- '*.pem' ¦ git blame .env
git blame --contents ../secret.md a.txt ¦ git blame --contents=/etc/passwd a.txt ¦ git blame -S ../x a.txt
git blame --ignore-revs-file=../x a.txt ¦ git -p log ¦ git --paginate log ¦ git -c core.pager=x log
git -C .. status ¦ git -C sub status ¦ git --git-dir=/tmp/x status ¦ git --git-dir /tmp/x status
git --work-tree=.. status ¦ git --exec-path=/tmp status ¦ git --exec-path
git --config-env=core.pager=X log ¦ git --namespace=x log ¦ git --bare log ¦ git branch -d x
git branch -D x ¦ git branch -m x y ¦ git branch --delete x ¦ git branch --del x ¦ git branch x main
git branch --set-upstream-to=origin/x ¦ git branch -u origin/x ¦ git branch --unset-upstream
git branch --edit-description ¦ git branch -f x ¦ git branch -c a b ¦ git branch -t x origin/x
git branch --track x ¦ git branch -v x ¦ git branch -a x ¦ git branch -r -d origin/x
git branch --list -d x ¦ git branch --contains HEAD -d x ¦ git branch --contains -D main
git branch --sort=x newb ¦ git branch --no-column newb ¦ git branch --merged main -d foo ¦ git tag x
git tag -d x ¦ git tag -a v1 -m x ¦ git tag -s v1 ¦ git tag -f v1 ¦ git tag -m x v1 ¦ git tag --list -d v1
git tag -n newtag ¦ git tag -n5 -d x ¦ git tag --contains HEAD x -d ¦ git stash ¦ git stash push
git stash pop ¦ git stash drop ¦ git stash apply ¦ git stash clear ¦ git stash -u ¦ git stash save x
git stash create ¦ git stash branch x ¦ git remote add x y ¦ git remote rm x ¦ git remote show origin
git remote update ¦ git remote prune origin ¦ git remote set-url origin x ¦ git remote -v update
git remote rename a b ¦ git ls-remote ¦ git ls-remote origin ¦ git fetch ¦ git pull ¦ git push ¦ git clone x
git archive HEAD ¦ git archive --remote=x HEAD ¦ git archive -o x HEAD ¦ git bundle create x HEAD
git reflog expire --all ¦ git reflog delete HEAD@{0} ¦ git reflog expire ¦ git reflog exists HEAD
git rev-parse --git-path hooks ¦ git rev-parse --parseopt ¦ git rev-parse --sq-quote x
git rev-parse --resolve-git-dir .. ¦ git worktree add x ¦ git worktree remove x ¦ git worktree prune
git config --get credential.helper ¦ git config --get http.extraheader
git config --get-all http.https://x/.extraheader ¦ git config --list ¦ git config -l
git config --get-regexp . ¦ git config user.name x ¦ git config --unset user.name
git config --add user.name x ¦ git config -e ¦ git config --edit ¦ git config --file ../x --get user.name
git config -f /etc/x --get user.name ¦ git config --blob HEAD:x --get user.name
git config --get user.name --file=../x ¦ git config --get user.name x y
git config --replace-all user.name x ¦ git config --get user.signingkey ¦ git config --get user.password
git config get user.name ¦ git config set user.name x ¦ git config --get url.x.insteadof
git config --get core.sshcommand ¦ git submodule status ¦ git submodule update ¦ git submodule foreach ls
git bisect start ¦ git checkout . ¦ git switch x ¦ git restore . ¦ git reset ¦ git clean -fd ¦ git add .
git commit ¦ git merge x ¦ git rebase x ¦ git cherry-pick x ¦ git revert x ¦ git apply x.patch ¦ git am x
git gc ¦ git fsck ¦ git prune ¦ git repack ¦ git update-index --refresh ¦ git update-ref x y
git hash-object -w a.txt ¦ git hash-object a.txt ¦ git write-tree ¦ git notes add ¦ git notes
git replace x y ¦ git filter-branch ¦ git daemon ¦ git instaweb ¦ git difftool ¦ git mergetool
git help log ¦ git help ¦ git status --help ¦ git log --help ¦ git diff --help ¦ git web--browse x
git credential fill ¦ git send-email x ¦ git svn fetch ¦ git p4 sync ¦ git maintenance run
git sparse-checkout list ¦ git lfs ls-files ¦ git foo ¦ git !x ¦ git log --exec=x
git log --no-ext-diff --ext-diff ¦ git show HEAD --ext-diff ¦ git describe --broken
git ls-files --exclude-from=../x ¦ git ls-files -X ../x ¦ git ls-files --recurse-submodules
git ls-tree HEAD ../x ¦ git check-ignore --stdin < ../x ¦ git log -- ../other ¦ git log /etc/passwd
git log --stdin ¦ git rev-list --stdin ¦ git rev-list --use-bitmap-index HEAD
git rev-list --filter=blob:none HEAD ¦ git merge-base --fork-point x > y ¦ git diff HEAD > p.patch
git format-patch HEAD~1 ¦ git format-patch --stdout HEAD~1 > x ¦ git log | tee x ¦ find . -fprint x
find . -fprint0 x ¦ find . -fls x ¦ find . -fprintf x %p ¦ find . -okdir ls \\; ¦ find . -ok ls \\;
find . -execdir ls \\; ¦ find . -exec cat {} + ¦ find . -delete ¦ find . -name x -delete ¦ find / -name x
find .. -name x ¦ find ~ -name x ¦ find -files0-from x ¦ find . -files0-from ../x ¦ find . -newer ../x
find -L . -name x ¦ find -H out ¦ find . -follow ¦ find -D exec . ¦ find . -n* x ¦ find . -name x *.ts ¦ find $HOME -name x
find . "-delete" ¦ find . -de''lete ¦ find . -d\\elete ¦ find src/../.. ¦ find out/ ¦ fd -x rm ¦ fd -X rm
fd --exec rm ¦ fd --exec-batch rm ¦ fd -tf -x cat ¦ fd foo .. ¦ fd -L foo ¦ fd --follow foo
fd --base-directory .. foo ¦ fd --search-path .. foo ¦ fd --ignore-file x foo ¦ fd -HIx rm ¦ fd -l foo
fd --list-details foo ¦ rg --pre cat x ¦ rg --pre=cat x ¦ rg --pre-glob '*' x ¦ rg --hostname-bin x foo
rg --hostname-bin=x foo ¦ rg -z foo ¦ rg --search-zip foo ¦ rg -nz foo ¦ rg --search-z foo ¦ rg -f ../x foo
rg --ignore-file ../x foo ¦ rg -L foo ¦ rg --follow foo ¦ rg foo .. ¦ rg foo /etc ¦ rg foo ~/.ssh
rg foo .env ¦ rg -g '.env' foo ¦ rg -g '.env*' --hidden foo ¦ rg --files .. ¦ rg foo * ¦ rg --generate man
rg foo $X ¦ sort -o x a.txt ¦ sort -ox a.txt ¦ sort -uo x a.txt ¦ sort -uox a.txt ¦ sort --output=x a.txt
sort --outp=x a.txt ¦ sort --o=x a.txt ¦ sort --output x a.txt ¦ sort a.txt -o a.txt ¦ sort -k1 -o x a.txt
sort --compress-program=x a.txt ¦ sort --compress-prog=x a.txt ¦ sort -T .. a.txt
sort --temporary-directory=.. a.txt ¦ sort --files0-from=../x ¦ sort --files0-from=x
sort --random-source=../x a.txt ¦ sort -S 1 a.txt * ¦ sort -* ¦ sort {-o,x} a.txt ¦ sort -- -o x ../y
uniq a.txt b.txt ¦ uniq -c a.txt out.txt ¦ uniq - out.txt ¦ uniq -- a b ¦ xxd -r a.txt
xxd -r -p a.txt b.txt ¦ xxd a.txt b.txt ¦ xxd -revert a.txt ¦ xxd -p -r a.txt ¦ xxd -rp a.txt ¦ tree -o x
tree -ox ¦ tree -R -H x -o y ¦ tree --fromfile x ¦ tree --fromfile ¦ tree --info ¦ tree --gitfile=x
tree -l ¦ tree .. ¦ file -C -m x ¦ file -C ¦ file -m x a.txt ¦ file -f list ¦ file -z a.zip ¦ file -S a
file --files-from list ¦ file --compile ¦ file -fx ¦ file -bf list ¦ file -p a.txt ¦ date -s x
date --set=x ¦ date --set x ¦ date -s'2020-01-01' ¦ date 010100002020 ¦ date -f ../x ¦ date --file=../x
date -r ../x ¦ date --reference=/etc/passwd ¦ date -us x ¦ hostname x ¦ hostname -F x ¦ hostname -f
hostname --fqdn ¦ hostname -b x ¦ hostname -d ¦ hostname -i ¦ ps e ¦ ps auxe ¦ ps eww ¦ ps axe ¦ ps -e e
ps ex ¦ ps -eo pid,environ ¦ ps aux e ¦ ps auxwwe ¦ ps -p 1 e ¦ ps E ¦ ps -E ¦ ps -o environ ¦ ps -ef e
ss -K dst 1.1.1.1 ¦ ss --kill ¦ ss -D x ¦ ss -F x ¦ ss --filter=x ¦ ss -A x -D y ¦ ss -r ¦ ss --resolve
ss -tr ¦ ss -tK ¦ ss -N x ¦ lsof -D x ¦ lsof +D .. ¦ lsof -r ¦ lsof -i@example.com ¦ lsof -i example.com
lsof -i tcp@host:22 ¦ lsof +c x ¦ lsof -k x ¦ lsof -m x ¦ jq env ¦ jq '$ENV' a.json
jq '$ENV.PATH' package.json ¦ jq -n env.HOME ¦ jq -n '$ENV|keys' ¦ jq 'env | .X' package.json
jq -f ../x a.json ¦ jq -f x.jq a.json ¦ jq --from-file x.jq a.json ¦ jq -L .. . a.json
jq --slurpfile x ../y . a.json ¦ jq --rawfile x .env . a.json ¦ jq --rawfile x .env -n '$x'
jq --argfile x ../y . a.json ¦ jq 'include "x"; .' a.json ¦ jq 'import "x" as x; .' a.json
jq 'import "x" as $x; .' a.json ¦ jq . ../x.json ¦ jq . .env ¦ jq . credentials.json
jq '@sh "\\(env)"' a.json ¦ jq '"\\(env.HOME)"' a.json ¦ jq -n 'input_filename, $__prog_args'
jq -n '[splits("a";"b")]|get_search_list' ¦ jq --seq . /etc/passwd ¦ jq -nr '$__loc__, env'
jq -rn --args '$ENV' a ¦ jq -n 'inputs' ../x ¦ jq "$X" a.json ¦ jq --exit-status=1 . ../x
jq '. as {$ENV} | 1' package.json ¦ awk 'BEGIN{while(("ls")|getline x)print x}'
awk '{getline x < "/etc/passwd"; print x}' a.txt ¦ awk '{"date"|getline;print}' a.txt
awk '{print > "x"}' a.txt ¦ awk '{print >> "x"}' a.txt ¦ awk '{print|"sh"}' a.txt
awk '{print |& "sh"}' a.txt ¦ awk '{printf "x" > "y"}' a.txt ¦ awk '@include "x"; {print}' a.txt
awk '@load "filefuncs"; {print}' a.txt ¦ awk -f x.awk a.txt ¦ awk -fx.awk a.txt ¦ awk --file=x a.txt
awk -i inplace '{print}' a.txt ¦ awk --include=x '{print}' a.txt ¦ awk -v 'x=\\x41' '{system(x)}' a.txt
awk '{system("id")}' a.txt ¦ awk 'BEGIN{f="sys" "tem"; @f("id")}'
awk 'BEGIN { cmd="id"; cmd | getline; print }' ¦ awk '{close("x")}' a.txt
awk '{print ENVIRON["HOME"]}' a.txt ¦ awk 'BEGIN{for(k in ENVIRON)print ENVIRON[k]}'
awk 'BEGIN{for(k in PROCINFO)print}' ¦ awk '{print $1}' ../x ¦ awk '{print $1}' .env
awk 'BEGIN{ARGV[1]="/etc/passwd";ARGC=2}{print}' ¦ awk '{print}' FS=: /etc/passwd ¦ awk '{print}' a=b ../x
awk 'BEGIN { printf "%s", "x" > "/tmp/y" }' ¦ awk '{ print $1, $2 > $3 }' a.txt
awk '{ print ($1 > $2) > "x" }' a.txt ¦ awk '{ print(1)>"x" }' a.txt ¦ awk "{print \\$1}" $X ¦ awk -E x a.txt
awk -e '{system("id")}' a.txt ¦ awk --exec x ¦ awk -l filefuncs '{print}' ¦ awk -D '{print}' a.txt
awk -d '{print}' a.txt ¦ awk -p '{print}' a.txt ¦ awk -o '{print}' a.txt
awk --dump-variables=x '{print}' a.txt ¦ awk --profile=x '{print}' a.txt ¦ awk '{print | "cat 1>&2"}' a.txt
awk '/x/{print}1' /dev/tcp/x/1 ¦ gawk 'BEGIN{s="/inet/tcp/0/x/80"; print "x" |& s}'
awk '{ print "a" "b" > "/dev/stderr" }' a.txt ¦ awk '{print}⏎{print > "x"}' a.txt
awk 'function f(x){return x}{print f(1)}' a.txt ¦ awk '{ print $1 ; print $2 >"x" }' a.txt
awk 'BEGIN{if(1)print 1>"x"}' ¦ awk '{x=1;y=2;print x>y}' a.txt ¦ sed -i s/a/b/ a.txt
sed -i.bak s/a/b/ a.txt ¦ sed -ni s/a/b/ a.txt ¦ sed -n -i p a.txt ¦ sed --in-place s/a/b/ a.txt
sed --in-place=.bak s/a/b/ a.txt ¦ sed --in-pl s/a/b/ a.txt ¦ sed -Ei s/a/b/ a.txt ¦ sed -s -i s/a/b/ a.txt
sed 'w x' a.txt ¦ sed '1w x' a.txt ¦ sed -n '/x/w out' a.txt ¦ sed 's/a/b/w x' a.txt
sed 's/a/b/gw x' a.txt ¦ sed 's/a/b/e' a.txt ¦ sed 's/a/b/ge' a.txt ¦ sed 's/.*/id/e' a.txt
sed '1e id' a.txt ¦ sed 'e' a.txt ¦ sed 'e id' a.txt ¦ sed 'r /etc/passwd' a.txt ¦ sed 'R /etc/passwd' a.txt
sed 'W x' a.txt ¦ sed '1!w x' a.txt ¦ sed '$w x' a.txt ¦ sed -f x.sed a.txt ¦ sed -fx.sed a.txt
sed --file=x a.txt ¦ sed -nf x a.txt ¦ sed -n p ../x ¦ sed -n p .env ¦ sed -e 's/a/b/' -e 'w x' a.txt
sed -e 's/a/b/⏎w x' a.txt ¦ sed 's/a/b/;w x' a.txt ¦ sed '{p;w x⏎}' a.txt ¦ sed 's,a,b,w x' a.txt
sed 's/\\//x/w y' a.txt ¦ sed 's/[/]/x/w y' a.txt ¦ sed 'y/a/b/;e id' a.txt
sed '/a/,/b/{s/x/y/;e id⏎}' a.txt ¦ sed 'a\\⏎text⏎w x' a.txt ¦ sed '1~2w x' a.txt ¦ sed '\\,a,w x' a.txt
sed 's/a/b/;;;w x' a.txt ¦ sed "s/a/$X/" a.txt ¦ sed 's/a/b/' * ¦ sed --debug -n p a.txt
sed -l 5 -i p a.txt ¦ sed --posix 'w x' a.txt ¦ sed --follow-symlinks -i p a
sed -n --expression='w x' a.txt ¦ sed --expr='w x' a.txt ¦ sed 'b x;w y⏎:x' a.txt
sed 's/a/b/m;s/a/b/we' a.txt ¦ sed -n 'F;w/etc/x' a.txt ¦ sed 's/x/\\⏎/;e' a.txt ¦ bc ../x ¦ bc /etc/passwd
bc -i ¦ expr ../x : y > z ¦ numfmt --debug < ../x ¦ printf -v x hello ¦ printf -v 'a[$(id)]' x
printf '%n' x ¦ printf "$X" ¦ printf %s "$SECRET" ¦ printf '%(%s)T%n' x ¦ test -v 'a[$(id)]' ¦ test -v x
[ -v 'a[$(id)]' ] ¦ [ -v a ] ¦ [ -R a ] ¦ [ 'a[$(id)]' -eq 1 ] ¦ [ -o history ] ¦ [ -t 1 -a -f ../x ]
[ -f ../x ] ¦ [ -f /etc/passwd ] ¦ [ -e ~/.ssh/id_rsa ] ¦ [ "$SECRET" = x ] ¦ [ "$(touch x)" ] ¦ [ $X = y ]
[ -f .env -a -f x ] ¦ [ $(rm x) ] ¦ [[ -v 'a[$(id)]' ]] ¦ [[ -v x ]] ¦ [[ a -eq 'b[$(id)]' ]]
[[ 'b[$(id)]' -eq 1 ]] ¦ [[ "$x" -eq 1 ]] ¦ [[ x -lt 3 ]] ¦ [[ $(touch x) ]] ¦ [[ -f $(touch x) ]]
[[ -f ../secret ]] ¦ [[ -f /etc/passwd ]] ¦ [[ $SECRET == x ]] ¦ [[ a == $(rm x) ]] ¦ [[ a =~ $(rm x) ]]
[[ -R x ]] ¦ [[ -o x ]] ¦ [[ a -nt ../b ]] ¦ [[ a < b ]] > x ¦ [[ -e ~/.ssh ]] ¦ [[ \${a[$(id)]} ]]
[[ -n \${x:=y} ]] ¦ [[ a == b && -v c ]] ¦ [[ -f /proc/self/environ ]] ¦ [[ $((x)) ]] ¦ echo $((a[$(id)]))
echo $((x)) ¦ echo $[x] ¦ echo \${a[$(id)]} ¦ echo \${a[0]} ¦ echo \${!x} ¦ echo \${!x*} ¦ echo \${x@P}
echo \${x@E} ¦ echo \${x:=y} ¦ echo \${x=y} ¦ echo \${x:?y} ¦ echo \${x:1:2} ¦ echo \${x/a/b} ¦ echo \${HOME:0:1}
echo \${HOME/$(id)/x} ¦ echo \${HOME:-$(touch x)} ¦ echo \${HOME+$(touch x)} ¦ echo $SECRET ¦ echo "$API_KEY"
echo \${TOKEN} ¦ echo \${#TOKEN} ¦ echo $1 ¦ echo "$@" ¦ echo $_ ¦ echo $- ¦ echo $OLDPWD ¦ echo $RANDOM
echo $BASH_ENV ¦ echo ~root ¦ echo ~+ ¦ echo ~- ¦ let x=1 ¦ let 'a[$(id)]=1' ¦ ((x=1)) ¦ ((a[$(id)]))
declare x=1 ¦ declare -p ¦ declare -f ¦ declare -x ¦ typeset x ¦ local x ¦ export ¦ export X=1 ¦ export -p
readonly x=1 ¦ read x ¦ read -p x y ¦ read x < a.txt ¦ mapfile x < a.txt ¦ mapfile -C id -c 1 x < a.txt
readarray x < a.txt ¦ type ../x ¦ command -p rm x ¦ command rm x ¦ command -v ls; rm x ¦ hash -p /tmp/x ls
hash ls ¦ hash ¦ enable -f x y ¦ enable -n echo ¦ enable ¦ cd - ¦ cd ¦ cd .. ¦ cd ~ ¦ cd /tmp ¦ cd -P ..
cd -P src ¦ cd out ¦ cd up ¦ cd here && git status ¦ cd sub && git status ¦ cd src && git log ¦ cd $X
cd "$HOME" ¦ cd src && cat ../../secret.md ¦ cd rootlink ¦ cd .git && git status ¦ cd src/../.. ¦ pushd src
pushd .. ¦ popd ¦ dirs ¦ less README.md ¦ more README.md ¦ man ls ¦ info ls ¦ vim README.md ¦ nano x
view README.md ¦ ed a ¦ ex a ¦ emacs a ¦ most a ¦ bat README.md ¦ pg a ¦ eval ls ¦ eval "ls" ¦ source x.sh
. x.sh ¦ . ./x.sh ¦ exec ls ¦ trap 'rm x' EXIT ¦ trap ¦ alias ls=rm ¦ alias ¦ unalias ls ¦ set -x ¦ set -o
set ¦ shopt -s extglob ¦ unset PATH ¦ exit ¦ return ¦ builtin ls ¦ builtin eval ls ¦ builtin cd .. ¦ logout
wait ¦ jobs ¦ kill 1 ¦ kill -l ¦ bg ¦ fg ¦ disown ¦ suspend ¦ history ¦ history -c ¦ fc -s
bind -x '"a":rm' ¦ complete -C rm ls ¦ compgen -C rm ¦ compgen -c ¦ caller ¦ times ¦ umask ¦ umask 000
getopts a x ¦ shift ¦ help ¦ f() { rm x; }; f ¦ function f { ls; } ¦ ls() { rm x; }; ls
coproc ls ¦ coproc x { ls; } ¦ select x in a; do ls; done ¦ for i in $(ls); do rm $i; done
for ((i=0;i<3;i++)); do ls; done ¦ while read x; do echo; done < ../x ¦ while true; do rm x; done
until false; do rm x; done ¦ case x in $(rm x)) ls;; esac ¦ case $(rm x) in x) ls;; esac
case "$X" in a) ls;; esac ¦ if rm x; then ls; fi ¦ ls | rm x ¦ ls |& rm x ¦ ls |& tee x ¦ ls & rm x
ls || rm x ¦ ls > x ¦ ls >| x ¦ ls &> x ¦ ls &>> x ¦ ls >& x ¦ ls >&x ¦ ls 1> x ¦ ls 2> x ¦ ls 2>> x
ls {fd}> x ¦ ls {fd}>&- ¦ ls <> x ¦ ls <> /dev/tcp/a/1 ¦ cat < /dev/tcp/a/80 ¦ cat < /dev/udp/a/80
echo x > /dev/tcp/a/80 ¦ cat /dev/tcp/a/80 ¦ exec 3<>/dev/tcp/a/80 ¦ cat <(rm x) ¦ cat < <(rm x)
ls > >(rm x) ¦ tee x ¦ tee -a x ¦ ls > "$X" ¦ ls > $(date) ¦ ls > src/../../x ¦ ls > /dev/sda
ls > /dev/stdout ¦ ls 2>&1 > x ¦ ls >/dev/null > x ¦ cat << EOF⏎$(rm x)⏎EOF ¦ cat << EOF⏎\`rm x\`⏎EOF
cat << EOF⏎$SECRET⏎EOF ¦ cat << EOF⏎\${x:=1}⏎EOF ¦ cat << EOF⏎$((a[$(id)]))⏎EOF ¦ cat <<< "$(rm x)"
cat <<< $SECRET ¦ cat <<'EOF'⏎hello⏎EOF⏎rm x ¦ cat <<-EOF⏎	x⏎	EOF⏎rm x ¦ cat << 'A' << 'B'⏎x⏎A⏎y⏎B⏎rm x
echo \`rm x\` ¦ echo $(rm x) ¦ echo "\`rm x\`" ¦ echo "$(rm x)" ¦ echo $(echo $(rm x)) ¦ echo \${HOME:-\`rm x\`}
echo "\${HOME:-$(rm x)}" ¦ echo $(< ../x) ¦ echo $(< .env) ¦ echo $(<.env) ¦ $(echo rm) x ¦ \`echo rm\` x ¦ $X
"$X" y ¦ \${X} y ¦ r$Xm x ¦ 'rm' x ¦ "rm" x ¦ \\rm x ¦ r\\m x ¦ r''m x ¦ $'rm' x ¦ $'\\x72m' x ¦ $"rm" x
/bin/rm x ¦ ./ls ¦ bin/ls ¦ ../ls ¦ ~/ls ¦ /tmp/ls ¦ /home/user/bin/ls ¦ /usr/bin/../../tmp/ls ¦ //tmp/ls
node_modules/.bin/ls ¦ ls⏎rm x ¦ ls;rm x ¦ ls&&rm x ¦ (rm x) ¦ { rm x; } ¦ ! rm x ¦ time rm x ¦ time -p rm x
time -o x ls ¦ time -f %e ls ¦ time --output=x ls ¦ timeout 5 rm x ¦ timeout -k 1 5 rm x
timeout -s KILL 5 rm x ¦ timeout --signal=KILL 5 rm x ¦ timeout 5 sh -c ls ¦ nice rm x ¦ nice -n 5 rm x
nice -5 rm x ¦ nohup ls ¦ nohup rm x ¦ stdbuf -o0 rm x ¦ env ls ¦ env X=1 ls ¦ env -i ls ¦ env ¦ printenv
printenv SECRET ¦ printenv PATH SECRET ¦ sudo ls ¦ doas ls ¦ su -c ls ¦ watch ls ¦ watch -n1 ls ¦ setsid ls
ionice ls ¦ ionice -c3 ls ¦ flock x ls ¦ xargs ls ¦ xargs -I{} rm {} ¦ xargs rm ¦ echo x | xargs rm
echo x | xargs cat ¦ script -c ls ¦ unshare ls ¦ chroot / ls ¦ nsenter ls ¦ strace ls ¦ ltrace ls ¦ gdb ls
parallel ls ¦ chronic ls ¦ taskset 1 ls ¦ busybox ls ¦ busybox rm x ¦ toybox ls ¦ systemd-run ls ¦ at now
batch ¦ crontab -l ¦ crontab x ¦ ssh host ¦ scp a b: ¦ sftp h ¦ rsync a b ¦ curl x ¦ wget x ¦ nc h 1
ncat h 1 ¦ telnet h ¦ ftp h ¦ ping h ¦ dig h ¦ nslookup h ¦ host h ¦ getent hosts x ¦ whois x ¦ traceroute x
nmap x ¦ socat x y ¦ openssl s_client x ¦ aws s3 ls ¦ gcloud x ¦ az x ¦ gh pr list ¦ npm install ¦ npm ci
npm test ¦ npm run build ¦ npm start ¦ npm exec x ¦ npm view react ¦ npm outdated ¦ npm audit ¦ npm search x
npm publish ¦ npm config list ¦ npm config get x ¦ npm root ¦ npm bin ¦ npm ls --prefix .. ¦ npm ls -C ..
npm ls --registry=x ¦ npm ls --userconfig=x ¦ npm ls --script-shell=x ¦ npm ls --node-options=x
npm --prefix .. ls ¦ npm explain x ¦ npm whoami ¦ npx x ¦ yarn ¦ yarn --version ¦ yarn list ¦ yarn why x
pnpm ls ¦ pnpm --version ¦ bun --version run x ¦ bunx x ¦ pip install x ¦ pip download x
pip list --outdated ¦ pip list -o ¦ pip index versions x ¦ pip config list ¦ pip freeze -r ../x
pip list --path .. ¦ pip list --python ../x ¦ pip --python ../x list ¦ pip show x --index-url=y
pip list --proxy x ¦ pip list --log x ¦ pip --log x list ¦ pip list --index-url=x ¦ python -c 'print(1)'
python x.py ¦ python3 -m http.server ¦ python -V x.py ¦ python --version -c 'x' ¦ node -e 1 ¦ node x.js
node -p 1 ¦ node --version x ¦ node -v -e 1 ¦ node --eval=1 ¦ node -r ./x --version
node --require ./x --version ¦ perl -e 1 ¦ perl -v -e 1 ¦ ruby -e 1 ¦ ruby -v -e 1 ¦ php -r 1 ¦ lua -e 1
deno run x ¦ deno eval 1 ¦ bun x ¦ go run . ¦ go test ¦ go build ¦ go env ¦ go list ¦ go vet ¦ go version
go version ./x ¦ cargo build ¦ cargo test ¦ cargo tree ¦ cargo metadata ¦ cargo --version ¦ rustc x ¦ make
make -n ¦ make --version -f x ¦ cmake . ¦ gcc x.c ¦ tsc ¦ tsc --noEmit ¦ tsc --version ¦ eslint .
prettier --check . ¦ jest ¦ vitest ¦ pytest ¦ mocha ¦ gradle tasks ¦ ./gradlew tasks ¦ mvn -v ¦ mvn test
docker run x ¦ docker exec x ls ¦ docker build . ¦ docker compose ps ¦ docker -H tcp://x ps
docker --host x ps ¦ docker --context x ps ¦ docker -c x ps ¦ docker --config x ps
docker ps -f x=y --host z ¦ docker inspect x ¦ docker cp a b ¦ docker pull x ¦ docker system prune
docker logs -f web ¦ docker stats ¦ docker info ¦ docker search x ¦ docker version --host x
docker images -H x ¦ kubectl get secrets ¦ kubectl get secret x ¦ kubectl get secret/x
kubectl get pods,secrets ¦ kubectl get all,secret ¦ kubectl get pods secret/x ¦ kubectl get -o yaml secret x
kubectl get Secret ¦ kubectl get SECRETS ¦ kubectl get secrets.v1 ¦ kubectl get secrets.v1.
kubectl describe secret x ¦ kubectl describe secrets ¦ kubectl get pods --kubeconfig=x
kubectl get pods --context=x ¦ kubectl get pods --server=x ¦ kubectl get pods -s x
kubectl get pods --token=x ¦ kubectl get pods --as=x ¦ kubectl --context x get pods
kubectl --kubeconfig x get pods ¦ kubectl get -f x.yaml ¦ kubectl get -f https://x ¦ kubectl get -k x
kubectl get pods --raw /x ¦ kubectl get --raw /api/v1/secrets ¦ kubectl get pods -o go-template-file=x
kubectl get pods -o jsonpath-file=x ¦ kubectl get pods -o custom-columns-file=x
kubectl get pods --template=x -o go-template-file ¦ kubectl exec x ls ¦ kubectl delete pod x
kubectl apply -f x ¦ kubectl edit x ¦ kubectl cp x y ¦ kubectl port-forward x ¦ kubectl proxy
kubectl config view ¦ kubectl config view --raw ¦ kubectl get configmaps,secrets
kubectl logs x --kubeconfig=y ¦ kubectl get pods --cache-dir=x
kubectl get pods --profile=cpu --profile-output=x ¦ kubectl get externalsecrets ¦ kubectl get sealedsecrets
kubectl get sa ¦ kubectl get serviceaccounts ¦ kubectl get pods --watch-only --cluster=x ¦ cat ../secret.md
cat /etc/passwd ¦ cat ~/.ssh/id_rsa ¦ cat ~/x ¦ cat $HOME/x ¦ cat "$HOME/.ssh/id_rsa" ¦ cat .env
cat ./.env ¦ cat src/../.env ¦ cat .env.production ¦ cat .ENV ¦ cat .Env.Local ¦ cat .e* ¦ cat .* ¦ cat .??v
cat .[e]nv ¦ cat .{env,x} ¦ cat {.env,x} ¦ cat .en{v,} ¦ cat *.pem ¦ cat *.ke? ¦ cat id_*
cat id_rsa ¦ cat id_ed25519 ¦ cat config/id_rsa.bak ¦ cat credentials.json ¦ cat cred* ¦ cat .npmrc
cat .netrc ¦ cat .pypirc ¦ cat .git-credentials ¦ cat .aws/config ¦ cat .ssh/config ¦ cat .ssh/x.pub
cat .gnupg/x ¦ cat x.p12 ¦ cat x.PFX ¦ cat x.kdbx ¦ head .env ¦ tail .env ¦ less .env ¦ grep x .env
grep -r x .env ¦ grep x -f .env ¦ grep -f.env x ¦ grep --file=.env x a.txt ¦ grep -rf .env .
grep --include=.env -r x . ¦ grep -r --include='.env*' x . ¦ grep -r --include='*.pem' x . ¦ grep -R x .
grep --dereference-recursive x . ¦ grep -rR x . ¦ grep x ../a ¦ grep x link.md ¦ grep -r x out/
grep x /proc/self/environ ¦ cat /proc/self/environ ¦ cat /proc/1/environ ¦ cat /proc/self/root/etc/passwd
cat /proc/self/cwd/.env ¦ cat /dev/fd/3 ¦ cat /dev/stdin ¦ cat /dev/sda ¦ cat link.md ¦ cat out/x
cat envlink ¦ cat dangling ¦ cat srclink/../../secret.md ¦ cat up/secret.md ¦ cat here/.env
cat rootlink/etc/passwd ¦ cat here/here/here/up/secret.md ¦ cat src/../link.md ¦ wc -c < .env
wc -c < ../secret.md ¦ cat < .env ¦ cat < link.md ¦ cat 0< ../x ¦ base64 .env ¦ xxd .env ¦ od -c .env
strings .env ¦ md5sum .env ¦ cp .env x ¦ diff a.txt .env ¦ diff -r . .. ¦ diff --to-file=../x a.txt
diff --from-file ../x a.txt ¦ diff -N a ../x ¦ diff --exclude-from=../x a b ¦ diff -X ../x a b ¦ diff -l a b
diff --paginate a b ¦ diff src out ¦ diff -D x a b ¦ cmp a.txt /etc/passwd ¦ comm a.txt ../x
paste a.txt .env ¦ join a.txt ../x ¦ tac .env ¦ rev .env ¦ nl .env ¦ cut -c1- .env ¦ tr a b < .env
column .env ¦ fold .env ¦ sort .env ¦ uniq .env ¦ stat ../x ¦ ls .. ¦ ls / ¦ ls ~ ¦ ls /etc ¦ ls ~/.ssh
ls out ¦ ls out/ ¦ ls -L out ¦ du .. ¦ du -L . ¦ du --files0-from=x ¦ du -X ../x ¦ wc --files0-from=../x
wc --files0-from=x ¦ head --bytes=10 ../x ¦ tail -f ../x ¦ tail --pid=1 -f ../x
realpath ../x --relative-to=/ ¦ readlink ../x ¦ md5sum -c ../x ¦ md5sum -c list ¦ sha256sum --check list
unzip archive.zip ¦ unzip -p archive.zip ¦ unzip -l ../x.zip ¦ unzip -o archive.zip
unzip -lo archive.zip x -d .. ¦ tar xf x.tar ¦ tar cf x.tar . ¦ tar tf x.tar --to-command=id
tar -tf x --checkpoint=1 --checkpoint-action=exec=id ¦ tar -I id -tf x ¦ tar tf host:x
tar -tf x.tar --use-compress-program=id ¦ tar -tf ../x.tar ¦ tar tf x.tar -C ..
tar -t --rsh-command=x -f h:x ¦ tar -F x -tf y ¦ tar --info-script=x -tf y ¦ zipinfo ../x ¦ strings @x
gzip -d x.gz ¦ gunzip x ¦ xz -d x ¦ bzip2 x ¦ zstd x ¦ 7z x y ¦ ar x y ¦ cpio -i ¦ openssl enc
gpg x ¦ base64 -d a.txt > b ¦ dd if=a of=b ¦ dd if=/dev/zero ¦ tee ¦ truncate -s0 x ¦ touch x ¦ mkdir x
mktemp ¦ ln -s a b ¦ install a b ¦ chmod +x x ¦ chown x y ¦ rm x ¦ rmdir x ¦ mv a b ¦ cp a b ¦ shred x
unlink x ¦ split x ¦ csplit x 1 ¦ patch ¦ mkfifo x ¦ mknod x ¦ LD_PRELOAD=x ls ¦ PATH=. ls
GIT_DIR=x git status ¦ GIT_EXTERNAL_DIFF=x git diff ¦ GIT_PAGER=x git log ¦ PAGER=x git log ¦ BASH_ENV=x ls
IFS=x ls ¦ HOME=/x cat ~/a ¦ LESSOPEN=x less a ¦ LC_ALL=$(rm x) ls ¦ LANG=$SECRET ls ¦ A=1 ¦ A=1 B=2
X=$(rm x) ¦ a[0]=1 ls ¦ A+=1 ls ¦ LC_ALL+=x ls ¦ CDPATH=/ cd src ¦ PROMPT_COMMAND=x ls ¦ PS4='$(id)' ls
FOO=bar ls ¦ NODE_OPTIONS=x node -v ¦ LC_FOO=x; ls ¦ TERM=$(id) ls ¦ sleep infinity; rm x ¦ sleep $(rm x)
whoami > x ¦ id root > x ¦ id $(rm x) ¦ uname > x ¦ seq 1 10 > x ¦ which ./x ¦ whereis -B / -f ls
nproc > x ¦ type -f x; f() { :; } ¦ lsof .env ¦ who ¦ w ¦ last ¦ dmesg ¦ journalctl ¦ systemctl status
service x status ¦ umount x ¦ ifconfig ¦ ip a ¦ route ¦ netstat -an ¦ iptables -L ¦ fdisk -l
top ¦ htop ¦ vmstat ¦ iostat ¦ pkill x ¦ killall x ¦ kill -9 1 ¦ reboot ¦ shutdown now ¦ apt list
apt-get install x ¦ dpkg -l ¦ brew list ¦ rpm -qa ¦ osascript -e x ¦ open x ¦ xdg-open x ¦ code . ¦ pbcopy
pbpaste ¦ xclip ¦ notify-send x ¦ say x
`

test.each(commandsIn(COMMANDS))('%j asks', async command => {
  expect(await place.verdict(command)).toBe('ask')
})

test.each([
  ...[
    'ls \r',
    'ls\r\nrm x',
    'ls\u00a0-la',
    'ls\u200b',
    'ls\u202e',
    'ls \u2066x',
    'ls \u{e0061}',
    'echo a\u2028b',
  ],
  ...[
    'echo a\u00adb',
    'ls\x07',
    'ls\x1b[0m',
    'ls\x7f',
    'ls\ufeff',
    'echo \u3000',
    '# a\u2028rm',
    'ls \v',
    'ls \f',
  ],
  ...['echo "\u202e"', "echo '\u200d'", 'echo \u180e', 'cat <<E\n\u200b\nE', 'echo \ud800'],
  // Only between emoji does a joiner show.
  ...[
    'echo 👩\u200dx',
    'echo a\u200d👩',
    'echo 👩\u200d\u200d💻',
    'echo a\ufe0f',
    'echo 👩\ufe0f\ufe0f',
    'rm\u200d -rf',
  ],
])('the hidden character in %j asks', async command => {
  expect(await place.verdict(command)).toBe('ask')
})
