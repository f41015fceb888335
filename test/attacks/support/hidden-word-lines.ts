import fc from 'fast-check'
import type { PermissionContext } from '../../support/permission-place.ts'

const BYPASS = { mode: 'bypassPermissions' } as const
const WORDS = ['git', 'push', 'pull', '--force', '-f', 'origin', 'run', 'x']
const SPEC_PIECES = [...WORDS.map(word => ` ${word}`), ' *', '*', ' --fo*', ' *igin', ':*']
const HIDDEN = ['$X', '"$X"', 'pu$X', '--$X', '"--fo$X"', '$(cat a.txt)', '"$(cat a.txt)"', '${X}gin']
const VALUES = ['', 'push', 'push --force', '--force', 'force', 'rce', 'sh', 'ori', 'origin --force x', 'll']
const WRAPPED: readonly ((line: string) => string)[] = [
  line => line,
  line => `timeout 5 ${line}`,
  line => `echo a && ${line}`,
  line => `A=1 ${line}`,
  line => `echo $(${line})`,
  line => `${line} > out.txt`,
]

const MADE = fc.record({
  begun: fc.constantFrom('git', 'git', 'npm', '*', ''),
  spec: fc.array(fc.constantFrom(...SPEC_PIECES), { minLength: 1, maxLength: 4 }),
  words: fc.array(fc.constantFrom(...WORDS, ...HIDDEN), { minLength: 1, maxLength: 4 }),
  wrap: fc.constantFrom(...WRAPPED),
  name: fc.constantFrom('git', 'git', 'npm'),
})

/** What the line is when the unknown word has this value. */
const withValue = (line: string, value: string): string =>
  line.replace(/\$X|\$\{X\}|\$\(cat a\.txt\)/g, () => value)

/**
 * Deny rules with stars anywhere and lines with words that are not known: those that run unasked although there is a
 * value with which the same line is denied. And how many lines with a known value were denied at all.
 */
export const findUnasked = async (
  place: PermissionContext,
  { seed, lines }: { readonly seed: number; readonly lines: number },
): Promise<{ readonly wrong: readonly string[]; readonly denied: number }> => {
  const wrong: string[] = []
  let denied = 0
  for (const [at, { begun, spec, words, wrap, name }] of fc
    .sample(MADE, { seed, numRuns: lines })
    .entries()) {
    const rule = `Bash(${[begun, ...spec].join('').trim()})`
    const verdictOf = (line: string) => place.verdict(line, { deny: [rule] }, BYPASS)
    const plain = [name, ...words].join(' ')
    if (at % 2 === 0 && (await verdictOf(withValue(plain, 'push --force'))) === 'deny') denied += 1
    const line = wrap(plain)
    if (withValue(line, '') === line || (await verdictOf(line)) !== 'allow') continue
    for (const value of VALUES)
      if ((await verdictOf(withValue(line, value))) === 'deny')
        wrong.push(`${rule}: ${line} with ${JSON.stringify(value)}`)
  }
  return { wrong, denied }
}
