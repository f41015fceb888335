import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import {
  createCompactionWorld,
  linesOf,
  opening,
  resumeWorld,
  SUMMARY,
  sentBy,
  used,
} from '../support/compaction-world.ts'

const bash = (command: string): ScriptedReply => ({ tool: { name: 'Bash', input: { command } } })

describe('stage 1, the tool-result budget', () => {
  test.each([
    ['plain text', `head -c 5000000 /dev/zero | tr '\\0' 'x'`],
    ['text of wide characters', `yes '漢字かな交じり文' | head -c 5000000`],
    ['text that needs escaping', `yes '"\\\\"' | head -c 5000000`],
  ])(
    'a result of five megabytes of %s costs less than three kilobytes in the request',
    async (_name, command) => {
      await using world = await createCompactionWorld({
        window: 200_000,
        allow: ['Bash'],
        replies: [bash(command), { text: 'seen' }, { text: 'again' }],
      })
      await world.ask('run it')
      const [before = '', after = ''] = sentBy(world)
      expect(Buffer.byteLength(after) - Buffer.byteLength(before)).toBeLessThan(3_000 + command.length)
      await world.engine[Symbol.asyncDispose]()
      await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'hello' }] })
      await again.ask('and now')
      expect(sentBy(again)[0]?.startsWith(opening(after))).toBe(true)
    },
  )
})

describe('stage 2, snip', () => {
  const work: readonly ScriptedReply[] = [bash('seq 1 500'), bash('echo second'), { text: 'done' }]

  test('what the model leaves out is gone from the next request on, pairs intact, and stays gone after resume', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      allow: ['Bash'],
      replies: [
        ...work,
        { tool: { name: 'Snip', input: {} }, when: { lastUserText: 'make room' } },
        // The ids are made up as it runs: the first one of the list is meant.
        { text: 'listed' },
        { text: 'end' },
      ],
    })
    await world.ask('count')
    await world.ask('make room')
    const list = JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))
    const id = /([0-9a-f]{8}) {2}\d+ tokens {2}Bash/.exec(list)?.[1] ?? ''
    expect(id).not.toBe('')
    const from = linesOf(world.sessionPath).find(entry => entry.uuid?.startsWith(id))?.uuid ?? ''
    await world.engine.send({ type: 'snip', from })
    await world.ask('go on')
    const last = sentBy(world).at(-1) ?? ''
    expect(last).not.toContain('499\\n500')
    expect(last).toContain('echo second')
    expect(world.model.violations).toEqual([])
    await world.engine[Symbol.asyncDispose]()
    await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'hello' }] })
    await again.ask('and now')
    expect(sentBy(again)[0]?.startsWith(opening(last))).toBe(true)
  })

  test('what a person may not leave out is refused with words', async () => {
    await using world = await createCompactionWorld({ replies: [{ text: 'hi' }] })
    await world.ask('hello')
    await expect(world.engine.send({ type: 'snip', from: 'nowhere' })).rejects.toThrow(
      'Nothing there can be removed',
    )
  })

  test('the nudge is said as the context grows, when it is wanted', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      context: { snipNudge: true },
      replies: [
        { text: 'one', usage: { input_tokens: 12_000 } },
        { text: 'two', usage: { input_tokens: 13_000 } },
        { text: 'three' },
      ],
    })
    for (const text of ['a', 'b', 'c']) await world.ask(text)
    const nudged = linesOf(world.sessionPath).filter(entry => JSON.stringify(entry).includes('snip_nudge'))
    expect(nudged).toHaveLength(1)
  })
})

