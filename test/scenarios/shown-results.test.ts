// Loaded with the first call otherwise: two reads of one reply would wait for it side by side.
import '../../src/engine/calls/call-runner.ts'
import { describe, expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import {
  createCompactionWorld,
  linesOf,
  resumeWorld,
  SUMMARY,
  sentBy,
  used,
} from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'

const CONTENT = Array.from({ length: 400 }, (_, n) => `line ${n} of the file`).join('\n')
const read = (name = 'a.txt'): ScriptedReply => ({ tool: { name: 'Read', input: { file_path: name } } })
const look = (n: number): ScriptedReply => ({
  tool: { name: 'Bash', input: { command: `seq ${n}000 ${n}900` } },
})
const files = { 'a.txt': CONTENT, 'b.txt': `${CONTENT}\nb` }
const SAME = 'unchanged since you last read this'

/** What the last request answers the last call with. */
const lastResult = (world: World): string => {
  const content = world.model.requests.findLast(({ source }) => source === 'main')?.messages.at(-1)?.content
  return JSON.stringify(content?.filter(block => block.type === 'tool_result'))
}

describe('Read never says "unchanged" about a result that is out of sight', () => {
  test('while the result is there it does', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [read(), { text: 'ok' }, read(), { text: 'ok' }],
    })
    for (const text of ['one', 'two']) await world.ask(text)
    expect(lastResult(world)).toContain(SAME)
  })

  test('of two reads in one reply the second one refers to the first', async () => {
    const { name, input } = { name: 'Read', input: { file_path: 'a.txt' } }
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [
        { content: [1, 2].map(n => ({ type: 'tool_use' as const, id: `t${n}`, name, input })) },
        { text: 'ok' },
      ],
    })
    await world.ask('one')
    expect(lastResult(world)).toContain(SAME)
    expect(lastResult(world)).toContain('line 399')
  })

  test('cleared', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      context: { keepResults: 0 },
      replies: [read(), { text: 'ok' }, { text: 'ok' }, read(), { text: 'ok' }],
    })
    await world.ask('one')
    world.wait(61)
    await world.ask('two')
    expect(sentBy(world).at(-1)).toContain('was cleared to make room. Recall with message_id')
    await world.ask('three')
    expect(lastResult(world)).toContain('line 399')
  })

  test('snipped', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [read(), { text: 'ok' }, { text: 'ok' }, read(), { text: 'ok' }],
    })
    await world.ask('one')
    const call = linesOf(world.sessionPath).find(entry => JSON.stringify(entry).includes('"tool_use"'))
    await world.engine.send({ type: 'snip', from: call?.uuid ?? '' })
    await world.ask('two')
    expect(sentBy(world).at(-1)).not.toContain('line 399')
    await world.ask('three')
    expect(lastResult(world)).toContain('line 399')
  })

  test('folded', async () => {
    await using world = await createCompactionWorld({
      files,
      context: { collapse: true },
      replies: [
        { when: { model: 'haiku' }, text: 'FOLDED', repeat: true },
        { ...read(), ...used(2_000) },
        { ...read('b.txt'), ...used(4_000) },
        { text: 'ok', ...used(7_000) },
        { text: 'ok', ...used(9_000) },
        { text: 'ok', ...used(10_300) },
        { ...read(), ...used(3_000) },
        { text: 'ok', ...used(3_000) },
      ],
    })
    for (const text of ['one', 'two', 'three', 'four']) await world.ask(text)
    expect(sentBy(world).at(-1)).toContain('FOLDED')
    expect(lastResult(world)).toContain('line 399')
  })

  test('compacted, by a summary and with what was given back', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [SUMMARY, read(), { text: 'ok' }, read(), { text: 'ok' }],
    })
    await world.ask('one')
    await world.engine.compact({})
    await world.ask('two')
    expect(lastResult(world)).toContain('line 399')
  })

  test('left behind on another branch', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [{ text: 'ok' }, read(), { text: 'ok' }, read(), { text: 'ok' }],
    })
    await world.ask('one')
    await world.ask('two')
    const asked = linesOf(world.sessionPath).find(entry => JSON.stringify(entry).includes('"content":"two"'))
    const ended = Promise.withResolvers<void>()
    void (async () => {
      for await (const event of world.engine.events()) if (event.type === 'turn_ended') ended.resolve()
    })()
    await world.engine.send({ type: 'submit', content: 'otherwise', insteadOf: asked?.uuid ?? '' })
    await ended.promise
    expect(lastResult(world)).toContain('line 399')
  })

  test('by a provider that leaves old results out itself', async () => {
    await using world = await createCompactionWorld({
      window: 12_000,
      files,
      context: { contextEditing: true, keepResults: 1, percent: 100 },
      replies: [
        { ...read(), ...used(3_000) },
        { ...look(1), ...used(5_000) },
        { ...look(2), ...used(5_000) },
        { ...look(3), ...used(5_000) },
        { ...read(), ...used(5_000) },
        { text: 'ok', ...used(5_000) },
      ],
      allow: ['Bash'],
    })
    await world.ask('one')
    expect(lastResult(world)).toContain('line 399')
  })

  test('after a resume', async () => {
    await using world = await createCompactionWorld({
      window: 200_000,
      files,
      replies: [read(), { text: 'ok' }],
    })
    await world.ask('one')
    await using again = await resumeWorld(world, { window: 200_000, replies: [read(), { text: 'ok' }] })
    await again.ask('two')
    expect(lastResult(again)).toContain('line 399')
  })
})

