import { expect, test } from 'vitest'
import { assistant, attachment, call, result, text, user } from '../../../test/support/messages.ts'
import { stageEnv } from '../../../test/support/stage-env.ts'
import type { Message } from '../../protocol/message.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { ModelError } from '../../protocol/model.ts'
import { shrink, summarizeShrinking } from './summarize-shrinking.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x' } } as const
const round = (n: number): Message[] => [
  user(`u${n}`, `question ${n}`),
  assistant(`a${n}`, [call(`t${n}`)]),
  user(`r${n}`, [result(`t${n}`, 'x'.repeat(4_000))]),
]
const summary = { ...user('s', 'what was before'), isMeta: true, isCompactSummary: true }
const view: Message[] = [
  attachment('ctx', 'today'),
  summary,
  ...[1, 2, 3, 4].flatMap(round),
  user('last', 'now'),
]
const ids = (messages: readonly Message[] | undefined) => messages?.map(({ uuid }) => uuid)

/** Refuses the first so many requests. */
const asking = (refusals: number, error: ModelError) => {
  const asked: (readonly Message[])[] = []
  return {
    asked,
    summarize: async (seen: readonly Message[]) => {
      asked.push(seen)
      if (asked.length <= refusals) throw error
      return 'gist'
    },
  }
}
const tooLong = (message = 'too long') => new ModelError('prompt_too_long', verbatim(message))

test('a request that is taken is made once, of the very same messages', async () => {
  const { asked, summarize } = asking(0, tooLong())
  expect(await summarizeShrinking(view, 'sum up', stageEnv({ summarize }))).toBe('gist')
  expect(asked).toEqual([view])
  expect(asked[0]).toBe(view)
})

test('the oldest rounds go first; the head with the earlier summary stays', async () => {
  const { asked, summarize } = asking(2, tooLong())
  await summarizeShrinking(view, 'sum up', stageEnv({ summarize }))
  expect(asked.map(ids)).toEqual([
    ids(view),
    ['ctx', 's', ...[3, 4].flatMap(n => [`u${n}`, `a${n}`, `r${n}`]), 'last'],
    ['ctx', 's', ...[4].flatMap(n => [`u${n}`, `a${n}`, `r${n}`]), 'last'],
  ])
})

test('an error that says by how much it was too long is believed', async () => {
  const { asked, summarize } = asking(1, tooLong('prompt is too long: 210000 tokens > 100000 maximum'))
  await summarizeShrinking(view, 'sum up', stageEnv({ summarize }))
  expect(ids(asked[1])).toEqual(['ctx', 's', 'u4', 'a4', 'r4', 'last'])
})

test('after three retries it is given up', async () => {
  const { asked, summarize } = asking(9, tooLong())
  const many = [...view, ...[5, 6, 7, 8, 9].flatMap(round)]
  await expect(summarizeShrinking(many, 'sum up', stageEnv({ summarize }))).rejects.toThrow('too long')
  expect(asked).toHaveLength(4)
})

test('other failures are not tried again', async () => {
  const { asked, summarize } = asking(9, new ModelError('server_error', verbatim('down')))
  await expect(summarizeShrinking(view, 'sum up', stageEnv({ summarize }))).rejects.toThrow('down')
  expect(asked).toHaveLength(1)
})

test('a refused prompt is not sent again as it was', async () => {
  const { asked, summarize } = asking(0, tooLong())
  await summarizeShrinking(view, 'sum up', stageEnv({ summarize, trigger: 'reactive' }))
  expect(ids(asked[0])).not.toContain('u1')
})

test('pictures become words, and the last round is never dropped', () => {
  const pictures = [user('1', [text('look'), image]), assistant('2', [text('nice')])]
  expect(shrink(pictures, 0.5)).toEqual([user('1', [text('look'), text('[image]')]), pictures[1]])
})

test('when nothing can be left out there is nothing smaller', () => {
  expect(shrink([attachment('ctx', 'today'), user('1', 'one long question')], 0.5)).toBeUndefined()
  expect(shrink([], 0.5)).toBeUndefined()
})
