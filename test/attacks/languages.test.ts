import { symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, createPermissionPlace, type PermissionContext } from '../support/permission-place.ts'
import { AWK_LOOKS, SED_LOOKS } from './everyday-languages.ts'
import { fuzzLanguage } from './support/languages/fuzz-language.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
})
afterAll(() => place.remove())
const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replaceAll('⏎', '\n'))

test('the everyday list of awk and sed is long enough to say something', () => {
  expect(new Set([...linesIn(AWK_LOOKS), ...linesIn(SED_LOOKS)]).size).toBeGreaterThanOrEqual(100)
})

test.each([...linesIn(AWK_LOOKS), ...linesIn(SED_LOOKS)])('%j only looks', async line => {
  expect(await place.verdict(line)).toBe('allow')
})

/** A list that holds the delimiter, in every way in which lists begin and end. */
const LISTS = [
  '[D]',
  '[]D]',
  '[^]D]',
  '[aD]',
  '[D]]',
  '[[:alpha:]D]',
  '[[.a.]D]',
  '[[=a=]D]',
  '[^[:alpha:]D[:digit:]]',
  '[[:D:]]',
  '[\\]D]',
  '[^\\]D]',
]

describe('a delimiter inside a bracket list ends the pattern for some programs only', () => {
  test.each(LISTS)('%s', async list => {
    const inPattern = list.replaceAll('D', '/')
    for (const command of [
      `awk '/${inPattern}" /{print | "sh" } /"; x/' a.txt`,
      `awk '/${inPattern}/' a.txt`,
      `awk '$1 ~ /${inPattern}/ {print $2}' a.txt`,
      `sed -n 's/${inPattern}/p;s_a/w out_b_' a.txt`,
      `sed 's/${inPattern}/x/' a.txt`,
      `sed -n '/${inPattern}/p' a.txt`,
      `sed 's|${list.replaceAll('D', '|')}|x|' a.txt`,
      `sed -n '\\,${list.replaceAll('D', ',')},p' a.txt`,
    ])
      expect([command, await place.verdict(command)]).toEqual([command, 'ask'])
  })
})

