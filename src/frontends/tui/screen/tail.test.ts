import { expect, test } from 'vitest'
import { fakeView } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { initialState } from '../state/initial-state.ts'
import type { UiState } from '../state/ui-state.ts'
import { createTail } from './tail.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })
const AGENTS = ['one', 'two', 'three'].map(name => ({
  id: name,
  name,
  startedAt: 100_000,
  tools: 0,
  tokens: 0,
}))
const running = presented({
  kind: 'tool',
  id: 't',
  name: 'Bash',
  input: { command: 'sleep 9' },
  state: 'running',
  startedAt: 100_000,
} as const)

const tailOf = async (more: Partial<UiState>, rows: number) => {
  const view = await fakeView()
  const tail = createTail(
    () => ({ ...START, ...more }),
    () => view,
  )
  return tail.advance(rows).tail.map(stripAnsi)
}

test('agents stand below what the conversation does, after an empty line', async () => {
  const lines = await tailOf({ agents: AGENTS, transcript: { ...START.transcript, live: [running] } }, 20)
  expect(lines.slice(-4)).toEqual([
    '',
    '◇ one · thinking · 0 s',
    '◇ two · thinking · 0 s',
    '◇ three · thinking · 0 s',
  ])
  expect(lines.slice(0, -4).join('\n')).toContain('sleep 9')
})

test.each([2, 3, 4, 5, 6])('in %i rows there are no more lines than that', async rows => {
  const lines = await tailOf({ agents: AGENTS, transcript: { ...START.transcript, live: [running] } }, rows)
  expect(lines.length).toBeLessThanOrEqual(rows)
})

test('without agents the tail is the conversation alone', async () => {
  expect(await tailOf({}, 10)).toEqual([])
})
