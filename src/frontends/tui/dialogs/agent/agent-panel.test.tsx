import { expect, test } from 'vitest'
import { agentInfo, agentRow } from '../../../../../test/support/agent-infos.ts'
import { FakeEngine } from '../../../../../test/support/fake-engine.ts'
import { assistantEntry, userEntry } from '../../../../../test/support/fake-events.ts'
import { type FakeUiOptions, openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { textWidth } from '../../../../lib/text-width.ts'
import type { Event } from '../../../../protocol/event.ts'
import { AgentPanel } from './agent-panel.tsx'

const INFO = agentInfo('a1', {
  name: 'Explore',
  description: 'find the tests',
  startedAt: 940_000,
  requests: 1,
  tokens: 12_345,
  usd: 0.05,
  lastAction: 'Read src/a.ts',
})

type Entry = Extract<Event, { readonly type: 'entry' }>
const MESSAGES = [
  userEntry('p', 'Find all tests.'),
  assistantEntry('c', { type: 'tool_use', id: 't1', name: 'Glob', input: { pattern: '**/*.test.ts' } }),
  userEntry('r', [{ type: 'tool_result', tool_use_id: 't1', content: 'a.test.ts\nb.test.ts' }]),
  assistantEntry('s', { type: 'text', text: 'There are **two**.' }),
].map(event => (event as Entry).entry)

const open = async (options: FakeUiOptions = {}, info = INFO) => {
  const engine = new FakeEngine([], { runningAgents: [info] })
  let closed = 0
  const state = { agents: [agentRow(info)] }
  const fake = await openFakeUi({ engine, columns: 100, rows: 20, state, ...options })
  const close = (): void => {
    closed += 1
  }
  await fake.mount(<AgentPanel params={{ id: 'a1' }} close={close} />)
  fake.store.dispatch({ type: 'agent_read', id: 'a1', messages: MESSAGES, now: 1 })
  await fake.settle()
  return Object.assign(fake, { engine, closed: () => closed })
}

test('an agent’s own transcript is shown as that of the conversation, under who it is and what it costs', async () => {
  await using fake = await open()
  const screen = fake.screen()
  expect(screen[0]).toBe('◇ Explore: find the tests · Read src/a.ts · 12.3k tokens · $0.05 · 1 min 0 s')
  expect(fake.text()).toContain('▌ Find all tests.')
  expect(fake.text()).toContain('● Glob **/*.test.ts')
  expect(fake.text()).toContain('There are two.')
  expect(screen.at(-2)).toBe('› Message Explore')
  expect(screen).toHaveLength(20)
})

test('what is typed is told to the agent, and the line is empty again', async () => {
  await using fake = await open()
  await fake.type('also jsx')
  expect(fake.text()).toContain('› also jsx')
  await fake.press('enter')
  expect(fake.engine.ops).toEqual([{ type: 'tell_agent', agentId: 'a1', text: 'also jsx' }])
  expect(fake.toasts).toEqual(['Sent. The agent reads it at its next step.'])
  expect(fake.text()).toContain('› Message Explore')
  await fake.press('enter')
  expect(fake.engine.ops).toHaveLength(1)
})

test('Ctrl-C twice stops it, any other key between them takes the first back', async () => {
  await using fake = await open()
  await fake.press('ctrl+c')
  expect(fake.screen().at(-1)).toBe('Ctrl-C again to stop Explore')
  await fake.press('up', 'ctrl+c')
  expect(fake.engine.ops).toEqual([])
  await fake.press('ctrl+c')
  expect(fake.engine.ops).toEqual([{ type: 'stop_agent', agentId: 'a1' }])
})

test('Ctrl-B lets the conversation go on without it', async () => {
  await using fake = await open()
  await fake.press('ctrl+b')
  expect(fake.engine.ops).toEqual([{ type: 'move_to_background', toolUseId: 'toolu_a1' }])
})

test('Esc empties the line, then goes back, and nothing is followed any more', async () => {
  await using fake = await open()
  await fake.type('no')
  await fake.press('escape')
  expect([fake.closed(), fake.text().includes('› no')]).toEqual([0, false])
  await fake.press('escape')
  expect(fake.closed()).toBe(1)
  await fake.mount(null)
  expect(fake.store.state).not.toHaveProperty('watched')
})

test('one that has ended is read in the same way, and cannot be stopped', async () => {
  const ended = { ...INFO, status: 'completed', endedAt: 950_000 } as const
  await using fake = await open({ state: {} }, ended)
  expect(fake.screen()[0]).toBe('✓ Explore: find the tests · done · 12.3k tokens · $0.05 · 10 s')
  await fake.press('ctrl+c', 'ctrl+c', 'ctrl+b')
  expect(fake.engine.ops).toEqual([])
})

test.each([
  [40, 15, 'en'],
  [80, 24, 'zh'],
  [120, 40, 'zh'],
] as const)('it fits %i×%i in %s', async (columns, rows, language) => {
  await using fake = await open({ columns, rows, language })
  expect(fake.screen().filter(line => textWidth(line) >= columns)).toEqual([])
  expect(fake.screen()).toHaveLength(rows)
})

test('why an agent failed stands in its own view, in full, behind its last words', async () => {
  const reason = `The model server refused the request: ${'it was much too long, '.repeat(8)}and that is all.`
  await using fake = await open({}, { ...INFO, status: 'failed', endedAt: 950_000, reason })
  const screen = fake.screen()
  expect(screen[0]).toContain('failed: The model server')
  expect(fake.text().replaceAll('\n', ' ')).toContain('and that is all.')
  expect(screen).toHaveLength(20)
})
