import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../../../../test/support/messages.ts'
import { stageEnv } from '../../../../test/support/stage-env.ts'
import { project } from '../project.ts'
import { createSnip, createSnipQueue } from './snip.ts'
import { createSnipNudge } from './snip-nudge.ts'

const view = [user('1', 'go'), assistant('2', [call('a')]), user('3', [result('a')]), user('4', 'on')]

test('nothing asked for is nothing done', () => {
  expect(createSnip(createSnipQueue()).due?.(view, stageEnv())).toBe(false)
})

test('all that was asked for goes at once, and only once', async () => {
  const queue = createSnipQueue()
  const stage = createSnip(queue)
  queue.add(['2'], 'model')
  queue.add(['3', '2'], 'person')
  expect(stage.due?.(view, stageEnv())).toBe(true)
  const done = await stage.run(view, stageEnv())
  expect(done?.added).toMatchObject([
    { subtype: 'history_edit', edit: { kind: 'snip', removed: ['2', '3'], by: 'person' } },
  ])
  expect(done?.view).toEqual(project([...view, ...(done?.added ?? [])]))
  expect(await stage.run(view, stageEnv())).toBeUndefined()
})

test('messages that are gone already are no reason for an edit', async () => {
  const queue = createSnipQueue()
  queue.add(['nowhere'], 'model')
  expect(await createSnip(queue).run(view, stageEnv())).toBeUndefined()
})

test('the nudge comes again only when the context has grown, and only adds at the end', async () => {
  const stage = createSnipNudge({ available: () => true })
  expect(stage.due?.(view, stageEnv({ tokens: 9_000 }))).toBe(false)
  const done = await stage.run(view, stageEnv({ tokens: 12_000 }))
  const after = done?.view ?? []
  expect(after.slice(0, -1)).toEqual(view)
  expect(done?.added).toEqual(after.slice(-1))
  expect(stage.due?.(after, stageEnv({ tokens: 21_000 }))).toBe(false)
  expect(stage.due?.(after, stageEnv({ tokens: 22_000 }))).toBe(true)
})

test('without the tool there is no nudge', () => {
  expect(createSnipNudge({ available: () => false }).due?.(view, stageEnv({ tokens: 90_000 }))).toBe(false)
})
