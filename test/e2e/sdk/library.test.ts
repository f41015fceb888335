import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { AsyncQueue } from '../../../src/lib/async-queue.ts'
import type { SDKMessage, SDKUserMessage } from '../../../src/sdk/messages.ts'
import type { Options } from '../../../src/sdk/options.ts'
import { type Query, query, startup } from '../../../src/sdk/query.ts'
import { createSdkMcpServer, tool } from '../../../src/sdk/tool.ts'
import { openWorld, REPOSITORY, type World } from '../../support/run-program.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    replies: [
      { when: { lastUserText: 'a long story' }, text: 'once upon', fault: { kind: 'stall', afterEvents: 3 } },
      { when: { lastUserText: 'greet' }, tool: { name: 'mcp__later__greet', input: { who: 'Ada' } } },
      {
        when: { lastUserText: 'make it' },
        tool: { name: 'Bash', input: { command: 'touch made' } },
        times: 2,
      },
      { text: 'as you wish', repeat: true },
    ],
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const options = (more: Options = {}): Options => ({
  pathToCapstan: join(REPOSITORY, 'bin/capstan'),
  cwd: world.project,
  env: world.env,
  ...more,
})

const said = (text: string): SDKUserMessage => ({ type: 'user', message: { role: 'user', content: text } })

/** Messages up to the first that fits. */
const until = async (run: Query, fits: (message: SDKMessage) => boolean): Promise<readonly SDKMessage[]> => {
  const seen: SDKMessage[] = []
  for (;;) {
    const { value, done } = await run.next()
    if (done || !value) throw new Error(`ended without it: ${JSON.stringify(seen).slice(0, 1_000)}`)
    seen.push(value)
    if (fits(value)) return seen
  }
}
const isResult = (message: SDKMessage): boolean => message.type === 'result'

test('a run answers questions about itself and is changed while it goes on', async () => {
  const prompts = new AsyncQueue<SDKUserMessage>()
  writeFileSync(join(world.project, 'kept.txt'), 'kept words')
  await using run = query({ prompt: prompts, options: options({ includePartialMessages: true }) })
  expect((await run.supportedModels()).length).toBeGreaterThan(0)
  expect((await run.supportedCommands()).map(({ name }) => name)).toContain('compact')
  expect((await run.supportedAgents()).length).toBeGreaterThan(0)
  expect(await run.accountInfo()).toMatchObject({ apiKeySource: 'ANTHROPIC_API_KEY' })
  expect(await run.reinitialize()).toMatchObject({ output_style: 'default' })
  expect(await run.readFile('kept.txt')).toMatchObject({ contents: 'kept words' })
  expect(await run.getContextUsage()).toMatchObject({ maxTokens: expect.any(Number) })

  await run.setModel('haiku')
  await run.setPermissionMode('plan')
  await run.setMaxThinkingTokens(0)
  await run.applyFlagSettings({ permissions: { deny: ['WebFetch'] } })
  void prompts.push(said('hello'))
  const begun = (await until(run, isResult)).find(
    message => message.type === 'system' && message.subtype === 'init',
  )
  expect(begun).toMatchObject({ permissionMode: 'plan', model: expect.stringContaining('haiku') })

  await run.setPermissionMode('bypassPermissions').then(
    () => expect.fail('it was allowed'),
    error => expect(error).toMatchObject({ name: 'ControlError' }),
  )
  await run.setPermissionMode('default')

  const greet = tool('greet', 'Greets', { who: z.string() }, async ({ who }) => ({
    content: [{ type: 'text', text: `hello ${who}` }],
  }))
  const later = createSdkMcpServer({ name: 'later', tools: [greet] })
  expect(await run.setMcpServers({ later })).toMatchObject({ added: ['later'], errors: {} })
  expect(await run.mcpServerStatus()).toMatchObject([{ name: 'later', status: 'connected' }])
  await run.applyFlagSettings({ permissions: { allow: ['mcp__later__greet'] } })
  void prompts.push(said('greet'))
  expect(JSON.stringify(await until(run, isResult))).toContain('hello Ada')

  void prompts.push(said('a long story'))
  await until(run, message => message.type === 'stream_event' && message.event.type === 'content_block_delta')
  expect(await run.interrupt()).toMatchObject({ still_queued: [] })
  expect((await until(run, isResult)).at(-1)).toMatchObject({ subtype: 'error_during_execution' })
  prompts.close()
  expect(await run.next()).toMatchObject({ done: true })
})

test('a program that is started ahead takes one prompt, and what was asked is answered after the last word', async () => {
  const warm = await startup({
    options: options({
      permissionMode: 'default',
      canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: input }),
    }),
  })
  async function* words(): AsyncGenerator<SDKUserMessage> {
    yield said('make it')
  }
  const run = warm.query(words())
  expect(() => warm.query('again')).toThrow('has its prompt already')
  const messages = []
  for await (const message of run) messages.push(message)
  expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'as you wish' })
  expect(existsSync(join(world.project, 'made'))).toBe(true)
})

test('an abort ends the run with an AbortError, a program that fails says why', async () => {
  const abortController = new AbortController()
  const run = query({ prompt: 'a long story', options: options({ abortController }) })
  await run.next()
  abortController.abort()
  await expect(until(run, () => false)).rejects.toMatchObject({ name: 'AbortError' })
  const failing = query({ prompt: 'hi', options: options({ resume: 'no-such-session' }) })
  await expect(until(failing, () => false)).rejects.toThrow(/no-such-session/)
  expect(() => query({ prompt: 'hi', options: { pathToCapstan: '/nowhere/capstan' } })).toThrow(
    '/nowhere/capstan',
  )
})

test('every saved line is copied to a session store, and an unknown message is no place to rewind to', async () => {
  const copied: unknown[] = []
  const id = '11111111-2222-4333-8444-555555555555'
  async function* words(): AsyncGenerator<SDKUserMessage> {
    yield { ...said('keep this'), uuid: id }
  }
  const sessionStore = { append: (_: object, entries: readonly unknown[]) => void copied.push(...entries) }
  await using run = query({
    prompt: words(),
    options: { inProcess: true, cwd: world.project, env: world.env, sessionStore },
  })
  expect(await run.rewindFiles('no-such-message', { dryRun: true })).toMatchObject({ canRewind: false })
  for await (const message of run) expect(message.type).not.toBe('transcript_mirror')
  expect(JSON.stringify(copied)).toContain('as you wish')
  expect(copied).toContainEqual(expect.objectContaining({ uuid: id, type: 'user' }))
})

test('query in your own process: the same options and messages, and no program is started', async () => {
  const asked: string[] = []
  await using run = query({
    prompt: 'make it',
    options: {
      inProcess: true,
      cwd: world.project,
      // Nothing could be found to start.
      env: { ...world.env, PATH: '/nonexistent' },
      canUseTool: async name => {
        asked.push(name)
        return { behavior: 'deny', message: 'Not that.' }
      },
    },
  })
  const [first, ...rest] = await until(run, isResult)
  expect(first).toMatchObject({ type: 'system', subtype: 'init', cwd: world.project })
  expect([asked, rest.at(-1)]).toEqual([
    ['Bash'],
    expect.objectContaining({ subtype: 'success', result: 'as you wish' }),
  ])
  expect(() => query({ prompt: 'x', options: options({ inProcess: true }) })).toThrow('no program is started')
})
