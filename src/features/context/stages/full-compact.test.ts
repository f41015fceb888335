import { describe, expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../../test/support/messages.ts'
import { stageEnv } from '../../../../test/support/stage-env.ts'
import type { AttachmentMessage, Message } from '../../../protocol/message.ts'
import { contextText } from '../../../protocol/messages/engine/context.ts'
import { ModelError } from '../../../protocol/model.ts'
import { OpError } from '../../../protocol/op.ts'
import type { StageEnv } from '../../../protocol/stage.ts'
import { windowLimits } from '../window.ts'
import { createFullCompact } from './full-compact.ts'

const fullCompact = createFullCompact({})
const env = (more: Partial<StageEnv> = {}): StageEnv =>
  stageEnv({
    tokens: 190_000,
    summarize: async () => '<analysis>scratch</analysis><summary>the gist</summary>',
    ...more,
  })
const context: AttachmentMessage = {
  type: 'attachment',
  uuid: 'ctx',
  timestamp: '',
  attachment: { kind: 'user_context', text: 'the date' },
}
const view: Message[] = [
  context,
  user('1', 'please fix it'),
  assistant('2', [text('on it'), call('t1')]),
  { ...user('3', [result('t1')]), toolUseResult: {} },
]

test('nothing happens below the threshold, when it is off, or before the model has said anything', async () => {
  expect(await fullCompact.run(view, env({ tokens: 100_000 }))).toBeUndefined()
  expect(await fullCompact.run(view, env({ enabled: false }))).toBeUndefined()
  expect(await fullCompact.run([user('1', 'long')], env())).toBeUndefined()
})

test('a prompt that was refused is summarised whatever the estimate says', async () => {
  expect(await fullCompact.run(view, env({ tokens: 1, enabled: false, trigger: 'reactive' }))).toBeDefined()
})

test('the view becomes a boundary, the user context under a new identity, and the summary with the words of the person', async () => {
  const compacted = await fullCompact.run(view, env())
  expect(compacted?.view).toEqual(compacted?.added)
  expect(compacted?.view).toMatchObject([
    {
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: {
        trigger: 'auto',
        preTokens: 190_000,
        postTokens: compacted?.report?.after,
        by: 'full-compact',
        lastUuid: '3',
      },
    },
    { type: 'attachment', attachment: context.attachment },
    { type: 'user', isMeta: true, isCompactSummary: true },
  ])
  expect(compacted?.view[1]?.uuid).not.toBe('ctx')
  const summary = JSON.stringify(compacted?.view[2])
  expect(summary).toContain('the gist')
  expect(summary).toContain('please fix it')
  expect(summary).not.toContain('scratch')
  expect(compacted?.report).toMatchObject({
    summary: 'the gist',
    carried: [{ kind: 'request', text: 'please fix it' }],
  })
})

test('the words of the person survive any number of compactions without growing', async () => {
  let now: readonly Message[] = view
  const lengths: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const compacted = await fullCompact.run([...now, assistant(`more-${round}`, [text('more')])], env())
    now = compacted?.view ?? []
    lengths.push(JSON.stringify(now.at(-1)).length)
  }
  expect(JSON.stringify(now)).toContain('please fix it')
  expect(new Set(lengths.slice(1)).size).toBe(1)
})

test('what is carried comes from the port when there is one', async () => {
  const asked: unknown[] = []
  const compacted = await fullCompact.run(
    view,
    env({
      carry: (dropped, budget) => {
        asked.push([dropped.length, budget])
        return [{ kind: 'effect', text: 'ran make' }]
      },
      renderCarry: items => `EFFECTS: ${items.map(item => item.text).join()}`,
    }),
  )
  expect(asked).toEqual([[4, 20_000]])
  expect(JSON.stringify(compacted?.view)).toContain('EFFECTS: ran make')
})

test('an empty summary is a failure, not a compaction', async () => {
  await expect(fullCompact.run(view, env({ summarize: async () => ' ' }))).rejects.toThrow(ModelError)
})

test('what the summary should dwell on is part of the instruction', async () => {
  const asked: string[] = []
  const summarize: StageEnv['summarize'] = async (_view, instruction) => {
    asked.push(instruction)
    return 'gist'
  }
  await fullCompact.run(view, env({ trigger: 'manual', request: { instructions: 'the tests' }, summarize }))
  expect(asked[0]).toContain('dwell on: the tests')
})

