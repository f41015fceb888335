import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import { sampleSize } from '../../../test/support/sample-size.ts'
import type { Lowered, ShellReader } from './command.ts'
import { loadShellReader, shellReader } from './lower.ts'

let read: ShellReader
beforeAll(async () => {
  read = await loadShellReader()
})

const readable = (text: string): Extract<Lowered, { ok: true }> => {
  const lowered = read(text)
  if (!lowered.ok) throw new Error(`${text}: ${lowered.error}`)
  return lowered
}
const argv = (text: string): string[][] =>
  readable(text).commands.map(one => one.words.map(word => word.text))

test.each<[string, string[][]]>([
  ['ls -l', [['ls', '-l']]],
  ['r\\m "a b"\'c\'', [['rm', 'a bc']]],
  ["$'r\\155' x", [['rm', 'x']]],
  ['a && b || c; d & e\nf', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a | b |& c', [['a'], ['b'], ['c']]],
  ['(a; { b; })', [['a'], ['b']]],
  ['! a', [['a']]],
  ['time -p a', [['a']]],
  ['if a; then b; elif c; then d; else e; fi', [['a'], ['b'], ['c'], ['d'], ['e']]],
  ['while a; do b; done; until c; do d; done', [['a'], ['b'], ['c'], ['d']]],
  ['case x in a) b;; *) c;; esac', [['b'], ['c']]],
  ['r\\\nm x', [['rm', 'x']]],
  ['export A="b c"', [['export', 'A=b c']]],
  ['# nothing', []],
  ['a # rm x', [['a']]],
  ['echo "rm x" \'$(rm y)\'', [['echo', 'rm x', '$(rm y)']]],
  ["cat <<'E'\n$(rm x)\nE", [['cat']]],
  ['{ a; } > f', [[], ['a']]],
  [
    '[[ -f a && ! ( b == c* || d -lt 3 ) ]]',
    [
      ['[[', '-f', 'a'],
      ['[[', 'b', '==', 'c*'],
      ['[[', 'd', '-lt', '3'],
    ],
  ],
])('%s runs %j', (text, expected) => {
  expect(argv(text)).toEqual(expected)
})

test.each([
  'echo $(rm x)',
  'echo `rm x`',
  'echo `echo \\`rm x\\``',
  'echo "a $(rm x) b"',
  'echo "`rm x`"',
  'cat <(rm x)',
  'cat > >(rm x)',
  'echo ${a:-$(rm x)}',
  'echo "${a:-$(rm x)}"',
  'echo ${a:-`rm x`}',
  'echo ${a/$(rm x)/b}',
  'echo ${a/b/$(rm x)}',
  'echo ${a:$(rm x)}',
  'echo ${a:1:$(rm x)}',
  'echo ${a#$(rm x)}',
  'echo ${a^$(rm x)}',
  'echo ${a[$(rm x)]}',
  'echo $((1 + $(rm x)))',
  'echo $[$(rm x)]',
  'echo $((b[$(rm x)]))',
  'a[$(rm x)]=1',
  'a=$(rm x)',
  'a=(1 $(rm x))',
  'a=([$(rm x)]=1)',
  'export a=$(rm x)',
  'cat <<E\n$(rm x)\nE',
  'cat <<E\n`rm x`\nE',
  'cat <<E\n${a:-$(rm x)}\nE',
  'cat <<-E\n\t$(rm x)\n\tE',
  'cat <<< $(rm x)',
  'cat <<< "$(rm x)"',
  'cat < $(rm x)',
  'cat > "$(rm x)"',
  'f() { rm x; }',
  'function f { rm x; }',
  'f() (rm x)',
  'coproc N { rm x; }',
  'for i in $(rm x); do :; done',
  'for i in a; do rm x; done',
  'for ((i = $(rm x); i < 1; i++)); do :; done',
  'for ((;;)); do rm x; done',
  'select i in a; do rm x; done',
  'case $(rm x) in a) :;; esac',
  'case a in $(rm x)) :;; esac',
  'case a in a) rm x;; esac',
  '[[ -n $(rm x) ]]',
  '[[ a == $(rm x) ]]',
  '[[ -v a[$(rm x)] ]]',
  '(( $(rm x) ))',
  'if rm x; then :; fi',
  'ls [$(rm x)]',
  'ls {a,$(rm x)}',
  'echo $"$(rm x)"',
  '$(rm x)',
  '"$(rm x)" a',
  '! rm x',
  '!(rm x)',
  'time rm x',
  'ls |& rm x',
  '{ rm x; } 2>&1 | cat',
  'echo $(echo $(echo $(rm x)))',
  'x=1 y=2 rm x',
  '>f rm x',
])('the nested removal of %s is found', text => {
  expect(argv(text)).toContainEqual(['rm', 'x'])
})

test.each<[string, readonly string[]]>([
  ['f() { a; }', ['function']],
  ['coproc { a; }', ['coprocess']],
  ['for i in a; do b; done', ['loop variable']],
  ['((i++))', ['arithmetic']],
  ['echo $((x))', ['arithmetic']],
  ['echo $[1]', ['arithmetic']],
  ['echo $((1))', []],
  ['case $x in a) b;; esac', ['expansion']],
  ['echo ${v/a/b}', ['expansion']],
  ['echo ${v^^}', ['expansion']],
  ['echo ${v@P}', ['expansion']],
  ['echo ${!v}', ['expansion']],
  ['echo ${v:=1}', ['expansion']],
  ['echo ${v:1}', ['expansion']],
  ['echo ${!v*}', ['expansion']],
  ['echo ${v[1]}', ['subscript']],
  ['v[1]=2', ['subscript']],
  ['exec {fd}>x', ['descriptor variable']],
  ['ls\r', ['hidden character']],
  ['ls\u200b', ['hidden character']],
  ['ls \u202ea', ['hidden character']],
  ['ls\u00a0-l', ['hidden character']],
  ['ls \u{e0041}', ['hidden character']],
  ['echo ${v:-1} $v', []],
])('%j is marked %j', (text, expected) => {
  expect(readable(text).opaque.map(mark => mark.why)).toEqual(expected)
})

test.each([
  'if',
  'echo "',
  "echo '",
  'a &&',
  '(a',
  'a )',
  'cat <<E\nx',
  'echo $(',
  'echo `a',
  'a | | b',
  ';;',
  'echo ${ rm x; }',
  'coproc rm x',
  'echo 1<(rm x)',
  'cat a<(rm x)',
  'cat <(ls)#; rm x',
  'echo a &\\\n& b',
  'a \\',
  'a > b(c)',
  'ls @(a|$(rm x))',
  'a (b',
  '{ a=(; }',
  'a > 2>&1',
  'a $[',
  'a ${x(}',
])('%j is not readable', text => {
  expect(read(text)).toMatchObject({ ok: false, text })
})

test('words say what may change them', () => {
  const words = readable(
    `c lit "q q" $v "$v" $(a) "$@" *.ts '*' \\* ~ ~/x ~bob "~" {a,b} a=~/x <(p) $((1)) ${'$'}{HOME}/x "$a"$b`,
  ).commands[0]?.words
  expect(
    words?.map(word => [
      word.raw,
      word.causes.join(),
      word.glob,
      word.tilde,
      word.whole,
      word.variables.join(),
    ]),
  ).toEqual([
    ['c', '', false, false, true, ''],
    ['lit', '', false, false, true, ''],
    ['"q q"', '', false, false, true, ''],
    ['$v', 'variable', false, false, false, 'v'],
    ['"$v"', 'variable', false, false, true, 'v'],
    ['$(a)', 'command', false, false, false, ''],
    ['"$@"', 'variable', false, false, false, '@'],
    ['*.ts', '', true, false, false, ''],
    ["'*'", '', false, false, true, ''],
    ['\\*', '', false, false, true, ''],
    ['~', '', false, true, true, ''],
    ['~/x', '', false, true, true, ''],
    ['~bob', 'home of another', false, false, true, ''],
    ['"~"', '', false, false, true, ''],
    ['{a,b}', 'brace', false, false, false, ''],
    ['a=~/x', 'home of another', false, false, true, ''],
    ['<(p)', 'process', false, false, false, ''],
    ['$((1))', 'arithmetic', false, false, false, ''],
    [`${'$'}{HOME}/x`, 'variable', false, false, false, 'HOME'],
    ['"$a"$b', 'variable', false, false, false, 'a,b'],
  ])
})

test('assignments and redirects are kept with their command', () => {
  const [first, second] = readable('A=1 B+=2 C=(x) cmd a >o 2>&1 <i; cat <<E <<< "$v"\nt $w\nE\n').commands
  expect(first?.assignments.map(one => [one.name, one.value.text, one.plain])).toEqual([
    ['A', '1', true],
    ['B', '2', false],
    ['C', 'C=(x)', false],
  ])
  expect(first?.redirects.map(one => [one.op, one.fd, one.target.text])).toEqual([
    ['>', undefined, 'o'],
    ['>&', 2, '1'],
    ['<', undefined, 'i'],
  ])
  expect(second?.redirects.map(one => [one.op, one.target.text, one.target.variables])).toEqual([
    ['<<', 't $w\n', ['w']],
    ['<<<', '$v', ['v']],
  ])
})

test('commands know where they stand', () => {
  const places = readable('a && b; c || d & (e | f); if g; then h $(i); fi').commands.map(one => [
    one.words[0]?.text,
    Object.entries(one.place)
      .filter(([key, value]) => value !== false && value !== 0 && key !== 'list')
      .map(([key]) => key)
      .join(),
  ])
  expect(places).toEqual([
    ['a', 'chained'],
    ['b', 'chained'],
    ['c', 'background'],
    ['d', 'background'],
    ['e', 'pipeline,subshell,piped,chained'],
    ['f', 'pipeline,subshell,piped,chained'],
    ['g', 'conditional,chained'],
    ['h', 'conditional,chained'],
    ['i', 'substitution,subshell,conditional,chained'],
  ])
})

const PIECES = [
  'ls',
  'a',
  'b',
  ' ',
  ' ',
  ';',
  '&',
  '&&',
  '||',
  '|',
  '\n',
  '"',
  "'",
  '$(',
  ')',
  '`',
  '(',
  '{ ',
  ' }',
  '${',
  '}',
  '$x',
  '<',
  '>',
  '>>',
  '<<E',
  'E',
  '2>&1',
  '#',
  '\\',
  'if ',
  ' then ',
  ' fi',
  'for i in ',
  ' do ',
  ' done',
  'case ',
  ' in ',
  ' esac',
  '[[',
  ']]',
  '((',
  '))',
  '*',
  '=',
  '!',
  '$',
  ':-',
  '[',
  ']',
  '~',
  '~/',
  ',',
  '..',
]

test('what bash rejects is not readable', () => {
  const texts = fc.sample(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }), {
    numRuns: sampleSize({ usual: 130, full: 1600 }),
    seed: 20260101,
  })
  const accepted = [...new Set(texts.map(parts => parts.join('')))].filter(text => read(text).ok)
  const wrong = accepted.filter(text => spawnSync('bash', ['-n'], { input: text }).status !== 0)
  expect(accepted.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('reading is total', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: ANY_CHARACTER }),
        fc.array(fc.constantFrom(...PIECES)).map(all => all.join('')),
      ),
      text => {
        const lowered = read(text)
        expect(lowered.text).toBe(text)
      },
    ),
    { numRuns: 500 },
  )
})

