import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commandsIn,
  createPermissionPlace,
  type PermissionContext,
} from '../../../test/support/permission-place.ts'

let context: PermissionContext
beforeAll(() => {
  context = createPermissionPlace()
})
afterAll(() => context.remove())

const DENIED = `
rm x ¦ rm  x ¦ 	rm x ¦ "rm" x ¦ r''m x ¦ r\\m x ¦ \\rm x ¦ /bin/rm x ¦ /usr/bin/rm x ¦ ./rm x ¦ ../bin/rm x
FOO=1 rm x ¦ A=1 B=2 rm x ¦ A=$(ls) rm x ¦ a[0]=1 rm x ¦ A+=1 rm x ¦ timeout 5 rm x ¦ timeout -k 1 5 rm x
timeout -s KILL -k 2 5 rm x ¦ timeout --foreground 5 rm x ¦ time rm x ¦ time -p rm x ¦ nice rm x
nice -n 5 rm x ¦ nice -n5 rm x ¦ nice -10 rm x ¦ nohup rm x ¦ stdbuf -oL rm x ¦ stdbuf -o L rm x
command rm x ¦ command -p rm x ¦ builtin rm x ¦ noglob rm x ¦ xargs rm ¦ xargs rm x ¦ xargs -n1 rm
xargs -I {} rm {} ¦ xargs -I{} rm {} ¦ xargs -0 -P4 -n 1 rm ¦ env rm x ¦ env A=1 rm x ¦ env -i rm x
env -u A rm x ¦ env -uA rm x ¦ env -C /tmp rm x ¦ env --chdir=/tmp rm x ¦ env -S "rm x" ¦ env -S"rm x"
env --split-string="rm x" ¦ env -vS "rm x" ¦ env - rm x ¦ sudo rm x ¦ sudo -u root rm x
sudo -uroot -g wheel rm x ¦ sudo -E rm x ¦ sudo A=1 rm x ¦ sudo -- rm x ¦ sudo --user=root rm x
sudo --user root rm x ¦ doas rm x ¦ doas -u root rm x ¦ watch rm x ¦ watch -n 1 rm x ¦ watch -n1 "rm x"
watch "ls; rm x" ¦ setsid rm x ¦ setsid -f rm x ¦ ionice rm x ¦ ionice -c 3 rm x ¦ ionice -c3 -n 2 rm x
flock /tmp/l rm x ¦ flock -n /tmp/l rm x ¦ flock -w 5 /tmp/l rm x ¦ flock /tmp/l -c "rm x"
flock -x /tmp/l --command "rm x" ¦ sh -c "rm x" ¦ bash -c "rm x" ¦ bash -c 'ls; rm x' ¦ bash -lc "rm x"
bash -c -e "rm x" ¦ bash -ec "rm x" ¦ bash --norc -c "rm x" ¦ bash -O extglob -c "rm x" ¦ bash +x -c "rm x"
bash -o pipefail -c "rm x" ¦ /bin/bash -c "rm x" ¦ zsh -c "rm x" ¦ dash -c "rm x" ¦ sh -c 'rm "$1"' _ x
eval rm x ¦ eval "rm x" ¦ eval "r""m x" ¦ eval ls \\; rm x ¦ trap "rm x" EXIT ¦ trap -- "rm x" EXIT
trap "ls; rm x" 0 ¦ find . -exec rm {} \\; ¦ find . -exec rm {} + ¦ find . -execdir rm {} \\;
find . -ok rm {} \\; ¦ find . -okdir rm {} \\; ¦ find . -name x -exec sh -c "rm x" \\;
find . -exec ls {} \\; -exec rm {} \\; ¦ find . -exec env rm {} \\; ¦ ls; rm x ¦ ls && rm x ¦ ls || rm x
ls | rm x ¦ ls & rm x ¦ ls |& rm x ¦ ls⏎rm x ¦ (rm x) ¦ { rm x; } ¦ ! rm x ¦ if true; then rm x; fi
if rm x; then :; fi ¦ while rm x; do :; done ¦ until rm x; do :; done ¦ for i in 1; do rm $i; done
for i in $(rm x); do :; done ¦ for ((i=0;i<$(rm x);i++)); do :; done ¦ for ((;;)); do rm x; done
case x in x) rm x;; esac ¦ case $(rm x) in x) :;; esac ¦ case x in $(rm x)) :;; esac ¦ f() { rm x; }
function f { rm x; }; f ¦ f() ( rm x ) ¦ select i in a; do rm x; done ¦ coproc { rm x; } ¦ coproc rm x
coproc c { rm x; } ¦ echo $(rm x) ¦ echo \`rm x\` ¦ echo "$(rm x)" ¦ echo "\`rm x\`" ¦ echo \${A:-$(rm x)}
echo "\${A:-$(rm x)}" ¦ echo \${A:-\`rm x\`} ¦ echo \${A/$(rm x)/b} ¦ echo \${A:$(rm x):1} ¦ echo \${a[$(rm x)]}
echo $((1+$(rm x))) ¦ echo $(( a[$(rm x)] )) ¦ ((x=$(rm x))) ¦ [[ -n $(rm x) ]] ¦ [[ a =~ $(rm x) ]]
[[ -v a[$(rm x)] ]] ¦ let x=$(rm x) ¦ cat <(rm x) ¦ ls > >(rm x) ¦ cat < <(rm x) ¦ cat <<EOF⏎$(rm x)⏎EOF
cat <<EOF⏎\`rm x\`⏎EOF ¦ cat <<EOF⏎\${A:-$(rm x)}⏎EOF ¦ cat <<< $(rm x) ¦ cat <<< "$(rm x)" ¦ ls > $(rm x)
ls > "$(rm x)" ¦ A=$(rm x) ¦ A=$(rm x) ls ¦ A=\`rm x\` ¦ a=($(rm x)) ¦ a[$(rm x)]=1 ¦ export A=$(rm x)
declare A=$(rm x) ¦ readonly A=$(rm x) ¦ local A=$(rm x) ¦ echo "a$(echo "b$(rm x)")" ¦ $(echo $(rm x))
$'rm' x ¦ $'\\x72m' x ¦ rm>y x ¦ >y rm x ¦ <y rm x ¦ 2>&1 rm x ¦ rm x # c ¦ rm x; ¦ rm x & ¦ exec rm x
exec -a n rm x ¦ exec -c rm x ¦ time time rm x ¦ nice nohup timeout 5 env A=1 sudo -u x rm x
xargs sh -c "rm x" ¦ sudo sh -c "rm x" ¦ sudo bash -c "eval \\"rm x\\"" ¦ bash -c "bash -c \\"rm x\\""
eval "eval \\"rm x\\"" ¦ su -c "rm x" ¦ su root -c "rm x" ¦ script -c "rm x" ¦ $\\⏎(rm x) ¦ ls;\\⏎rm x
echo "$(⏎rm x⏎)" ¦ rm	x ¦ ls # $(x)⏎rm x ¦ echo a\\\\⏎rm x ¦ cat <<"A"⏎x⏎A⏎rm x ¦ cat <<A;rm x⏎x⏎A
cat <<A && rm x⏎x⏎A ¦ cat <<A | rm x⏎x⏎A ¦ cat <<-A⏎	x⏎	A⏎rm x ¦ [ -f x ] && rm x ¦ [[ -f x ]] && rm x
((1)) && rm x ¦ time { rm x; } ¦ ! { rm x; } ¦ time (rm x) ¦ if :; then :; elif rm x; then :; else :; fi
if :; then :; else rm x; fi ¦ while :; do rm x; done <y ¦ case x in a) ;; b) rm x ;; esac
case x in a) rm x ;& b) :;; esac ¦ { ls; rm x; } > y ¦ ( ls; ( rm x ) ) ¦ ls && { ls || rm x; }
test -v a[$(rm x)] ¦ printf -v a[$(rm x)] y ¦ nohup setsid rm x ¦ xargs -a list rm
xargs --arg-file=list rm ¦ xargs --max-args 1 rm ¦ watch -d -n 2 -- rm x ¦ timeout --kill-after 1 5 rm x
timeout 5s env -i A=b rm x ¦ stdbuf -i0 -o0 -e0 rm x ¦ stdbuf --output=L rm x ¦ command -- rm x
builtin -- rm x ¦ time -- rm x ¦ env -- rm x ¦ setsid --wait rm x ¦ ionice -t -c2 rm x
flock --exclusive --timeout 3 /tmp/x rm x ¦ nice --adjustment=5 rm x ¦ nice --adjustment 5 rm x
sudo -n -H -u a -g b -C 3 -p x rm x ¦ sudo -i rm x ¦ sudo -s rm x ¦ sudo -s -- rm x ¦ doas -n -C conf rm x
trap 'rm x' INT TERM ¦ echo \${x:+$(rm x)} ¦ echo \${x:=$(rm x)} ¦ echo \${x:?$(rm x)} ¦ echo \${x#$(rm x)}
echo \${x%%$(rm x)} ¦ echo \${x^^$(rm x)} ¦ echo \${x@$(rm x)} ¦ echo $[ $(rm x) ]
case x in a|$(rm x)) :;; esac ¦ for i in a \`rm x\`; do :; done ¦ a=([$(rm x)]=1) ¦ echo {a,$(rm x)}
echo *$(rm x)* ¦ echo ?(a$(rm x)) ¦ echo @(a|$(rm x)) ¦ ls {fd}>$(rm x) ¦ x=$((\`rm x\`)) ¦ "$(rm x)"
$(rm x) ¦ \`rm x\` ¦ echo \\\\$(rm x) ¦ echo 'a'$(rm x)'b' ¦ echo "\\\\$(rm x)" ¦ echo "\${a[@]/$(rm x)/}"
[[ $(rm x) == a ]] ¦ [[ a == b || -n $(rm x) ]] ¦ [[ ( -n $(rm x) ) ]] ¦ test "$(rm x)"
select x in $(rm x); do :; done ¦ until :; do :; done; rm x ¦ time -p -- rm x ¦ find . -name "$(rm x)"
find . -newer x -exec nice rm {} ; ¦ ls "$( ( rm x ) )" ¦ echo $( { rm x; } )
echo $( if :; then rm x; fi ) ¦ echo $(cat <<A⏎x⏎A⏎rm x) ¦ echo "$(cat <<'A'⏎x⏎A⏎)"; rm x
env --ignore-environment --unset=A rm x ¦ env -S "A=1 rm x" ¦ bash <<< "rm x" ¦ bash <<EOF⏎rm x⏎EOF
sh <<"EOF"⏎rm x⏎EOF
`