test('a compaction soon after the last one is reported', async () => {
  const once = await fullCompact.run(view, env())
  const twice = await fullCompact.run([...(once?.view ?? []), assistant('9', [text('more')])], env())
  expect(once?.notices).toBeUndefined()
  expect(twice?.notices).toEqual([contextText('full_again', { count: 1 })])
  expect(twice?.added[0]).toMatchObject({ compactMetadata: { repliesSinceLast: 1 } })
})

describe('a part', () => {
  const long: Message[] = [
    context,
    user('1', 'first'),
    assistant('2', [call('a')]),
    user('3', [result('a')]),
    user('4', 'second'),
    assistant('5', [text('five')]),
  ]
  const part = async (messageUuid: string, side: 'before' | 'after') => {
    const asked: (readonly Message[])[] = []
    const compacted = await fullCompact.run(
      long,
      env({
        trigger: 'manual',
        request: { part: { messageUuid, side } },
        summarize: async seen => {
          asked.push(seen)
          return 'gist'
        },
      }),
    )
    return { compacted, asked: asked[0] ?? [] }
  }

  test('before a message: the rest stays behind the summary', async () => {
    const { compacted, asked } = await part('4', 'before')
    expect(asked).toEqual(long.slice(0, 4))
    expect(compacted?.view.slice(-2)).toEqual(long.slice(4))
    expect(compacted?.added.map(({ type }) => type)).toEqual(['system', 'attachment', 'user'])
    expect(compacted?.added[0]).toMatchObject({
      compactMetadata: { preserved: { anchor: compacted?.added[2]?.uuid, uuids: ['4', '5'] } },
    })
  })

  test('after a message: what stands before it stays in front, byte for byte', async () => {
    const { compacted, asked } = await part('4', 'after')
    expect(asked).toEqual(long)
    expect(compacted?.view.slice(1, 5)).toEqual(long.slice(0, 4))
    expect(compacted?.added.map(({ type }) => type)).toEqual(['system', 'user'])
    expect(compacted?.added[0]).toMatchObject({
      compactMetadata: {
        preserved: { anchor: compacted?.added[0]?.uuid, uuids: ['ctx', '1', '2', '3'] },
      },
    })
  })

  test('a message in the middle of a call takes the whole call with it', async () => {
    expect((await part('3', 'before')).asked).toEqual(long.slice(0, 2))
  })

  test('a message nobody knows, and a part with nothing in it, are refused with words', async () => {
    await expect(part('nowhere', 'before')).rejects.toThrow(OpError)
    await expect(part('1', 'before')).rejects.toThrow('nothing to compact before')
  })
})

describe('hooks', () => {
  const blocked = createFullCompact({ before: async () => ({ blocked: 'not now' }) })

  test('a refusal leaves an automatic compaction undone and says so', async () => {
    expect(await blocked.run(view, env())).toEqual({
      view,
      added: [],
      notices: [contextText('hook_blocked', { reason: 'not now' })],
    })
  })

  test('a refusal is told to the person who asked', async () => {
    await expect(blocked.run(view, env({ trigger: 'manual' }))).rejects.toThrow(OpError)
  })

  test('what is given back is capped at a share of the window a person chose', async () => {
    const stage = createFullCompact({ restore: async budget => [{ ...context, uuid: `restored ${budget}` }] })
    const limits = windowLimits(200_000, 64_000, { window: 24_000 })
    expect((await stage.run(view, env({ limits })))?.view.at(-1)?.uuid).toBe('restored 6000')
  })

  test('the summary is told afterwards, what is restored stands last, and a preview does neither', async () => {
    const told: string[] = []
    const stage = createFullCompact({
      after: async (_env, summary) => void told.push(summary),
      restore: async budget => [{ ...context, uuid: `restored ${budget}` }],
      loadedTools: () => ['WebFetch'],
    })
    const compacted = await stage.run(view, env())
    expect(told).toEqual(['the gist'])
    expect(compacted?.view.at(-1)?.uuid).toBe('restored 50000')
    expect(compacted?.added[0]).toMatchObject({ compactMetadata: { loadedTools: ['WebFetch'] } })
    const seen = await stage.run(view, env({ trigger: 'manual', request: { preview: true } }))
    expect(told).toHaveLength(1)
    expect(seen?.view).toHaveLength(3)
  })
})

test.each(['auto', 'reactive'] as const)(
  'a summary that would make the conversation longer is not taken (%s)',
  async trigger => {
    const long = `<summary>${'word '.repeat(300_000)}</summary>`
    const running = fullCompact.run(view, env({ trigger, summarize: async () => long }))
    await expect(running).rejects.toThrow(/^about 190,000 tokens would have become \d{3},\d{3}$/)
  },
)