describe('what implementations read differently', () => {
  test.each(
    commandsIn(String.raw`
sed 'w FILE' -e p a.txt ¦ sed 's/a/b/w FILE' -n a.txt ¦ sed 'e id' -e p a.txt ¦ sed p a.txt -n ¦ sed p -E a.txt ¦ sed 'w x' --expression=p a.txt
sed ':a;s/x/y\⏎w out/' a.txt ¦ sed 'ba;s/x/y\⏎w out/' a.txt ¦ sed '$!t;y/x/y/;s/x/y\⏎e id/' a.txt ¦ sed '/a/{ba};s,x,\⏎r .env,' a.txt
sed -e 's/a/b\' -e 'w x/' a.txt ¦ sed -e 'p\' -e 'w x' a.txt ¦ sed 's/a\⏎/b/' a.txt ¦ sed 's/a⏎b/c/' a.txt ¦ sed 'y/a\⏎/bc/' a.txt ¦ sed 'y/[!/:]]/;y!a/!w !' a.txt ¦ sed 'y/[/]/' a.txt ¦ sed '/a\⏎/p' a.txt ¦ sed 'sxaxbx' a.txt ¦ sed 's[a[b[' a.txt
ls -T .. ¦ ls -T ../other ¦ ls -w ../other ¦ ls -I /etc ¦ ls -lT .. ¦ ls -T ~/.ssh
awk '{print length / 2 "/ > "x"}' a.txt ¦ awk '{print length / 2}' a.txt ¦ awk '{if (x) /a/}' a.txt ¦ awk '/a/ /b/' a.txt ¦ awk '{print x++ /2/ 1}' a.txt
awk '{print 0x1F}' a.txt ¦ awk '{print 1e}' a.txt ¦ awk '{print a[1 > 2]}' a.txt ¦ awk '{print 2**3}' a.txt ¦ awk '{print "a\⏎b"}' a.txt ¦ awk '# \⏎{print}' a.txt
awk 'function f(x) {return x} {print f(1)}' a.txt ¦ awk '{print foo(1)}' a.txt ¦ awk '{x = @/a/}' a.txt ¦ awk '{print a::b}' a.txt ¦ awk 'BEGINFILE{print}' a.txt
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})

describe('what awk opens, runs or shows by itself', () => {
  test.each(
    commandsIn(`
awk '{print}' CONVFMT=%s a.txt ¦ awk '{print}' OFMT=%n a.txt ¦ awk '{print}' a.txt CONVFMT=%s b.txt ¦ awk '{print}' ENVIRON=x a.txt ¦ awk '{print}' ARGV=1 a.txt
awk -v CONVFMT=%s '{print}' a.txt ¦ awk -vOFMT=%s '{print}' a.txt ¦ awk -v ARGC=9 1 a.txt ¦ awk -v PROCINFO=1 1 a.txt ¦ awk 1 awk::CONVFMT=%s a.txt ¦ awk -v awk::OFMT=%s 1 a.txt
awk 1 LINT=1 a.txt ¦ awk 1 system=1 a.txt ¦ awk 1 OFMT=* ¦ awk 1 CONVFMT=a/*.txt
awk 1 /inet/tcp/0/example.com/80 ¦ awk 1 /dev/stdin ¦ awk 1 /dev/fd/3 ¦ awk 1 /dev/tcp/a/1 ¦ awk 1 /inet4/udp/0/a/1
awk -f a.awk a.txt ¦ awk -E a.awk ¦ awk -i inplace 1 a.txt ¦ awk --include x 1 a.txt ¦ awk -l readdir 1 . ¦ awk -e 1 a.txt ¦ awk --source 1 a.txt
awk -o 1 a.txt ¦ awk -p 1 a.txt ¦ awk -d 1 a.txt ¦ awk --dump-variables 1 a.txt ¦ awk -W exec=x 1 a.txt ¦ gawk --profile=x 1 a.txt ¦ awk -D 1 a.txt
awk '@load "x"' a.txt ¦ awk '@include "x"' a.txt ¦ awk '@namespace "x"' a.txt ¦ awk '{close("x")}' a.txt ¦ awk '{fflush()}' a.txt ¦ awk '{x = "a"; @x()}' a.txt
awk '{print > "/dev/stdout"}' a.txt ¦ awk '{print |& "x"}' a.txt ¦ awk '{"date" |& getline}' a.txt ¦ awk '{getline < "x"}' a.txt ¦ awk '{while ((getline x) > 0) print x}' a.txt
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })

  test.each(
    commandsIn(
      `awk '{print}' x=1 a.txt ¦ awk '{print}' FS=: a.txt OFS=- b.txt ¦ awk -v x=1 '{print x}' a.txt`,
    ),
  )('%j only looks', async command => {
    expect(await place.verdict(command)).toBe('allow')
  })

  test('a file whose name is an assignment is not brought by a wildcard', async () => {
    const wildcards = commandsIn('awk 1 *.text ¦ awk 1 C*.text ¦ awk 1 ?ONVFMT* ¦ awk 1 [C]*')
    const planted = join(place.cwd, 'CONVFMT=%s.text')
    for (const command of wildcards.slice(0, 2)) expect(await place.verdict(command)).toBe('allow')
    writeFileSync(planted, '')
    for (const command of wildcards) expect([command, await place.verdict(command)]).toEqual([command, 'ask'])
    unlinkSync(planted)
    expect(await place.verdict('awk 1 logs/*.log')).toBe('allow')
  })
})

describe('sed in place, where -i takes the next word', () => {
  const edits = { mode: 'acceptEdits' } as const
  test.each(
    commandsIn(String.raw`
sed -i '' 'w FILE' a.txt ¦ sed -i '' 's/a/b/w FILE' a.txt ¦ sed -i '' 'r .env' a.txt ¦ sed -i '' -e 'w FILE' a.txt ¦ sed -i s/a/b/ 'w FILE' a.txt
sed -i p wFILE a.txt ¦ sed -i p 'w ../x' ¦ sed -i p 'w .git/config' ¦ sed -i p 'w .npmrc' ¦ sed -i p '/a/w ../x' ¦ sed -i p '1w ../x' ¦ sed -i p 's,a,b,w ../x'
sed -i p 'r ../secret.md' ¦ sed -i p 's/a/b/w x' ¦ sed -i p '{w x' ¦ sed -i p '1!w x' ¦ sed -i p 'p;w x' ¦ sed -i /../../x p a.txt ¦ sed -i ../x p a.txt
sed -i '' ':a;s/x/y\⏎w out/' a.txt ¦ sed -i '' 's/[/]/p;s_a/w out_b_' a.txt ¦ sed -n -i '' 'w x' a.txt ¦ sed -i -E 'w x' a.txt
`),
  )('%j asks though edits are accepted', async command => {
    expect(await place.verdict(command, {}, edits)).toBe('ask')
  })

  test.each(
    commandsIn(`
sed -i '' 's/a/b/' a.txt ¦ sed -i s/a/b/ a.txt ¦ sed -i -e s/a/b/ a.txt ¦ sed -i -E 's/(a)/b/' src/app.ts ¦ sed -i s/a/b/ src/app.ts src/index.ts
sed -i s/a/b/ README.md ¦ sed -i s/a/b/ package.json ¦ sed -i s/a/b/ test/a.test.ts ¦ sed -i s/a/b/ ./web/a.css ¦ sed -i s/a/b/ web/a.css ¦ sed -i s/a/b/ src/*.ts
sed -i 's/a/b/' docs/*.md ¦ sed -i -e s/a/b/ src/components/*.tsx ¦ sed -i s/a/b/ lib/x.py config/app.yaml ¦ sed -i s/a/b/ server.log table.txt
`),
  )('%j is an edit, whoever reads it', async command => {
    expect(await place.verdict(command, {}, edits)).toBe('allow')
  })

  test('a name that would be a script that writes is not brought by a wildcard', async () => {
    expect(await place.verdict('sed -i s/a/b/ src/components/*.tsx', {}, edits)).toBe('allow')
    const planted = join(place.cwd, 'src/components/a r b rw out.tsx')
    writeFileSync(planted, '')
    expect(await place.verdict('sed -i s/a/b/ src/components/*.tsx', {}, edits)).toBe('ask')
    unlinkSync(planted)
  })

  test('the copy that would be left beside the file goes nowhere else', async () => {
    symlinkSync('../secret.md', join(place.cwd, 'a.txt-e'))
    expect(await place.verdict('sed -i -e s/a/b/ a.txt', {}, edits)).toBe('ask')
    unlinkSync(join(place.cwd, 'a.txt-e'))
    expect(await place.verdict('sed -i -e s/a/b/ a.txt', {}, edits)).toBe('allow')
  })
})

describe('what bash 3.2 and bash 5 read differently', () => {
  test.each(
    commandsIn(String.raw`
awk $'{print \u0022a\u0022}' a.txt ¦ awk $'{print "a\u0022 > \u0022b"}' a.txt ¦ cat $'a\u002etxt' ¦ cat $'\U00000061.txt' ¦ sed $'1\x{77} out' a.txt ¦ ls $'\x{2e}\x{2e}'
cat $'\cA' ¦ ls $'a\x80b' ¦ ls $'\200' ¦ cat {01..03} ¦ cat {1..5..2} ¦ echo $(cat <<'E'⏎) ; touch made #⏎E⏎) ¦ ls $(case a in a) echo a;; esac)
cat <(cat <<E⏎) ; touch made #⏎E⏎) ¦ echo "$(cat <<'E'⏎a ) $(touch made) (⏎E⏎)"
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })

  test.each(
    commandsIn(String.raw`
awk $'{print "a\tb"}' a.txt ¦ grep $'a\tb' a.txt ¦ grep $'\x41' a.txt ¦ grep $'\101' a.txt ¦ grep $'it\'s' a.txt ¦ cat {a,b}.txt ¦ echo {1..3}
echo "$(cat <<'E'⏎a (plain) text⏎E⏎)" ¦ echo "$(cat <<'E'⏎it is⏎E⏎)"
`),
  )('%j only looks', async command => {
    expect(await place.verdict(command)).toBe('allow')
  })

  test('a locale whose characters may end in a backslash or a bracket is no safe value', async () => {
    for (const value of ['ja_JP.SJIS', 'zh_TW.Big5', 'zh_CN.GB18030', 'zh_CN.gbk', 'ko_KR.johab', 'zh_TW'])
      expect(await place.verdict(`LC_ALL=${value} sed s/a/b/ a.txt`)).toBe('ask')
    for (const value of ['C', 'zh_CN.UTF-8', 'ja_JP.utf8', 'de_DE@euro', 'en_US.ISO-8859-1'])
      expect(await place.verdict(`LC_ALL=${value} sed s/a/b/ a.txt`)).toBe('allow')
  })
})

describe.runIf(process.platform === 'linux')('programs that were made up, run with canaries', () => {
  // A small part of what `npm run test:long` tries.
  test.each(['awk', 'sed'] as const)('no %s program that counts as a look does more', async name => {
    const report = await fuzzLanguage(name, { count: 1_500, seed: 20261117 })
    expect(report.findings).toEqual([])
    expect(report.allowed).toBeGreaterThan(100)
  })
})
