import { expect, test } from 'vitest'
import { continueText, endText } from '../../src/features/goals/continue-text.ts'
import { endNote, summarize } from '../../src/features/tasks/task-note.ts'
import { transcriptOf } from '../../src/frontends/tui/state/items-of.ts'
import { putBehind, startWith } from '../../src/frontends/web/state/read-history.ts'
import { EMPTY_SESSION } from '../../src/frontends/web/state/session-state.ts'
import type { Goal } from '../../src/protocol/agents/goal.ts'
import type { Message } from '../../src/protocol/message.ts'
import { inEnglish, type Text } from '../../src/protocol/messages/localized-text.ts'
import type { TaskInfo } from '../../src/protocol/tool.ts'

const at = { uuid: 'u', timestamp: '2026-01-01T00:00:00.000Z' }
const meta = (content: string, kind?: string): Message => ({
  ...at,
  type: 'user',
  isMeta: true,
  message: { role: 'user', content },
  ...(kind === undefined ? {} : { origin: { kind } }),
})
/** On a resumed terminal screen, on a page that was loaded again, and on one that was cut off meanwhile: the same. */
const lines = (...messages: readonly Message[]): readonly string[] => {
  const { done, live } = transcriptOf(messages)
  const texts = (rows: readonly (object & { readonly kind: string; readonly text?: Text })[]) =>
    rows.flatMap(row => (row.kind === 'notice' ? [inEnglish(row.text ?? '')] : []))
  const screen = texts([...done, ...live])
  expect(texts(startWith(EMPTY_SESSION, { messages, more: false }).rows)).toEqual(screen)
  expect(texts(putBehind(EMPTY_SESSION, messages).rows)).toEqual(screen)
  return screen
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