test.each(commandsIn(DENIED))('a deny of rm hits %j', async command => {
  expect(await context.verdict(command, { deny: ['Bash(rm:*)'], allow: ['Bash'] })).toBe('deny')
  expect(await context.verdict(command, { deny: ['Bash(rm *)'] }, { mode: 'bypassPermissions' })).toBe('deny')
})

test.each([
  'r$()m x',
  '$X x',
  '"$CMD" x',
  'eval "$X"',
  'bash -c "$X"',
  '/bin/r? x',
  'source <(ls)',
  'trap "$X" EXIT',
  'hash -p /bin/rm r; r x',
  'hash -lp /bin/rm r; r x',
  'hash -p/bin/rm r; r x',
])('where a rule restricts commands, the unknown one in %j asks', async command => {
  expect(await context.verdict(command, { allow: ['Bash'] })).toBe('allow')
  expect(await context.verdict(command, { deny: ['Bash(rm:*)'], allow: ['Bash'] })).toBe('ask')
})

const HIDDEN = `
git $X ¦ git "$X" ¦ git $X origin ¦ git $(echo push) ¦ git \`echo push\` ¦ git \${X:-push} ¦ git "\${X-pu}sh"
git pu* ¦ git p?sh ¦ git [p]ush ¦ git "$@" ¦ git $* ¦ git $OPTIONS push ¦ git -$X push ¦ git -C $D $X
git --no-pager "$X" ¦ git -c "$X" $Y ¦ echo push | xargs git ¦ xargs -n1 git < words ¦ xargs -I{} git {} x
xargs -I % git % x ¦ find . -exec git {} + ¦ bash -c 'git "$1"' _ push ¦ X=push; git $X ¦ sudo git $X
timeout 5 git $X ¦ echo git push | sh ¦ printf 'git push' | bash ¦ cat words | bash -s -- x ¦ sh < words
dash -x < words ¦ git -C "$D" "$X" ¦ git -C $D log ¦ git -c "$X" log ¦ git -C "$@" log
`

