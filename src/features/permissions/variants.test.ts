import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import {
  createPermissionPlace,
  type PermissionContext,
  type Rules,
} from '../../../test/support/permission-place.ts'
import { sampleSize } from '../../../test/support/sample-size.ts'
import type { Behavior } from '../../protocol/permission.ts'

let context: PermissionContext
beforeAll(() => {
  context = createPermissionPlace()
})
afterAll(() => context.remove())

/** Commands as words, so that each can be written in other ways. */
const COMMANDS: readonly (readonly string[])[] = [
  ['ls', '-la', 'src'],
  ['cat', 'README.md'],
  ['cat', '.env'],
  ['cat', '../secret.md'],
  ['cat', 'private/cfg'],
  ['git', 'log', '--oneline'],
  ['git', 'log', '--output=x'],
  ['git', 'branch', '-d', 'x'],
  ['grep', '-rn', 'foo', 'src'],
  ['sort', '-o', 'x', 'a.txt'],
  ['find', '.', '-name', 'x', '-delete'],
  ['npm', 'test'],
  ['rm', '-rf', '/'],
  ['rm', 'a.txt'],
  ['cp', 'a.txt', '.git/config'],
  ['curl', 'example.net'],
  ['sed', '-n', '3p', 'README.md'],
  ['jq', '.name', 'package.json'],
]
const RULE_SETS: readonly Rules[] = [
  {},
  { allow: ['Bash'] },
  { allow: ['Bash(npm:*)'], deny: ['Bash(rm:*)'] },
  { deny: ['Read(private/**)', 'Bash(git branch:*)'], allow: ['Bash'] },
  { ask: ['Bash(cat:*)'], allow: ['Bash'] },
]
const WRITINGS: readonly ((word: string) => string)[] = [
  word => word,
  word => `'${word}'`,
  word => `"${word}"`,
  word => `${word.slice(0, 1)}''${word.slice(1)}`,
  word => (/^[a-z]/.test(word) ? `\\${word}` : word),
  word => `$'${word}'`,
]
const ENVELOPES: readonly ((line: string) => string)[] = [
  line => line,
  line => `  ${line}  `,
  line => `${line};`,
  line => `( ${line} )`,
  line => `{ ${line}; }`,
  line => `timeout 5 ${line}`,
  line => `nice -n 3 ${line}`,
  line => `command ${line}`,
  line => `stdbuf -oL ${line}`,
  line => `LC_ALL=C ${line}`,
  line => `${line} 2>/dev/null`,
  line => `${line} # ls`,
  line => `: && ${line}`,
]
const GAPS = [' ', '  ', '\t', ' \\\n ']
const RANK: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

test('quoting, spacing and wrapping leave the verdict as it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...COMMANDS),
      fc.constantFrom(...RULE_SETS),
      fc.constantFrom(...ENVELOPES),
      fc.constantFrom(...GAPS),
      fc.array(fc.constantFrom(...WRITINGS), { minLength: 8, maxLength: 8 }),
      async (...given) => {
        const [words, rules, envelope, gap, writings] = given
        const line = words.map((word, at) => (writings[at] ?? String)(word)).join(gap)
        const plain = await context.verdict(words.join(' '), rules)
        expect([envelope(line), await context.verdict(envelope(line), rules)]).toEqual([
          envelope(line),
          plain,
        ])
      },
    ),
    { numRuns: sampleSize({ usual: 75, full: 2000 }) },
  )
})

test('no way of joining commands approves more than the strictest of them', async () => {
  const line = fc.constantFrom(...COMMANDS).map(words => words.join(' '))
  await fc.assert(
    fc.asyncProperty(
      line,
      line,
      fc.constantFrom(...RULE_SETS),
      fc.constantFrom('; ', ' && ', ' || ', ' | ', ' & ', '\n', ' |& '),
      async (...given) => {
        const [a, b, rules, join] = given
        const parts = [RANK[await context.verdict(a, rules)], RANK[await context.verdict(b, rules)]]
        expect(RANK[await context.verdict(a + join + b, rules)]).toBeGreaterThanOrEqual(Math.max(...parts))
        expect(RANK[await context.verdict(`echo "$(${a}${join}${b})"`, rules)]).toBeGreaterThanOrEqual(
          Math.max(...parts),
        )
      },
    ),
    { numRuns: sampleSize({ usual: 40, full: 1000 }) },
  )
})

test('any text gets a verdict, and noise is never approved with a rule that denies what it names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), async noise => {
      const verdict = await context.verdict(`rm x; ${noise}`, { deny: ['Bash(rm:*)'], allow: ['Bash'] })
      expect(verdict).toBe('deny')
    }),
    { numRuns: sampleSize({ usual: 50, full: 1000 }) },
  )
})