/** How often the reader asks for the children of a node of the line. */
const looksInto = async (line: string): Promise<number> => {
  const { parse, forEachChild } = await import('unbash')
  let looks = 0
  const counting: typeof forEachChild = (node, visit) => {
    looks += 1
    forEachChild(node, visit)
  }
  expect(shellReader({ parse, forEachChild: counting })(line).ok).toBe(true)
  return looks
}

test.each(['r{m,} a', 'echo $(ls) "$(ls a)"', 'cat <(ls) <(ls)'])(
  'a line that reads no variable is gone through once: %s',
  async line => {
    const once = await looksInto(line)
    // With a variable in it the values are looked for in all of it first.
    const [more, less] = [await looksInto(`x=1; echo $x; ${line}`), await looksInto('x=1; echo $x; ls')]
    expect(more - less).toBeGreaterThan(once)
    const again = await looksInto(`ls; ${line}`)
    expect(again - (await looksInto('ls; ls'))).toBeLessThanOrEqual(once)
  },
)

test('a command of a thousand brace lists has the words that bash makes of it', () => {
  const [command] = readable(`echo ${'{a,b} '.repeat(1_000)}`).commands
  expect(command?.variants?.map(words => words.map(word => word.text).join(' '))).toEqual([
    `echo${' a b'.repeat(1_000)}`,
  ])
})