describe('clearing over the threshold, in the reply that brought it there', () => {
  /** One reply that edits a file and reads five: what it brings is more than the window takes. */
  const many: ScriptedReply = {
    content: [
      {
        type: 'tool_use',
        id: 'e',
        name: 'Edit',
        input: { file_path: 'a.txt', old_string: 'line 0 of', new_string: 'line zero of' },
      },
      ...[1, 2, 3, 4, 5].map(n => ({
        type: 'tool_use' as const,
        id: `r${n}`,
        name: 'Bash',
        input: { command: `seq ${n}0000 ${n}0400` },
      })),
    ],
    ...used(15_000),
  }

  test('nothing of it is cleared before the model has seen it, and no effect afterwards', async () => {
    await using world = await createCompactionWorld({
      window: 20_000,
      files: { ...files, 'big.txt': `${CONTENT}\n${CONTENT}` },
      allow: ['Edit', 'Bash'],
      context: { keepResults: 0 },
      replies: [
        { ...read('big.txt'), ...used(4_000) },
        { ...read(), ...used(4_000) },
        // Small steps: with what they add, clearing lasts for a while.
        ...Array.from({ length: 9 }, (_, n) => ({ ...look(n + 10), ...used(4_500) })),
        many,
        { ...look(1), ...used(12_000) },
        { text: 'done', ...used(9_000) },
        { text: 'yes', ...used(9_000) },
        { text: 'more', ...used(2_000) },
      ],
    })
    await world.ask('change it')
    // Results are not cleared again within a few replies.
    await world.ask('is it?')
    const seen = world.model.requests[12]
    const results = JSON.stringify(seen?.messages.at(-1)?.content)
    const isThere = (text: string) => results.includes(text)
    expect(['10400', '20400', '50400'].map(isThere)).toEqual([true, true, true])
    expect(isThere('was cleared')).toBe(false)
    // What stood before it has given way instead.
    expect(JSON.stringify(seen?.messages).includes('was cleared to make room. Recall with')).toBe(true)
    world.wait(61)
    await world.ask('go on')
    const last = world.model.requests.at(-1)?.messages ?? []
    const blocks = last.flatMap(({ content }) => content)
    const edit = blocks.find(block => block.type === 'tool_result' && block.tool_use_id === 'e')
    expect(JSON.stringify(edit)).not.toContain('was cleared')
    expect(
      JSON.stringify(blocks.find(block => block.type === 'tool_result' && block.tool_use_id === 'r1')),
    ).toContain('was cleared')
    expect(/call again/i.test(JSON.stringify(last))).toBe(false)
  })
})
