import { expect, test } from 'vitest'
import type { BackgroundWork } from '../../protocol/agents/background-work.ts'
import type { ChangeReviews } from '../../protocol/agents/change-review.ts'
import type { Event } from '../../protocol/event.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { startReview } from './start-review.ts'
import type { WorkflowsOptions } from './start-run.ts'

const PLAN = { id: 'w1', what: 'HEAD', agents: 2 }
const END = { text: verbatim('1. a.js:3 error'), report: '{"findings":[]}', usd: 0.1 }

const open = (wake: boolean, hold: ChangeReviews['hold']) => {
  const events: Event[] = []
  const works: BackgroundWork[] = []
  const at = {
    config: { wake },
    tasks: { checkRoom: () => undefined, add: (work: BackgroundWork) => void works.push(work) },
    emit: (event: Event) => void events.push(event),
  } as unknown as WorkflowsOptions
  const reviews: ChangeReviews = { hold, plan: async () => PLAN, show: async () => undefined }
  const start = async () =>
    inEnglish(await startReview(PLAN, { at, reviews, maxUsd: 2, signal: new AbortController().signal }))
  return { events, works, start }
}

test('beside a conversation its end is shown to the person and told to the model', async () => {
  const at = open(true, async () => END)
  expect(await at.start()).toContain('in the background, for at most $2')
  expect(at.works).toMatchObject([{ kind: 'workflow', id: 'w1' }])
  expect(await at.works[0]?.ended).toMatchObject({
    status: 'completed',
    result: expect.stringContaining('{"findings":[]}') as string,
  })
  expect(JSON.stringify(at.events)).toContain('1. a.js:3 error')
})

test('where nobody would be told later the findings are the answer', async () => {
  const at = open(false, async () => END)
  expect([await at.start(), at.works]).toEqual(['1. a.js:3 error', []])
})

test('it can be stopped, and what goes wrong is said', async () => {
  const waiting = open(
    true,
    async (_, { signal }) =>
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  await waiting.start()
  await waiting.works[0]?.stop()
  expect(await waiting.works[0]?.ended).toEqual({ status: 'stopped' })
  const failing = open(true, async () => {
    throw new OpError(verbatim('No base.'))
  })
  await failing.start()
  expect(await failing.works[0]?.ended).toMatchObject({ status: 'failed', reason: 'No base.' })
})
