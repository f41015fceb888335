import type { RequestError } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { connectAcp } from '../../support/acp-client.ts'
import { eventually, type Line, openWorld } from '../../support/run-program.ts'

test('the built program serves a session over its own streams and ends when the editor hangs up', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x\n' } } },
      { text: 'done' },
      { text: 'never said', chunkMs: 60_000 },
    ],
  })
  const editor = await connectAcp(world, {
    built: true,
    serve: app =>
      app.onRequest('session/request_permission', () => ({
        outcome: { outcome: 'selected', optionId: 'allow' },
      })),
  })
  const session = await editor.open()
  expect(await editor.say(session, 'write')).toBe('end_turn')
  expect(editor.text()).toBe('done')
  // A turn that still runs is no reason to stay.
  const running = editor.say(session, 'go on').catch(() => 'gone')
  await eventually(() => world.server.requests.length === 3)
  await editor[Symbol.asyncDispose]()
  expect(await running).toBe('gone')
})

test('whatever comes in gets the error it deserves, and the program goes on', async () => {
  await using world = await openWorld({ replies: [] })
  const program = world.start(['acp'], { input: 'keep' })
  const answer = async (line: string, id: unknown): Promise<Line> => {
    const from = program.lines.length
    program.child.stdin.write(`${line}\n`)
    return await program.line(one => one['id'] === id, from)
  }
  const ask = (id: number, method: string, params: object): Promise<Line> =>
    answer(JSON.stringify({ jsonrpc: '2.0', id, method, params }), id)
  const code = (line: Line): unknown => (line['error'] as { readonly code?: number } | undefined)?.code
  expect(code(await ask(1, 'session/new', { cwd: '/', mcpServers: [] }))).toBe(-32600)
  expect(await ask(2, 'initialize', { protocolVersion: 1 })).toMatchObject({ result: { protocolVersion: 1 } })
  expect(code(await answer('{"jsonrpc":', null))).toBe(-32700)
  expect(code(await answer('[{"jsonrpc":"2.0","id":7,"method":"initialize"}]', null))).toBe(-32600)
  expect(code(await answer('"text"', null))).toBe(-32600)
  expect(code(await answer('{"jsonrpc":"1.0","id":3,"method":"initialize"}', null))).toBe(-32600)
  // An answer that nobody waits for.
  program.child.stdin.write('{"jsonrpc":"2.0","id":99,"result":{}}\n')
  expect(code(await ask(4, 'session/close', { sessionId: 'nobody' }))).toBe(-32002)
  program.hangUp()
  expect((await program.ended).code).toBe(0)
})

test('a client that opens a session before it is answered has it opened', async () => {
  await using world = await openWorld({ replies: [] })
  const program = world.start(['acp'], { input: 'keep' })
  const ask = (id: number, method: string, params: object): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  program.write(
    ask(1, 'initialize', { protocolVersion: 1 }) +
      ask(2, 'session/new', { cwd: world.project, mcpServers: [] }) +
      ask(3, 'initialize', { protocolVersion: 1 }),
  )
  const opened = await program.line(({ id }) => id === 2)
  expect(opened).toMatchObject({ result: { sessionId: expect.any(String) } })
  expect(program.lines.findIndex(({ id }) => id === 1)).toBe(0)
  expect(await program.line(({ id }) => id === 3)).toMatchObject({ result: { protocolVersion: 1 } })
  program.hangUp()
  expect((await program.ended).code).toBe(0)
})

const REFUSED: readonly (readonly [method: string, params: object, code: number])[] = [
  ['no/such/method', {}, -32601],
  ['session/prompt', { sessionId: 'nobody', prompt: [] }, -32002],
  ['session/prompt', { sessionId: 'nobody' }, -32602],
  ['session/prompt', { sessionId: 7, prompt: 'x' }, -32602],
  ['session/new', { cwd: 'relative', mcpServers: [] }, -32602],
  ['session/new', { cwd: '/no/such/folder', mcpServers: [] }, -32602],
  ['session/new', { mcpServers: [] }, -32602],
  ['session/load', { sessionId: '../../etc/passwd', cwd: '/', mcpServers: [] }, -32002],
  ['session/list', { cursor: 'nonsense' }, -32602],
  ['session/set_mode', { sessionId: 'nobody', modeId: 'plan' }, -32002],
  ['session/close', { sessionId: 'nobody' }, 0],
  ['session/delete', { sessionId: 'nobody' }, 0],
]

test('a request that cannot be is answered with why, and the next one is served', async () => {
  await using world = await openWorld({ replies: [] })
  await using editor = await connectAcp(world)
  const codes: [string, object, number][] = []
  for (const [method, params] of REFUSED) {
    const { code } = await editor.agent.request(method, params).then(
      // The library takes what is gone already for closed and deleted.
      () => ({ code: 0 }),
      (error: RequestError) => error,
    )
    codes.push([method, params, code])
  }
  expect(codes).toEqual(REFUSED)
  await editor.agent.notify('session/cancel', { sessionId: 'nobody' })
  expect(await editor.open()).toEqual(expect.any(String))
})
