import { expect, test } from 'vitest'
import { repairHistory } from '../../src/features/sessions/repair.ts'
import { conclude } from '../../src/loop/conclude.ts'
import { type Message, plainText } from '../../src/protocol/message.ts'
import { AgentStopped, type Terminal } from '../../src/protocol/transition.ts'

const at = { uuid: 'u', timestamp: '2026-01-01T00:00:00.000Z' }
const ASKED: Message = { type: 'user', ...at, message: { role: 'user', content: 'do it' } }
const deps = { now: () => new Date(0), newId: () => 'id' }

/** What the next turn reads after a turn that ended so, with nothing answered. */
const readLater = async (terminal: Terminal, reason?: unknown) => {
  const controller = new AbortController()
  if (reason !== undefined) controller.abort(reason)
  const loop = { ...deps, record: (message: Message) => message } as never
  const steps = conclude(loop, { terminal, signal: controller.signal }, { discarded: [] } as never)
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  const { messages, interrupted } = repairHistory([ASKED, ...step.value], deps)
  const texts = messages.map(message => ('message' in message ? plainText(message.message.content) : ''))
  return { interrupted, text: texts.slice(1).join('\n') }
}

const message = 'For the person.'
const ENDS: readonly (readonly [Terminal, string])[] = [
  [{ kind: 'refused', message }, 'the model declined to answer'],
  [{ kind: 'max_turns', limit: 3 }, 'its limit of 3 requests was reached'],
  [{ kind: 'stop_hook_prevented', message }, 'a hook stopped it'],
  [{ kind: 'hook_stopped', message }, 'a hook stopped it'],
  [{ kind: 'budget_usd', message }, 'a budget was used up'],
  [{ kind: 'budget_tokens', message }, 'a budget was used up'],
  [{ kind: 'permission_denied_limit', message }, 'too many calls were denied'],
  [{ kind: 'structured_output_failed', message }, 'no valid structured answer was given'],
  [{ kind: 'no_progress', message }, 'the same call gave the same result too often'],
  [{ kind: 'time_limit', message }, 'it took too long'],
]

test.each(ENDS)(
  'after $kind the next turn hears how the last one ended, and of no stopped program',
  async (terminal, why) => {
    const { interrupted, text } = await readLater(terminal)
    expect({ interrupted, text }).toEqual({
      interrupted: false,
      text: `[The turn ended here: ${why}. Go by the next message.]`,
    })
  },
)

test('an agent that was stopped is not told that the user did it', async () => {
  const { text } = await readLater({ kind: 'aborted_streaming' }, new AgentStopped())
  expect(text).toBe('[You were stopped here. Go by the next message.]')
})

test('an interrupt of the user is told as one', async () => {
  const { text } = await readLater({ kind: 'aborted_tools' }, new Error('Esc'))
  expect(text).toBe('[The user interrupted the turn here.]')
})
