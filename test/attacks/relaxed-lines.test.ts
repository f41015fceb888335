import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasGit } from '../support/needs-program.ts'
import { commandsIn } from '../support/permission-place.ts'
import { createRelaxedPlace, type RelaxedPlace } from './support/relaxed-place.ts'

let place: RelaxedPlace
beforeAll(() => {
  if (hasGit()) place = createRelaxedPlace()
})
afterAll(() => place?.remove())

/** Each line does harm when it runs as the hardened shell runs lines; the first test shows it, the second that it asks. */
const DANGEROUS: Readonly<Record<string, string>> = {
  'a name with a blank is two words without quotes': `
for f in opt/*; do sort $f; done ¦ for f in odd/*/*; do cat $f; done ¦ for f in opt/a*; do sort b.txt $f; done
for f in odd/d*; do cat $f/outside.txt; done ¦ for f in odd/*/*; do wc -l < b.txt; head $f; done`,
  'a value is split, and may be an option': `
x='-ocanary a.txt'; sort $x ¦ x=-ocanary; sort $x a.txt ¦ x="two/a canary"; uniq $x ¦ for o in -ocanary; do sort $o a.txt; done
f=two/a; g=canary; uniq $f $g ¦ x='a.txt ../outside.txt'; cat $x ¦ IFS=,; x=a.txt,../outside.txt; cat $x`,
  'the last value counts, where it reaches': `
x=a.txt; x=../outside.txt; cat $x ¦ x=../outside.txt; (x=a.txt); cat $x ¦ x=../outside.txt; x=a.txt | cat; cat $x
x=../outside.txt; false && x=a.txt; cat $x ¦ x=a.txt; for i in 1 2; do cat $x; x=../outside.txt; done
x=a.txt; for x in ../outside.txt; do cat $x; done ¦ if x=../outside.txt; then cat $x; fi ¦ x=../outside.txt; x=a.txt & wait; cat $x
while x=../outside.txt; do cat $x; break; done ¦ x=..; x+=/outside.txt; cat $x ¦ x=(../outside.txt); cat $x ¦ y=a.txt; x=$y; y=../outside.txt; x=$y; cat $x`,
  'a value is set in other ways': `
x=a.txt; read x <<< ../outside.txt; cat $x ¦ x=a.txt; printf -v x %s ../outside.txt; cat $x ¦ x=a.txt; declare x=../outside.txt; cat $x
x=a.txt; eval x=../outside.txt; cat $x ¦ x=a.txt; f() { x=../outside.txt; }; f; cat $x ¦ x=a.txt; mapfile -t x < names; cat $x
x=a.txt; export x=../outside.txt; cat $x ¦ x=a.txt; unset x; cat \${x-../outside.txt} ¦ x=a.txt; command read x < names; cat $x
x=a.txt; cat \${x:+../outside.txt} ¦ x=a.txt; cat \${x/a/../outside} ¦ y=x; x=../outside.txt; cat \${!y} ¦ x=a.txt; . ./names 2>/dev/null; read x < names; cat $x`,
  'a value leads out or names a secret': `
x=../out; cat \${x}side.txt ¦ for d in ..; do cat "$d/outside.txt"; done ¦ x=~/outside.txt; cat $x ¦ e=env; cat .$e ¦ f=.env; cat $f
for f in certs/*; do cat "$f"; done ¦ for f in .e*; do cat "$f"; done ¦ cat < .e* ¦ cat .{env,x} ¦ cat $(pwd)/../outside.txt ¦ cat $PWD/leak
cat "$(pwd)/leak" ¦ PWD=..; cat $PWD/outside.txt ¦ for f in ../*; do echo "$f"; done ¦ for f in ../can*; do :; echo "= $f"; done ¦ for f in leak; do head $f; done
x='../*'; echo $x ¦ x='../*'; for f in $x; do echo "$f"; done ¦ for g in '../*'; do for f in $g; do echo "- $f"; done; done`,
  'a list is more than it looks': `
sort {-ocanary,a.txt} ¦ sort a.txt {-o,canary} ¦ uniq {two/a,canary} ¦ cat {,x}~/outside.txt ¦ y=1; ya=../outside.txt; cat $y{a,}
cat {a.txt,../outside.txt} ¦ {touch,canary} ¦ cat {..,src}/outside.txt`,
  'a wildcard is more than files': `
uniq two/* ¦ cd script && sed * ¦ cd script && sed -n * ¦ cat .e* ¦ cat cert*/* ¦ cat * ¦ cat up/*.txt ¦ head l* ¦ GLOBIGNORE=x; sort *.txt
unset GLOBIGNORE; sort *.txt ¦ shopt -s dotglob; cat * ¦ g=..; cat $g/*.txt ¦ g='../*.txt'; cat $g`,
  'nothing is no word, so the next one takes its place': `
e=; sed $e 'wcanary' a.txt ¦ e=; sed \${e}\${e} 'wcanary' a.txt ¦ s='wcanary'; sed "$s" a.txt ¦ for s in p 'wcanary'; do sed -n "$s" a.txt; done`,
  'names are printed that are not names': `
find odd -type f | xargs cat ¦ find odd -type f | xargs head -1 ¦ cat $(find odd -type f) ¦ for f in $(find odd -type f); do cat $f; done
find . -name leak | xargs cat ¦ find . -name leak -print0 | xargs -0 head ¦ find . -name 'l*' | grep leak | xargs cat ¦ ls l* | xargs cat
echo ../outside.txt | xargs cat ¦ cat names | xargs cat ¦ xargs cat < names ¦ find . -name a.txt | xargs cat < names
find . -name a.txt -printf '../outside.txt\\n' | xargs cat ¦ find . -name a.txt | sed 's/.*/..\\/outside.txt/' | xargs cat
ls a.txt | xargs -I{} touch {}canary ¦ ls a.txt | xargs -I{} sh -c 'echo > canary' ¦ git ls-files | xargs cat ¦ git ls-files -z | xargs -0 cat
cat $(git ls-files) ¦ git ls-files -o leak | xargs head ¦ cat $(ls ../outside.txt) ¦ x=$(cat names); cat $x ¦ for f in $(cat names); do cat "$f"; done ¦ find . -name a.txt | xargs -I% cp % canary
find odd -type f | xargs -d '\\n' -I{} cat {} leak ¦ { echo ../outside.txt; find . -name a.txt; } | xargs cat ¦ find . -name a.txt | xargs cat leak`,
  'what runs inside is judged': `
comm <(sort -ocanary a.txt) b.txt ¦ cat <(cat ../outside.txt) ¦ echo >(touch canary) && sleep 0.2 ¦ x=$(touch canary); echo $x ¦ for i in $(touch canary); do echo $i; done
a='x[$(touch canary)]'; echo $((a)) ¦ i='a[$(touch canary)]'; for j in 1; do echo $((i+j)); done ¦ x='a[$(touch canary)]'; [[ $x -eq 1 ]]
echo $((1+$(touch canary; echo 1))) ¦ x=1 y=$(cat ../outside.txt); echo "$y" ¦ diff <(cat leak) a.txt ¦ sort < <(cat ../outside.txt)`,
  'a name of a program or a variable of it': `
x=touch; $x canary ¦ for c in touch; do $c canary; done ¦ PATH=.:$PATH; ls ¦ for PATH in .; do ls; done ¦ x=canary; echo hi > $x ¦ for f in canary; do : > $f; done
x=canary; touch $x ¦ for i in 1 2; do touch canary$i; done ¦ f=a.txt; rm $f`,
  directories: `
cd up && cat outside.txt ¦ cd deep && cat ../b.txt ¦ cd src && cd ../.. && cat outside.txt ¦ cd src && cat ../../outside.txt ¦ pushd src && popd && cat ../outside.txt
cd src && cd - && cat ../outside.txt ¦ for d in ..; do (cd $d && cat outside.txt); done ¦ cd src && cat $PWD/../../outside.txt ¦ git -C nested status ¦ cd nested && git status ¦ cd nested && cd . && git status ¦ (cd nested && git -C . status)
pushd src && pushd ../.. && cat outside.txt; popd ¦ cd deep && cd -P .. && cat b.txt ¦ CDPATH=..; cd project && cat ../outside.txt`,
}

