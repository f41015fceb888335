import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { seeThrough } from '../../../lib/shell/unwrap.ts'
import { compileCommandRules, findHitting, mayHit, readingsOf } from './match-shell.ts'
import type { ParsedRule } from './rules.ts'

const rule = (spec: string): ParsedRule => ({
  rule: { text: `Bash(${spec})`, behavior: 'deny', source: 'user', anchor: '/' },
  tool: 'Bash',
  spec,
})
const SPECS = [
  ...[
    'rm:*',
    'git push *',
    'npm run *',
    'curl',
    '*secrets*',
    'a.c x',
    'a (b) *',
    'x * y * z',
    '* --force:*',
    'p$ q',
  ],
]
const LINES = [
  ...[
    'rm',
    'rm a',
    'rmdir a',
    'git push',
    'git pushx',
    'git push -f',
    'npm run x',
    'curl',
    'curl x',
    'cat secrets/a',
  ],
  ...[
    'abc x',
    'a.c x',
    'a (b)',
    'a (b) c',
    'x 1 y 2 z',
    'x y z',
    'git --force',
    'git --force x',
    'p$ q',
    'ls',
  ],
]

test('many rules together hit what the first of them hits alone', () => {
  const together = compileCommandRules(SPECS.map(rule))
  for (const line of LINES) {
    const alone = SPECS.find(spec => findHitting(compileCommandRules([rule(spec)]), [line]))
    expect(findHitting(together, [line])?.spec, line).toBe(alone)
  }
})

test('a rule without any text of its own is compared with every line', () => {
  const { mayMatch } = compileCommandRules([...SPECS, '* *'].map(rule))
  expect(mayMatch('whatever it is')).toBe(true)
})

const HIDDEN = [
  ...[
    'rm a',
    'sudo rm a',
    'r"m" a',
    "'r'm a",
    'r\\m a',
    '"rm" a',
    "$'\\x72m' a",
    "$'rm' a",
    'r$"m" a',
    'r\\\nm a',
  ],
  ...[
    '{rm,x} a',
    'r{m,} a',
    '{r,x}m a',
    'bash -c "rm a"',
    "env -S 'rm a'",
    'eval "r"m a',
    'bash -c \'bash -c "r\\m a"\'',
  ],
  ...['echo $(rm a)', 'echo `rm a`', 'echo "`r\\m a`"', 'bash <<< "rm a"', 'bash <<E\nrm a\nE', '/bin/rm a'],
  ...[
    'find . -exec rm {} +',
    'xargs -n 1 rm',
    'watch "r""m a"',
    'A=1 rm a',
    'ls | rm a',
    'if true; then rm a; fi',
  ],
]

test.each(HIDDEN)('a search over %j does not miss the command in it', async text => {
  const rules = compileCommandRules([rule('rm:*')])
  const read = await loadShellReader()
  const lowered = read(text)
  if (!lowered.ok) throw new Error(lowered.error)
  const views = lowered.commands.flatMap(command => seeThrough(command, read))
  expect(findHitting(rules, readingsOf(views))?.spec).toBe('rm:*')
  expect(rules.mayConcern(text)).toBe(true)
  expect(mayHit(rules, views)).toBe(true)
})

test('no rule hits a command of whose words none may be in it, whatever is written', async () => {
  const read = await loadShellReader()
  const rules = compileCommandRules(SPECS.map(rule))
  const pieces = [...'rm curl git push npm run secrets a.c x y z p$ q --force'.split(' '), ' ', ' ', '"', "'"]
  const more = ['\\', '/', 'r{m,}', '{cu,}rl', '$X', 'bash -c ', 'sudo ', 'env -S ', ';', "$'r\\155' "]
  let hits = 0
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 }), parts => {
      const lowered = read(parts.join(''))
      if (!lowered.ok) return
      for (const command of lowered.commands) {
        const forms = (command.variants ?? []).map(words => ({ ...command, words }))
        const views = [command, ...forms].flatMap(form => seeThrough(form, read))
        if (!findHitting(rules, readingsOf(views))) continue
        hits += 1
        expect(mayHit(rules, views)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
  expect(hits).toBeGreaterThan(10)
  const other = read('ls b{1,2}; make all')
  if (!other.ok) throw new Error(other.error)
  expect(mayHit(compileCommandRules([rule('rm:*'), rule('curl *')]), other.commands)).toBe(false)
})

test.each(['ls', 'r m', 'cat "r"', 'git push'])('a search over %j finds no reason to look further', text => {
  expect(compileCommandRules([rule('rm:*'), rule('curl *')]).mayConcern(text)).toBe(false)
  expect(compileCommandRules([rule('rm:*'), rule('* *')]).mayConcern(text)).toBe(true)
  expect(compileCommandRules([]).mayConcern(text)).toBe(false)
})
