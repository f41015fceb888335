import { expect, test } from 'vitest'
import { SURFACES } from '../features/compatibility/surfaces.ts'
import { parseArgs } from './args/parse-args.ts'
import { ABSENT_SUBCOMMANDS, SUBCOMMANDS } from './args/subcommands.ts'
import { explainUnknown } from './refused-start.ts'

const said = (...argv: readonly string[]): string | undefined => {
  const parsed = parseArgs(argv)
  if (parsed.kind !== 'usage_error') return undefined
  return parsed.unknown === undefined ? parsed.message : explainUnknown(parsed.unknown, parsed.localized).text
}

test('the words that are never a prompt are those of the table', () => {
  const names = SURFACES.find(({ key }) => key === 'subcommands')?.names ?? {}
  const ours: readonly string[] = SUBCOMMANDS.map(({ name }) => name)
  const missing = Object.keys(names)
    .filter(name => names[name]?.verdict === 'absent')
    .map(name => name.split(' ')[0] ?? name)
    .filter(word => !ours.includes(word))
  expect([...ABSENT_SUBCOMMANDS]).toEqual([...new Set(missing)].toSorted())
})

test('a flag or a first word of another program is refused with what to use instead', () => {
  expect(said('upgrade')).toContain('`capstan update`')
  expect(said('-p', 'setup-token')).toContain('`capstan auth login`')
  expect(said('daemon', 'status')).toContain('`capstan agents running`')
  expect(said('--teleport', 'x')).toContain('Capstan has no flag --teleport. It runs in the vendor')
  expect(parseArgs(['--chrome', 'x'])).toMatchObject({ kind: 'run', options: { chrome: true } })
  expect(parseArgs(['-p', '--no-chrome', '--enable-auto-mode', 'x']).kind).toBe('run')
})

test('what nobody knows is a slip, and a sentence is a prompt', () => {
  expect(said('--modle', 'x')).toContain('Did you mean --model?')
  for (const argv of [['upgrade the parser'], ['--', 'upgrade'], ['-p', '--', 'setup-token'], ['hello']])
    expect(parseArgs(argv).kind).toBe('run')
})