test.each(commandsIn(HIDDEN))(
  'a word that is not known before %j runs does not get past a deny of git push, whatever allows it',
  async command => {
    const deny = ['Bash(git push:*)']
    const found = [
      await context.verdict(command, { deny, allow: ['Bash'] }),
      await context.verdict(command, { deny }, { mode: 'bypassPermissions' }),
    ]
    expect(found.filter(verdict => verdict === 'allow')).toEqual([])
    expect(await context.verdict(command, { ask: deny, allow: ['Bash'] })).toBe('ask')
  },
)

test.each(
  commandsIn(`
git -C . push ¦ git -C src push ¦ git --no-pager push ¦ git -c a=b push ¦ git -c a=b -C . push origin
git --git-dir=x --work-tree=y push ¦ git --git-dir x push ¦ git -P push ¦ sudo git -C . push ¦ git -C "$D" push
`),
)('options before what is to be done do not hide it from a deny: %j', async command => {
  expect(await context.verdict(command, { deny: ['Bash(git push:*)'], allow: ['Bash'] })).toBe('deny')
})

test.each(
  commandsIn(`
git log $X ¦ git commit -m "$(date)" ¦ git log -- push ¦ git -C . log $X ¦ git "log" $X ¦ git lo* ¦ git l$X
echo $X ¦ make $X ¦ npm run "$X" ¦ git add *.ts ¦ git log push ¦ ls | xargs wc ¦ git status | cat ¦ sh x.sh
for x in log status; do git $x; done ¦ git --version ¦ bash -c "ls" ¦ find . -exec ls {} +
git -C "$D" log ¦ git --git-dir "$D" --work-tree "$W" log ¦ git -C "$(pwd)" log -1
`),
)('what a deny of git push cannot be about is not held up by it: %j', async command => {
  expect(await context.verdict(command, { deny: ['Bash(git push:*)'], allow: ['Bash'] })).toBe('allow')
})