describe.skipIf(!hasGit())('what a relaxed rule must not let through', () => {
  for (const [what, lines] of Object.entries(DANGEROUS)) {
    test(`${what}: each line goes off when it runs`, () => {
      expect(commandsIn(lines)).toEqual(place.goOff(commandsIn(lines)))
    })
    test.each(commandsIn(lines))(`${what}: %j asks`, async line => {
      expect(await place.verdict(line)).not.toBe('allow')
    })
  }
})

/** Not shown to do harm here, but nobody can say that they do none. */
const UNCLEAR = `
for f in $FILES; do cat "$f"; done ¦ for f; do cat "$f"; done ¦ x=$HOME; ls $x ¦ cat $X ¦ x=$X; cat $x ¦ for f in "$@"; do cat $f; done ¦ select f in a b; do echo $f; done
for ((i=0;i<3;i++)); do echo $i; done ¦ ((i=1)); echo $i ¦ i=0; echo $((i++)) ¦ echo $((x)) ¦ echo $(( $(cat a.txt) )) ¦ echo $[1] ¦ x=1 ¦ FOO=1 ¦ LD_PRELOAD=x; ls ¦ http_proxy=x; echo $http_proxy ¦ npm_config_registry=x; echo $npm_config_registry
pushd src ¦ popd ¦ cd - ¦ cd ¦ pushd +1 && popd ¦ pushd && popd ¦ if true; then cd src; fi; ls ¦ for d in src two; do cd $d; ls; done ¦ cd gone; cd ..; ls ¦ ls && cd src; cd ..; ls ¦ cd s* && ls ¦ git -C .. log ¦ git -C ~ log ¦ git -C up log ¦ git -C src -c x=y log ¦ git -C "$D" log ¦ git -C src -C ../nested status ¦ ls -l leak | xargs cat ¦ ls | xargs cat
ls | xargs rm ¦ ls | xargs -a names wc ¦ ls | xargs -p wc ¦ ls | xargs env ¦ ls | xargs bash ¦ ls | xargs sort ¦ ls | xargs sed p ¦ ls | xargs $x ¦ ls | timeout 5 xargs cat ¦ ls |& xargs wc -l ¦ ls 2>&1 | xargs wc -l ¦ ls -R | xargs head ¦ ls src | xargs wc -l ¦ find . -follow | xargs wc ¦ find . -name x | tr x y | xargs wc -l
find . | xargs grep -f ¦ find . | xargs -I{} grep {} a.txt ¦ find . -exec wc -l {} + ¦ git ls-files -s | xargs wc ¦ git diff --name-only | xargs wc -l ¦ rg foo | xargs wc ¦ ls | xargs -I{} wc -l x{} ¦ ls | xargs -I{} wc {} {} ¦ wc -l $(cat names) ¦ wc -l $(ls; echo /etc/passwd) ¦ wc -l "$(ls)" x$(ls) ¦ stat $(ls | sed s/a/b/)
kubectl get pods * ¦ docker images * ¦ npm ls * ¦ awk * ¦ jq * ¦ sed p* ¦ xxd two/* ¦ base64 two/* ¦ find . -n* x ¦ sort -* ¦ sed -i s/a/b/ src/*.ts ¦ rm two/* ¦ touch two/* ¦ cat > two/* ¦ grep -f *.txt a.txt ¦ head -n *.txt ¦ strings @names
cat <(ls)x ¦ cat x<(ls) ¦ . <(ls) ¦ bash <(ls) ¦ tee >(cat) ¦ ls > >(cat) ¦ sed -f <(ls) a.txt ¦ grep -f <(ls) a.txt ¦ x=<(ls); cat $x ¦ cat {a,b}$(touch x) ¦ cat {a,$x} ¦ cat {a,"b"}.txt ¦ cat {1..100000} ¦ x={a,b}; cat $x ¦ case $x in a) ls;; esac ¦ x=a; trap ls EXIT; echo $x ¦ x=a; shopt -s extglob; cat $x
[ -n $X ] ¦ [ "$X" = secret ] ¦ [[ $X == s* ]] ¦ [ -f "$X" ] ¦ [ -v X ] ¦ [[ -v x[0] ]] ¦ [ -n "\${X@P}" ] ¦ [ -n "\${X:=1}" ] ¦ echo "\${X:-none}" ¦ basename $TOKEN ¦ dirname "$SECRET_PATH" ¦ printf "$x" ¦ x=%n; printf "$x" y ¦ x='-v y'; printf $x z
`
test.skipIf(!hasGit()).each(commandsIn(UNCLEAR))('%j asks', async line => {
  expect(await place.verdict(line)).not.toBe('allow')
})

