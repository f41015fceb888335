import { expect, test } from 'vitest'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { keepSandboxed } from './sandboxed-servers.ts'

const program = (name: string, more: object = {}, of: object = {}): NamedServer => ({
  name,
  config: { type: 'stdio', command: 'x', args: [], env: {}, ...more },
  ...of,
})
const OF_FOLDER = { approval: { written: {}, sha256: '', given: 'yes' } } as const
const held = (wanted: NamedServer, ...rows: readonly NamedServer[]): unknown => {
  const written: readonly Contribution[] = rows.map(row => ({ source: { level: 'flag' }, servers: [row] }))
  const [kept] = keepSandboxed([wanted], written)
  return kept?.config.type === 'stdio' && kept.config.sandbox
}

test.each([
  ['a row of a repository under the name of one that is held is held', program('a', {}, OF_FOLDER), true],
  ["the person's own row is as it is written", program('a'), undefined],
  ['another name is another server', program('b', {}, OF_FOLDER), undefined],
] as const)('%s', (_, wanted, expected) => {
  expect(held(wanted, program('a', { sandbox: true }), wanted)).toBe(expected)
})

test('what a repository writes holds nobody else, and its own row stays held', () => {
  const row = program('a', { sandbox: true }, OF_FOLDER)
  expect(held(row, row)).toBe(true)
  expect(held(program('a', {}, OF_FOLDER), row)).toBeUndefined()
})

test('a server at an address is no program, so nothing is added to it', () => {
  const remote: NamedServer = {
    name: 'a',
    config: { type: 'http', url: 'https://x.y', headers: {} },
    ...OF_FOLDER,
  }
  const written: readonly Contribution[] = [
    { source: { level: 'flag' }, servers: [program('a', { sandbox: true })] },
  ]
  expect(keepSandboxed([remote], written)).toEqual([remote])
})
