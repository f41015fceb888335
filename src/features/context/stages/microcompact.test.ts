import { describe, expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import { stageEnv } from '../../../../test/support/stage-env.ts'
import type { Message } from '../../../protocol/message.ts'
import { project } from '../project.ts'
import { createMicrocompact } from './microcompact.ts'

const MINUTE = 60_000
const stage = createMicrocompact({
  cacheTtlMs: 60 * MINUTE,
  keep: 2,
  clearable: name => name === 'Read',
})
/** Replies of the support module are of midnight, the first of January. */
const at = (minutes: number) => () => new Date(Date.UTC(2026, 0, 1, 0, minutes))
const round = (id: string, name = 'Read', chars = 9_000): Message[] => [
  assistant(`a${id}`, [call(id, name)]),
  user(`r${id}`, [result(id, 'x'.repeat(chars))]),
]
const view: Message[] = [
  user('1', 'go'),
  ...round('one'),
  ...round('list', 'TodoWrite'),
  ...round('two'),
  ...round('three'),
  ...round('four'),
]

test('while the cache is warm and there is room not a byte changes', async () => {
  const env = stageEnv({ now: at(60), tokens: 167_000 })
  expect(stage.due?.(view, env)).toBe(false)
  expect(await stage.run(view, env)).toBeUndefined()
})

test('after a pause old results of tools that can be asked again are cleared, the newest stay', async () => {
  const env = stageEnv({ now: at(61) })
  expect(stage.due?.(view, env)).toBe(true)
  const done = await stage.run(view, env)
  expect(done?.added).toMatchObject([
    { subtype: 'history_edit', edit: { kind: 'clear', results: ['one', 'two'], media: [], why: 'cold' } },
  ])
  expect(done?.view).toEqual(project([...view, ...(done?.added ?? [])]))
  expect(done?.view.filter(message => JSON.stringify(message).includes('was cleared'))).toHaveLength(2)
})

describe('what is never cleared', () => {
  const clearedIn = async (messages: readonly Message[]) => {
    const done = await stage.run(messages, stageEnv({ now: at(61) }))
    return done?.added.flatMap(each =>
      each.type === 'system' && each.edit?.kind === 'clear' ? each.edit.results : [],
    )
  }
  const long = 'x'.repeat(9_000)

  test('results that the model has not answered yet, of every record of its reply', async () => {
    const open = [
      assistant('a1', [call('n1')], { id: 'last' }),
      user('b1', [result('n1', long)]),
      assistant('a2', [call('n2'), call('n3')], { id: 'last' }),
      user('b2', [result('n2', long)]),
      user('b3', [result('n3', long)]),
    ]
    expect(await clearedIn([user('1', 'go'), ...open])).toBeUndefined()
    expect(await clearedIn([...view, ...open])).toEqual(['one', 'two', 'three', 'four'])
    const failed = { ...assistant('e', [text('overloaded')]), isApiErrorMessage: true }
    expect(await clearedIn([user('1', 'go'), ...open, failed])).toBeUndefined()
  })

  test('results of calls that changed something; what was only fetched is cleared', async () => {
    const [asked, answered] = round('change') as [Message, Message]
    const told = (kind: 'write' | 'fetch') => ({
      ...answered,
      effects: [{ kind, text: 'a.txt', outcome: 'done' }],
    })
    expect(await clearedIn([asked, told('write') as Message, ...view])).toEqual(['one', 'two'])
    expect(await clearedIn([asked, told('fetch') as Message, ...view])).toEqual(['change', 'one', 'two'])
  })

  test('results that are hardly longer than the marker', async () => {
    const short = [assistant('as', [call('short')]), user('rs', [result('short', 'x'.repeat(120))])]
    expect(await clearedIn([...short, ...view])).toEqual(['one', 'two'])
  })

  test('what a result refers to that the model has not seen yet', async () => {
    const file = { filePath: '/a' }
    const [asked, answered] = round('again') as [Message, Message]
    const [first, shown] = round('zero') as [Message, Message]
    const same = { ...answered, toolUseResult: { type: 'file_unchanged', file } } as Message
    expect(
      await clearedIn([
        first,
        { ...shown, toolUseResult: { type: 'text', file } } as Message,
        ...view,
        asked,
        same,
      ]),
    ).toEqual(['one', 'two', 'three'])
  })
})

test('what was cleared once is not cleared again', async () => {
  const env = stageEnv({ now: at(61) })
  const done = await stage.run(view, env)
  expect(await stage.run(done?.view ?? [], env)).toBeUndefined()
})

test('it is not done again within a few replies, however cold the cache is', async () => {
  const done = await stage.run(view, stageEnv({ now: at(61) }))
  const later = (rounds: number): readonly Message[] => [
    ...(done?.view ?? []),
    ...Array.from({ length: rounds }, (_, n) => round(`later${n}`)).flat(),
  ]
  const ran = [1, 2, 3].map(async n => (await stage.run(later(n), stageEnv({ now: at(200) }))) !== undefined)
  expect(await Promise.all(ran)).toEqual([false, false, true])
})

describe('when the window is full', () => {
  const limits = { effective: 90_000, warnAt: 1, compactAt: 100_000, blockAt: 190_000 }
  const longView: Message[] = [
    user('1', 'go'),
    ...Array.from({ length: 8 }, (_, n) => round(`old${n}`, 'Read', 30_000)).flat(),
    ...Array.from({ length: 10 }, (_, n) => round(`new${n}`, 'Read', 3_000)).flat(),
  ]

  test('it is enough when the request becomes clearly smaller than the threshold', async () => {
    const done = await stage.run(longView, stageEnv({ now: at(1), tokens: 101_000, limits }))
    expect(done?.added).toMatchObject([{ edit: { why: 'full' } }])
  })

  test('it is not worth it when only a few more requests would fit before a compaction', async () => {
    const growing = [
      ...longView,
      ...Array.from({ length: 10 }, (_, n) => round(`g${n}`, 'TodoWrite', 60_000)).flat(),
    ]
    expect(await stage.run(growing, stageEnv({ now: at(1), tokens: 101_000, limits }))).toBeUndefined()
    // Not even where the cache is cold: a compaction is right ahead.
    expect(await stage.run(growing, stageEnv({ now: at(61), tokens: 99_000, limits }))).toBeUndefined()
    expect(
      await stage.run(growing, stageEnv({ now: at(61), tokens: 99_000, limits, enabled: false })),
    ).toBeDefined()
  })

  test('it leaves everything to the summary when clearing would not be enough', async () => {
    expect(await stage.run(view, stageEnv({ now: at(1), tokens: 190_000 }))).toBeUndefined()
  })
})

test('it is nothing for a refused prompt, for a person, or before the first reply', () => {
  expect(stage.due?.(view, stageEnv({ now: at(90), trigger: 'reactive' }))).toBe(false)
  expect(stage.due?.(view, stageEnv({ now: at(90), trigger: 'manual' }))).toBe(false)
  expect(stage.due?.([user('1', 'go')], stageEnv({ now: at(90) }))).toBe(false)
})

test('large pictures beside stale results go too, small ones and recent ones stay', async () => {
  const pdf = (size: number) =>
    ({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'x'.repeat(size) },
    }) as const
  const shown = [
    user('big', [text('look'), pdf(200_000)]),
    user('small', [pdf(100)]),
    ...view,
    user('new', [pdf(200_000)]),
  ]
  const done = await stage.run(shown, stageEnv({ now: at(61) }))
  expect(done?.added).toMatchObject([{ edit: { media: ['big'] } }])
  expect(done?.view[0]).toMatchObject({ message: { content: [text('look'), text('[document]')] } })
})