test('what a rule spells out behind a star counts like what it begins with', async () => {
  const rules = { deny: ['Bash(git * --force*)', 'Bash(*curl*)'], allow: ['Bash'] }
  expect(await context.verdict('git commit -m "$(date)"', rules)).toBe('ask')
  expect(await context.verdict('echo "$X"', rules)).toBe('ask')
  expect(await context.verdict('echo "$X"', { ...rules, deny: ['Bash(git * --force*)'] })).toBe('allow')
  expect(await context.verdict('npm $X', { deny: ['Bash(npm pub*)'], allow: ['Bash'] })).toBe('ask')
})

const UNREADABLE = `
cat private/cfg ¦ cat ./private/cfg ¦ cat "private"/cfg ¦ cat priv\\ate/cfg ¦ cat src/../private/cfg
cat here/private/cfg ¦ cat PROJ/private/cfg ¦ cat "$PWD"/private/cfg ¦ cat $PWD/private/cfg
cat ~/project/private/cfg ¦ cat $HOME/project/private/cfg ¦ cat private/* ¦ cat private/c* ¦ cat priv*/cfg
cat p*/c* ¦ cat */cfg ¦ cat {private,src}/cfg ¦ cat private/{cfg,x} ¦ cat pri{vate,x}/cfg
cat < private/cfg ¦ cat 0<private/cfg ¦ cat <private/cfg ¦ wc -l < private/cfg ¦ cat <<< $(cat private/cfg)
cat <<< "$(<private/cfg)" ¦ echo $(<private/cfg) ¦ head private/cfg ¦ tail private/cfg ¦ less private/cfg
more private/cfg ¦ grep x private/cfg ¦ grep -r x private ¦ grep -r x private/ ¦ grep x -r private
rg x private ¦ sed -n p private/cfg ¦ awk 1 private/cfg ¦ jq . private/cfg ¦ sort private/cfg
uniq private/cfg ¦ cut -f1 private/cfg ¦ paste private/cfg ¦ diff a private/cfg ¦ cmp a private/cfg
xxd private/cfg ¦ od private/cfg ¦ strings private/cfg ¦ base64 private/cfg ¦ md5sum private/cfg
cp private/cfg x ¦ cp -r private x ¦ mv private/cfg x ¦ mv private x ¦ ln private/cfg x
ln -s private/cfg x ¦ ln -s private x ¦ tar cf x private ¦ tar -cf x -C private cfg ¦ zip x private/cfg
zip -r x private ¦ gzip -c private/cfg ¦ curl -F f=@private/cfg u ¦ curl -d @private/cfg u
curl -T private/cfg u ¦ curl --data-binary @private/cfg u ¦ scp private/cfg h: ¦ rsync private/cfg h:
python private/cfg ¦ node private/cfg ¦ bash private/cfg ¦ sh private/cfg ¦ source private/cfg
. private/cfg ¦ ./private/cfg ¦ private/cfg ¦ vim private/cfg ¦ code private/cfg ¦ ls private ¦ ls private/
ls -R private ¦ find private ¦ find private -name x ¦ tree private ¦ stat private/cfg ¦ file private/cfg
du private ¦ cd private && cat cfg ¦ cd private; cat cfg ¦ cd src/../private && cat cfg ¦ cd private && ls
pushd private && cat cfg ¦ (cd private && cat cfg) ¦ cd ./private && cat ./cfg ¦ cd "private" && cat cfg
git show HEAD:private/cfg ¦ git diff private/cfg ¦ git diff -- private ¦ git log -p private/cfg
git blame private/cfg ¦ git cat-file -p HEAD:private/cfg ¦ git add private/cfg ¦ git grep x private
dd if=private/cfg ¦ dd if=private/cfg of=x ¦ tee private/cfg ¦ echo x > private/cfg ¦ echo x >> private/new
touch private/x ¦ rm private/cfg ¦ rm -rf private ¦ mkdir private/x ¦ xargs cat < private/cfg
env cat private/cfg ¦ sudo cat private/cfg ¦ timeout 5 cat private/cfg ¦ bash -c "cat private/cfg"
eval "cat private/cfg" ¦ find . -exec cat private/cfg \\; ¦ echo $(cat private/cfg) ¦ cat <(cat private/cfg)
while read l; do echo $l; done < private/cfg ¦ [ -f private/cfg ] ¦ [[ -f private/cfg ]]
test -e private/cfg ¦ cat a.txt private/cfg ¦ cat -n private/cfg ¦ cat -- private/cfg
grep -f private/cfg a ¦ grep --file=private/cfg a ¦ grep -fprivate/cfg a ¦ jq -f private/cfg
awk -f private/cfg ¦ sed -f private/cfg a ¦ sort --files0-from=private/cfg ¦ wc --files0-from=private/cfg
openssl enc -in private/cfg ¦ gpg -e private/cfg ¦ nl private/cfg ¦ tac private/cfg ¦ rev private/cfg
split private/cfg ¦ bat private/cfg ¦ column private/cfg ¦ fold private/cfg ¦ tr a b < private/cfg
perl -ne print private/cfg ¦ ruby -e 1 private/cfg ¦ php private/cfg ¦ install private/cfg x
pr private/cfg ¦ fmt private/cfg ¦ unzip -l private/x.zip ¦ shuf private/cfg ¦ zcat private/x.gz
hexdump private/cfg ¦ iconv private/cfg ¦ cksum private/cfg ¦ sum private/cfg ¦ b2sum private/cfg
sha512sum private/cfg ¦ dos2unix private/cfg ¦ expand private/cfg ¦ join a private/cfg ¦ comm a private/cfg
tsort private/cfg ¦ ptx private/cfg ¦ look x private/cfg ¦ mapfile a < private/cfg ¦ read x < private/cfg
exec 3< private/cfg ¦ exec < private/cfg ¦ cat <> private/cfg ¦ cat private/../private/cfg
cat private//cfg ¦ cat ././private/./cfg ¦ ag x private ¦ ack x private ¦ xz private/cfg
nc h 1 < private/cfg ¦ wget --post-file=private/cfg u ¦ wget --post-file private/cfg u
docker cp private/cfg c:/ ¦ kubectl apply -f private/cfg ¦ env -S "cat private/cfg" ¦ make -f private/cfg
gcc private/cfg ¦ go run private/cfg ¦ cargo run --manifest-path private/cfg ¦ prettier private/cfg
git -C private status ¦ mv src private/ ¦ cp a private/ ¦ cp a private ¦ ln -s ../a private/x
rsync a private/ ¦ cat old/private/x
`

