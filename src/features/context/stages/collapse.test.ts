import { describe, expect, test } from 'vitest'
import { assistant, call, result, user } from '../../../../test/support/messages.ts'
import { stageEnv } from '../../../../test/support/stage-env.ts'
import type { Message } from '../../../protocol/message.ts'
import { type SpanQuestion, SpanStager } from '../collapse/span-stager.ts'
import { project, standInId } from '../project.ts'
import { createCollapse, drainCollapses, mayStage } from './collapse.ts'

const work = (name: string): Message[] => [
  user(`say ${name}`, `do ${name}`),
  ...[1, 2].flatMap(n => [
    assistant(`${name}${n}`, [call(`${name}${n}`)]),
    user(`${name}r${n}`, [result(`${name}${n}`, 'x'.repeat(9_000))]),
  ]),
]
const view: readonly Message[] = [...work('a'), ...work('b'), ...work('c'), user('end', 'now')]
const limits = { effective: 20_000, warnAt: 1, compactAt: 19_000, blockAt: 19_500 }

const staged = async (
  spans: number,
  ask = async ({ prompt }: SpanQuestion) => `in short: ${prompt.length}`,
) => {
  const logged: string[] = []
  const stager = new SpanStager({ ask, log: line => void logged.push(line) })
  for (let n = 0; n < spans; n += 1) {
    stager.consider(view)
    await stager.settle()
  }
  return { stager, logged }
}

test('spans are staged oldest first, one at a time, each once', async () => {
  const { stager } = await staged(9)
  expect(stager.ready(view).map(({ uuids }) => uuids[0])).toEqual(['a1', 'b1', 'c1'])
})

test('nothing is committed while there is room, or while nothing is staged', async () => {
  const { stager } = await staged(1)
  const stage = createCollapse(stager)
  expect(stage.due?.(view, stageEnv({ tokens: 18_000, limits }))).toBe(false)
  expect(stage.due?.(view, stageEnv({ tokens: 18_001, limits }))).toBe(true)
  expect(createCollapse((await staged(0)).stager).due?.(view, stageEnv({ tokens: 19_000, limits }))).toBe(
    false,
  )
})

test('as many as needed are committed, in order, and the rest waits', async () => {
  const { stager } = await staged(3)
  const done = await createCollapse(stager).run(view, stageEnv({ tokens: 18_500, limits }))
  expect(done?.added).toMatchObject([{ edit: { kind: 'collapse', replaced: ['a1', 'ar1', 'a2', 'ar2'] } }])
  expect(done?.view).toEqual(project([...view, ...(done?.added ?? [])]))
  expect(done?.view[1]?.uuid).toBe(standInId(done?.added[0]?.uuid ?? ''))
  expect(stager.ready(done?.view ?? [])).toHaveLength(2)
})

test('a refused prompt drains all that is staged', async () => {
  const { stager } = await staged(3)
  const done = await drainCollapses(stager, view, stageEnv())
  expect(done.added).toHaveLength(3)
  expect(stager.hasStaged).toBe(false)
  expect(await drainCollapses(stager, done.view, stageEnv())).toEqual({ view: done.view, added: [] })
})

test('a span whose messages are gone is forgotten', async () => {
  const { stager } = await staged(2)
  expect(stager.ready(view.slice(5)).map(({ uuids }) => uuids[0])).toEqual(['b1'])
})

describe('a model that does not answer', () => {
  test('three failures end the staging; nothing is thrown', async () => {
    let asked = 0
    const { stager, logged } = await staged(9, async () => {
      asked += 1
      throw new Error('down')
    })
    expect([asked, stager.hasStaged, logged.length]).toEqual([3, false, 3])
  })

  test('an empty answer is none', async () => {
    expect((await staged(1, async () => '  ')).stager.hasStaged).toBe(false)
  })

  test('stopping ends the running call', async () => {
    const ask = (_question: SpanQuestion, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      })
    const stager = new SpanStager({ ask })
    stager.consider(view)
    await stager.stop()
    stager.consider(view)
    expect(stager.hasStaged).toBe(false)
  })
})

test('staging begins well before anything has to be committed', () => {
  expect(mayStage(12_000, limits)).toBe(false)
  expect(mayStage(12_001, limits)).toBe(true)
})