describe('stage 3, microcompact', () => {
  const reads = (count: number): ScriptedReply[] =>
    Array.from({ length: count }, (_, n) => bash(`seq ${n}000 ${n}900`))
  const start = (context = {}) =>
    createCompactionWorld({
      window: 200_000,
      allow: ['Bash'],
      context: { cacheMinutes: 60, ...context },
      replies: [...reads(7), { text: 'done' }, { text: 'again' }, { text: 'more' }],
    })

  test('while the cache is warm not a byte changes', async () => {
    await using world = await start()
    await world.ask('count')
    world.wait(59)
    await world.ask('again')
    const sent = sentBy(world)
    for (const [index, messages] of sent.entries())
      if (index > 0) expect(messages.startsWith(opening(sent[index - 1] ?? ''))).toBe(true)
  })

  test('after the cache has expired stale results are cleared, once, and resume comes to the same', async () => {
    await using world = await start()
    await world.ask('count')
    const before = sentBy(world).at(-1) ?? ''
    world.wait(61)
    await world.ask('again')
    const after = sentBy(world).at(-1) ?? ''
    expect(after.match(/was cleared to make room/g)).toHaveLength(2)
    expect(after.length).toBeLessThan(before.length)
    await world.ask('more')
    expect(sentBy(world).at(-1)?.startsWith(opening(after))).toBe(true)
    expect(linesOf(world.sessionPath).filter(entry => entry.subtype === 'history_edit')).toHaveLength(1)
    expect(readFileSync(world.sessionPath, 'utf8')).toContain('1899\\n1900')
    await world.engine[Symbol.asyncDispose]()
    await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'hello' }] })
    await again.ask('and now')
    expect(sentBy(again)[0]?.startsWith(opening(sentBy(world).at(-1) ?? ''))).toBe(true)
    expect(world.model.violations).toEqual([])
  })

  test.each([
    ['five minutes', undefined, 6],
    ['an hour', 'wanted', 61],
  ] as const)('"cold" follows the lifetime asked for: %s', async (_name, cacheHour, minutes) => {
    await using world = await createCompactionWorld({
      window: 200_000,
      allow: ['Bash'],
      context: { keepResults: 0 },
      replies: [bash('seq 1000 3000'), { text: 'done' }, { text: 'again' }, { text: 'more' }],
      onConfig: config => {
        if (cacheHour) Object.assign(config.models, { cacheHour })
      },
    })
    await world.ask('count')
    world.wait(minutes - 2)
    await world.ask('again')
    expect(sentBy(world).at(-1)).not.toContain('was cleared')
    world.wait(minutes)
    await world.ask('more')
    expect(sentBy(world).at(-1)).toContain('was cleared')
    expect(new Set(world.model.requests.map(({ cacheLifetime }) => cacheLifetime))).toEqual(
      new Set([cacheHour ? '1h' : undefined]),
    )
  })

  test('a session goes on with the lifetime it began with', async () => {
    const wanting = (cacheHour: 'wanted' | 'possible') => (config: EngineConfig) =>
      void Object.assign(config.models, { cacheHour })
    await using world = await createCompactionWorld({ replies: [{ text: 'a' }], onConfig: wanting('wanted') })
    await world.ask('one')
    await using again = await resumeWorld(world, { replies: [{ text: 'b' }], onConfig: wanting('possible') })
    await again.ask('two')
    expect(again.model.requests[0]?.cacheLifetime).toBe('1h')
  })

  test('a provider that can leave results out is asked to, with the same words every time', async () => {
    await using world = await start({ contextEditing: true })
    await world.ask('count')
    const asked = world.model.requests.map(({ clearResults }) => clearResults)
    expect(asked[0]).toEqual({
      above: 109_800,
      keep: 5,
      atLeast: 10_000,
      except: expect.arrayContaining(['TodoWrite']),
    })
    // Nobody but us can tell a command that only looked from one that changed something.
    expect(asked[0]?.except).toEqual(expect.arrayContaining(['Bash', 'Edit', 'Write']))
    expect(asked[0]?.except).not.toContain('Read')
    expect(new Set(asked).size).toBe(1)
  })
})

describe('stage 4, collapse', () => {
  const stretch = (name: string): ScriptedReply[] => [
    { ...bash(`yes ${name} | head -c 8000`), ...used(2_000) },
    { ...bash(`yes ${name}2 | head -c 8000`), ...used(5_000) },
    { text: `answer ${name}`, ...used(7_000) },
  ]
  const small: ScriptedReply = {
    when: { model: 'haiku', lastUserText: 'stretch of work' },
    text: 'FOLDED',
    repeat: true,
  }

  test('finished stretches are summed up beside the turns and folded when the window fills up', async () => {
    await using world = await createCompactionWorld({
      allow: ['Bash'],
      context: { collapse: true },
      replies: [
        small,
        ...stretch('alpha'),
        { text: 'two', ...used(9_000) },
        { text: 'three', ...used(10_300) },
        { text: 'four', ...used(3_000) },
      ],
    })
    for (const text of ['one', 'two', 'three', 'four']) await world.ask(`say ${text}`)
    const last = sentBy(world).at(-1) ?? ''
    expect(last).toContain('FOLDED')
    expect(last).not.toContain('alpha2\\nalpha2')
    for (const text of ['say one', 'answer alpha', 'say four']) expect(last).toContain(text)
    expect(world.model.requests.filter(({ source }) => source === 'compact')).toEqual([])
    expect(world.model.violations).toEqual([])
    await world.engine[Symbol.asyncDispose]()
    await using again = await resumeWorld(world, { replies: [{ text: 'hello' }] })
    await again.ask('and now')
    expect(sentBy(again)[0]?.startsWith(opening(last))).toBe(true)
  })

  test('a refused prompt folds what is ready before anything is summed up', async () => {
    await using world = await createCompactionWorld({
      allow: ['Bash'],
      context: { collapse: true },
      replies: [
        small,
        SUMMARY,
        ...stretch('alpha'),
        { text: 'two', ...used(9_000) },
        { when: { lastUserText: 'say three' }, fault: 'prompt_too_long', times: 1 },
        { text: 'three' },
      ],
    })
    for (const text of ['one', 'two', 'three']) await world.ask(`say ${text}`)
    expect(world.kinds()).toContain('collapse_drain_retry')
    expect(world.kinds()).not.toContain('reactive_compact_retry')
    expect(sentBy(world).at(-1)).toContain('FOLDED')
  })
})
