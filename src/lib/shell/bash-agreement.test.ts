import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShellReader } from './lower.ts'

const SEEDS = [
  'ls -la src | head -5 && echo "done $(date)"',
  "cat <<'E'\nx $(y)\nE\nls",
  'cat <<E\n${HOME:-`id`}\nE',
  'if [ -f a ]; then cat a; elif [[ -d b && ! c == d* ]]; then ls; else :; fi',
  'for i in a "b c" $(ls); do echo "$i" >> out 2>&1; done < in',
  'case $x in a|b) ls ;; *) { rm x; } ;; esac',
  'f() { (cd a; ls) & wait; }; f 2>/dev/null || exit 1',
  'while read -r l; do ((n+=1)); done < <(sort -u a.txt)',
  "A=1 B=$'\\x41' env -i bash -c 'echo \"$1\"' _ {a,b}{1..3} ~/x",
  'diff <(sort a) <(sort b) |& tee >(cat) >| c; a=(1 2); echo ${a[$((1+1))]}',
]
const PIECES = [
  ...[
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
  ],
  ...[
    '>>',
    '<<E\n',
    '\nE\n',
    '2>&1',
    '#',
    '\\',
    'if ',
    '; then ',
    '; fi',
    'for i in ',
    '; do ',
    '; done',
    ';;',
  ],
  ...[
    'case x in ',
    ' esac',
    '[[ ',
    ' ]]',
    '((',
    '))',
    '*',
    '=',
    '!',
    '$',
    '[',
    ']',
    '~',
    '{a,b}',
    '<(',
    '>(',
    '&>',
  ],
  ...[
    '<>',
    '|&',
    '$((',
    '$[',
    'function f ',
    'f()',
    'coproc ',
    'time ',
    '=~',
    "$'",
    '$"',
    '\\\n',
    '@(',
    '<<<',
  ],
]

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(3),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ minLength: 0, maxLength: 2 })),
})
/** A real line with a few places damaged: nearer to the edge of the language than noise is. */
const damaged = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([seed, edits]) =>
    edits.reduce((text, { at, drop, put }) => {
      const from = Math.floor(at * text.length)
      return text.slice(0, from) + put + text.slice(from + drop)
    }, seed),
  )

/** All in one process that starts the others: starting them from here would take most of the time. */
const rejectedByBash = (texts: readonly string[]): readonly string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'bash-agreement-'))
  try {
    for (const [at, text] of texts.entries()) writeFileSync(join(directory, String(at)), text)
    const script = `for ((i = 0; i < ${texts.length}; i++)); do bash -n "$i" 2>/dev/null || echo "$i"; done`
    const { stdout } = spawnSync('bash', ['-c', script], { cwd: directory, encoding: 'utf8' })
    return stdout.split('\n').flatMap(line => (line === '' ? [] : (texts[Number(line)] ?? [])))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const isOldBash = spawnSync('bash', ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' }).stdout.startsWith(
  '3.',
)

test('a damaged line that bash rejects is not readable', async () => {
  const read = await loadShellReader()
  const texts = [...new Set(fc.sample(damaged, 700))]
  const readable = texts.filter(text => !text.includes('\0') && read(text).ok)
  // Enough of both kinds, or the comparison would say nothing.
  expect(readable.length).toBeGreaterThan(100)
  expect(readable.length).toBeLessThan(texts.length - 100)
  // An older bash rejects more, and so runs nothing that was read otherwise.
  expect(rejectedByBash(readable.filter(text => !isOldBash || !text.includes('|&')))).toEqual([])
})

test('every undamaged line is readable', async () => {
  const read = await loadShellReader()
  expect(SEEDS.filter(text => !read(text).ok)).toEqual([])
})
