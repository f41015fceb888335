import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookInput, HookSettings } from '../../src/protocol/hook.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

type Word = 'allow' | 'deny' | 'defer'

/** A hook that decides about every Write as it is told, and keeps what it heard. */
const decide = (word: Word, heard: HookInput[] = []): HookSettings => ({
  PreToolUse: [
    {
      matcher: 'Write',
      hooks: [
        {
          type: 'function',
          run(input) {
            heard.push(input)
            const decision = { permissionDecision: word, permissionDecisionReason: 'ask the boss' }
            return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }
          },
        },
      ],
    },
  ],
})
const WRITE = { tool: { name: 'Write', id: 'toolu_1', input: { file_path: 'a.txt', content: 'x' } } }
const world = (hooks: HookSettings, more: Partial<WorldOptions> = {}): Promise<World> =>
  createWorld({ scenario: { replies: [WRITE, { text: 'never' }] }, ...more, config: () => ({ hooks }) })
/** The same session in another process. */
const resumed = (one: World, hooks: HookSettings, replies: readonly object[] = [{ text: 'done' }]) =>
  world(hooks, {
    in: one,
    session: { resume: { path: one.sessionPath, fork: false } },
    scenario: { replies: replies as never },
  })
const results = (one: World, at = -1) =>
  (one.model.requests.at(at)?.messages ?? []).flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(block => block.type === 'tool_result'),
  )

test('a call that a hook defers ends the turn with the call', async () => {
  await using one = await world(decide('defer'))
  const end = await one.ask('go')
  expect(end.terminal).toMatchObject({
    kind: 'tool_deferred',
    message: 'ask the boss',
    call: { id: 'toolu_1', name: 'Write', input: { file_path: expect.stringMatching(/a\.txt$/) } },
  })
  expect(end.report.stopReason).toBe('tool_deferred')
  expect(one.model.requests).toHaveLength(1)
})

test('a deferred call is asked about again for the same call on resume, runs once and is never replayed', async () => {
  await using one = await world(decide('defer'))
  await one.ask('go')
  const heard: HookInput[] = []
  await using two = await resumed(one, decide('allow', heard))
  await two.ask('the boss agrees')
  expect(heard.map(({ tool_use_id, tool_input }) => [tool_use_id, tool_input])).toEqual([
    ['toolu_1', expect.objectContaining({ content: 'x' })],
  ])
  expect(readFileSync(join(two.dir, 'a.txt'), 'utf8')).toBe('x')
  // The model sees one call with its real result, and what was said behind it; not that it ever waited.
  expect(two.model.requests).toHaveLength(1)
  expect(results(two)).toMatchObject([{ tool_use_id: 'toolu_1' }])
  expect(results(two)[0]).not.toHaveProperty('is_error')
  const request = JSON.stringify(two.model.requests[0]?.messages)
  expect(request).not.toContain('put off')
  expect(request.indexOf('the boss agrees')).toBeGreaterThan(request.indexOf('toolu_1'))
  rmSync(join(two.dir, 'a.txt'))
  await using three = await resumed(two, decide('allow', heard))
  await three.ask('and now')
  expect(heard).toHaveLength(1)
  expect(existsSync(join(three.dir, 'a.txt'))).toBe(false)
  expect(results(three)).toHaveLength(1)
})

test('without a prompt a session goes on from its deferred call, and from nothing else', async () => {
  await using one = await world(decide('defer'))
  await one.ask('go')
  await using two = await resumed(one, decide('allow'), [{ text: 'done' }, { text: 'more' }])
  expect((await two.ask('')).report.text).toBe('done')
  expect(existsSync(join(two.dir, 'a.txt'))).toBe(true)
  await expect(two.engine.send({ type: 'submit', content: '' })).rejects.toThrow('No prompt')
})

test('a call that is deferred once more waits for the next resume, and no request is sent', async () => {
  await using one = await world(decide('defer'))
  await one.ask('go')
  await using two = await resumed(one, decide('defer'))
  expect((await two.ask('now?')).terminal).toMatchObject({
    kind: 'tool_deferred',
    call: { id: 'toolu_1', name: 'Write' },
  })
  expect(two.model.requests).toHaveLength(0)
  await using three = await resumed(two, decide('deny'))
  await three.ask('the boss says no')
  expect(results(three)).toMatchObject([
    { tool_use_id: 'toolu_1', is_error: true, content: expect.stringContaining('ask the boss') },
  ])
  expect(existsSync(join(three.dir, 'a.txt'))).toBe(false)
})

test('a program killed while a deferred call runs does not run it again', async () => {
  await using one = await world(decide('defer'))
  await one.ask('go')
  await using two = await resumed(one, decide('allow'))
  await two.ask('yes')
  await two[Symbol.asyncDispose]()
  // As the file is when the call has begun and nothing more was written.
  const lines = readFileSync(two.sessionPath, 'utf8').split('\n')
  const begun = lines.findIndex(line => line.includes('"tombstone"'))
  expect(begun).toBeGreaterThan(0)
  writeFileSync(two.sessionPath, `${lines.slice(0, begun + 1).join('\n')}\n`)
  rmSync(join(two.dir, 'a.txt'))
  const heard: HookInput[] = []
  await using three = await resumed(two, decide('allow', heard))
  await three.ask('what happened?')
  expect(heard).toEqual([])
  expect(existsSync(join(three.dir, 'a.txt'))).toBe(false)
  expect(results(three)).toMatchObject([
    { tool_use_id: 'toolu_1', content: expect.stringContaining('interrupted') },
  ])
})

test('the person answers for a deferred call when the session is resumed without the hook', async () => {
  await using one = await world(decide('defer'))
  await one.ask('go')
  await using two = await resumed(one, {})
  await two.ask('go on')
  // Nobody can be asked here, and no rule allows it: it is denied like any other call.
  expect(results(two)).toMatchObject([{ tool_use_id: 'toolu_1', is_error: true }])
})

test('of several calls in a reply only the last can wait; one before it is to be made again', async () => {
  const both = { tools: [WRITE.tool, { name: 'Read', id: 'toolu_2', input: { file_path: 'b.txt' } }] }
  await using one = await world(decide('defer'), { scenario: { replies: [both] as never } })
  expect((await one.ask('go')).terminal.kind).toBe('tool_deferred')
  const heard: HookInput[] = []
  await using two = await resumed(one, decide('allow', heard))
  await two.ask('yes')
  expect(heard).toEqual([])
  expect(results(two).map(({ tool_use_id }) => tool_use_id)).toEqual(['toolu_1', 'toolu_2'])
  expect(JSON.stringify(results(two)[0])).toContain('make the call again')
})