/** As they are, without what makes the lines above dangerous. */
const HARMLESS = `
for f in src/*; do wc -l $f; done ¦ for f in src/* two/*; do head -1 "$f"; done ¦ x=a.txt; cat $x ¦ x='a.txt b.txt'; cat $x ¦ sort {a,b}.txt ¦ sort src/*.ts ¦ cat $(pwd)/a.txt
find src -type f | xargs cat ¦ find . -type f -print0 | xargs -0 wc -l ¦ cat $(find src -name '*.ts') ¦ cd src && ls && cd .. && git status ¦ git -C src log ¦ comm <(sort a.txt) <(sort b.txt) ¦ ls -d s*/ ¦ wc -c certs/*
`
test.skipIf(!hasGit()).each(commandsIn(HARMLESS))('%j only looks', async line => {
  expect(await place.verdict(line)).toBe('allow')
})
test.skipIf(!hasGit())('the same lines in a plain form do nothing when they run', () => {
  expect(place.goOff(commandsIn(HARMLESS))).toEqual([])
})

describe.skipIf(!hasGit())('wildcards in an edit mode', () => {
  const edits = { mode: 'acceptEdits' } as const
  test.each(commandsIn("sed -i s/a/b/ src/*.ts ¦ rm -f two/* ¦ touch src/*.ts ¦ sed -i -e 's/a/b/' two/?"))(
    '%j is an edit inside',
    async line => {
      expect(await place.verdict(line)).toBe('ask')
      expect(await place.verdict(line, edits)).toBe('allow')
    },
  )
  test.each(
    commandsIn(
      'sed -i s/a/b/ * ¦ rm -f * ¦ rm -rf two/* ¦ rm -f certs/* ¦ sed -i wcanary two/* ¦ sed -i two/* ¦ sed -i s/a/b/ up/* ¦ rm -f */a ¦ rm -f two/** ¦ cp two/* src ¦ mv two/* src ¦ rm -f .git/* ¦ rm -f ../* ¦ f=two/a; rm $f ¦ cd two && rm -f ./* ¦ rm -f l*',
    ),
  )('%j still asks', async line => {
    expect(await place.verdict(line, edits)).toBe('ask')
  })
})
