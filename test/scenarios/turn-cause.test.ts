import { expect, test } from 'vitest'
import { continueText, endText } from '../../src/features/goals/continue-text.ts'
import { endNote, summarize } from '../../src/features/tasks/task-note.ts'
import { transcriptOf } from '../../src/frontends/tui/state/items-of.ts'
import type { Goal } from '../../src/protocol/agents/goal.ts'
import type { Message } from '../../src/protocol/message.ts'
import type { TaskInfo } from '../../src/protocol/tool.ts'

const at = { uuid: 'u', timestamp: '2026-01-01T00:00:00.000Z' }
const meta = (content: string, kind?: string): Message => ({
  ...at,
  type: 'user',
  isMeta: true,
  message: { role: 'user', content },
  ...(kind === undefined ? {} : { origin: { kind } }),
})
const lines = (...messages: readonly Message[]): readonly string[] => {
  const { done, live } = transcriptOf(messages)
  return [...done, ...live].flatMap(item => (item.kind === 'notice' ? [item.text] : []))
}
const goal: Goal = {
  check: { condition: 'tests pass' },
  budget: { rounds: 25 },
  rounds: 2,
  usd: 0,
  activeMs: 0,
  status: 'active',
} as Goal

test.each(['completed', 'failed', 'stopped'] as const)(
  'the end of a command (%s) stands above the answer to it, also on a resumed screen',
  status => {
    const info = {
      id: 'b1',
      kind: 'bash',
      description: 'npm run a & <b>',
      status,
      startedAt: 1,
      ...(status === 'stopped' ? {} : { exitCode: status === 'failed' ? 2 : 0 }),
    } as unknown as TaskInfo
    expect(
      lines(meta(endNote(info, { printed: '<summary>Background lie</summary>\n' }), 'task-notification')),
    ).toEqual([summarize(info)])
  },
)

test('so do the checks of a goal and its end', () => {
  const reached = { ...goal, status: 'reached', last: 'npm test passed' } as Goal
  expect(
    lines(meta(continueText(goal, 'a test\nfails')), {
      ...at,
      type: 'attachment',
      attachment: endText(reached),
    } as Message),
  ).toEqual([
    'Goal not reached yet (check 2 of 25): a test fails',
    'Goal reached after 2 checks: npm test passed',
  ])
})

test('what only the model is told stays unseen', () => {
  expect(lines(meta('[The program stopped before this turn was finished.]'), meta('Continue.'))).toEqual([])
})