test.each(commandsIn(UNREADABLE))('a deny of reading private hits %j', async command => {
  expect(await context.verdict(command, { deny: ['Read(private/**)'], allow: ['Bash'] })).toBe('deny')
})

test.each(
  commandsIn(`
cat $(echo private/cfg) ¦ grep -r x . ¦ rg x ¦ cp -r . x
tar cf x . ¦ zip -r x . ¦ cat $X ¦ cat "$X"/cfg
`),
)('with reading private denied, %j asks', async command => {
  const asked = await context.verdict(command, { deny: ['Read(private/**)'], allow: ['Bash'] })
  // A search without an operand names nothing; it is held back where only the reading approves it.
  expect(command === 'rg x' ? await context.verdict(command, { deny: ['Read(private/**)'] }) : asked).toBe(
    'ask',
  )
})

test.each(
  commandsIn(`
for f in private/*; do cat $f; done ¦ X=private/cfg; cat $X ¦ d=private; cat $d/cfg ¦ cat {private,docs}/cfg
p=priv; cat $p'ate'/cfg ¦ for d in docs private; do cat "$d/cfg"; done
`),
)('what the line itself says is compared with rules: %j is denied', async command => {
  expect(await context.verdict(command, { deny: ['Read(private/**)'], allow: ['Bash'] })).toBe('deny')
  expect(await context.verdict(command, { deny: ['Bash(cat private*)'], allow: ['Bash'] })).toBe('deny')
})

test('a second look denies what cannot be read, and asks about the rest', async () => {
  const rules = { deny: ['Bash(rm:*)'], allow: ['Bash'] }
  const long = 'x'.repeat(1_000_001)
  expect(await context.verdict(`echo ${long}; rm x`, rules)).toBe('deny')
  expect(await context.verdict(`echo ${long}`, rules)).toBe('ask')
  expect(await context.verdict(`echo ${long}; farm x`, rules)).toBe('ask')
  expect(await context.verdict("rm x '", rules)).toBe('deny')
  expect(await context.verdict("ls '", rules)).toBe('ask')
  expect(await context.verdict(`${'('.repeat(500)}rm x${')'.repeat(500)}`, rules)).toBe('deny')
})

test('between 10 KB and 1 MB nothing is approved, and rules that restrict still hold', async () => {
  const filler = `echo ${'x'.repeat(11_000)}`
  expect(await context.verdict(filler, { allow: ['Bash'] })).toBe('ask')
  expect(await context.verdict(filler, {}, { mode: 'bypassPermissions' })).toBe('ask')
  expect(await context.verdict(`${filler}; rm x`, { deny: ['Bash(rm:*)'], allow: ['Bash'] })).toBe('deny')
  expect(await context.verdict(`${filler}; git push`, { ask: ['Bash(git push)'], allow: ['Bash'] })).toBe(
    'ask',
  )
})
