import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ClientApp,
  type CreateTerminalRequest,
  RequestError,
  type RequestPermissionRequest,
} from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { connectAcp } from '../../support/acp-client.ts'
import { API_KEY, openWorld } from '../../support/run-program.ts'

const allowing = (app: ClientApp): ClientApp =>
  app.onRequest('session/request_permission', () => ({
    outcome: { outcome: 'selected', optionId: 'allow' },
  }))

/** An editor that has some files open; it saves what is written, if it is told to. */
const withBuffers = (buffers: Map<string, string>, { saves = true } = {}) => {
  const written: string[] = []
  const serve = (app: ClientApp): ClientApp =>
    app
      .onRequest('fs/read_text_file', ({ params }) => {
        const text = buffers.get(params.path)
        if (text === undefined) throw RequestError.resourceNotFound(params.path)
        return { content: text }
      })
      .onRequest('fs/write_text_file', ({ params }) => {
        written.push(params.path)
        buffers.set(params.path, params.content)
        if (saves) writeFileSync(params.path, params.content)
      })
  return { written, serve }
}
const FILES = { fs: { readTextFile: true, writeTextFile: true } }
const sentIn = (world: { readonly server: { readonly requests: readonly { readonly body: unknown }[] } }) =>
  JSON.stringify(world.server.requests.at(-1)?.body)
const edit = { file_path: 'a.txt', old_string: 'unsaved', new_string: 'changed' }

test('a file is read as the editor has it, and edits go through the editor', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: { name: 'Edit', id: 'toolu_e', input: edit } },
      { tool: { name: 'Write', input: { file_path: 'deep/new.txt', content: 'fresh\n' } } },
      { tool: { name: 'Edit', input: { ...edit, old_string: 'changed', new_string: 'changed twice' } } },
      { text: 'done' },
    ],
  })
  const path = world.put('a.txt', 'saved\n')
  const buffers = new Map([[path, 'unsaved\n']])
  const { written, serve } = withBuffers(buffers)
  const asked: RequestPermissionRequest[] = []
  const asking = (app: ClientApp): ClientApp =>
    serve(app).onRequest('session/request_permission', ({ params }) => {
      asked.push(params)
      return { outcome: { outcome: 'selected', optionId: 'allow' } }
    })
  await using editor = await connectAcp(world, { serve: asking, capabilities: FILES })
  expect(await editor.say(await editor.open(), 'change it')).toBe('end_turn')
  expect(JSON.stringify(world.server.requests[1]?.body)).toContain('unsaved')
  // What is asked about is what the person sees in the editor.
  expect(asked[0]?.toolCall.content?.at(0)).toEqual({
    type: 'diff',
    path,
    oldText: 'unsaved\n',
    newText: 'changed\n',
  })
  expect(written).toEqual([path, join(world.project, 'deep/new.txt'), path])
  expect(buffers.get(path)).toBe('changed twice\n')
  expect(readFileSync(path, 'utf8')).toBe('changed twice\n')
  expect(editor.told('tool_call_update').filter(({ status }) => status === 'failed')).toEqual([])
  expect(
    editor
      .told('tool_call_update')
      .find(({ toolCallId, status }) => toolCallId === 'toolu_e' && status === 'completed'),
  ).toMatchObject({
    content: [{ type: 'diff', path, oldText: 'unsaved\n', newText: 'changed\n' }],
  })
})

test('a rewind brings back what the editor had, and rules about files count as ever', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: { name: 'Edit', input: edit } },
      { tool: { name: 'Read', input: { file_path: 'private.txt' } } },
      { text: 'done' },
    ],
  })
  const path = world.put('a.txt', 'saved\n')
  const hidden = world.put('private.txt', 'hush\n')
  const { serve } = withBuffers(
    new Map([
      [path, 'unsaved\n'],
      [hidden, 'hush in the buffer\n'],
    ]),
  )
  await using editor = await connectAcp(world, {
    serve: app => allowing(serve(app)),
    capabilities: FILES,
    args: ['--disallowedTools', 'Read(private.txt)'],
  })
  const session = await editor.open()
  await editor.say(session, 'change it')
  expect(sentIn(world)).not.toContain('hush')
  expect(readFileSync(path, 'utf8')).toBe('changed\n')
  await editor.say(session, '/rewind 1 code')
  expect(readFileSync(path, 'utf8')).toBe('unsaved\n')
})

test('a file that the person changed in the editor meanwhile is not overwritten', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'mine\n' } } },
      { text: 'done' },
    ],
  })
  const path = world.put('a.txt', 'saved\n')
  const buffers = new Map([[path, 'typed1\n']])
  const { written, serve } = withBuffers(buffers)
  // The person types while the question about the change is open.
  const typing = (app: ClientApp): ClientApp =>
    serve(app).onRequest('session/request_permission', () => {
      buffers.set(path, 'typed2\n')
      return { outcome: { outcome: 'selected', optionId: 'allow' } }
    })
  await using editor = await connectAcp(world, { serve: typing, capabilities: FILES })
  await editor.say(await editor.open(), 'write it')
  expect(written).toEqual([])
  expect(sentIn(world)).toContain('The file changed while this was being decided')
})

test.each([
  ['with an error', () => Promise.reject(new RequestError(-32603, 'the disk is full'))],
  // agentic.nvim and avante.nvim.
  ['in its result', () => 'the disk is full' as never],
])(
  'an editor that says %s that it could not write is told to the model, and nothing is written behind its back',
  async (_, refuse) => {
    await using world = await openWorld({
      replies: [{ tool: { name: 'Write', input: { file_path: 'new.txt', content: 'x\n' } } }, { text: 'oh' }],
    })
    const serve = (app: ClientApp): ClientApp => allowing(app).onRequest('fs/write_text_file', refuse)
    await using editor = await connectAcp(world, { serve, capabilities: { fs: { writeTextFile: true } } })
    await editor.say(await editor.open(), 'write')
    expect(sentIn(world)).toContain('The editor could not write')
    expect(sentIn(world)).toContain('the disk is full')
    expect(existsSync(join(world.project, 'new.txt'))).toBe(false)
  },
)

/** Runs what it is asked to as an editor does: with its own environment below what the request adds. */
const withTerminals = () => {
  const created: CreateTerminalRequest[] = []
  const calls: string[] = []
  const runs = new Map<string, { output: string; readonly end: Promise<number | null>; kill(): void }>()
  const find = (id: string) => {
    const run = runs.get(id)
    if (!run) throw RequestError.resourceNotFound(id)
    return run
  }
  const serve = (app: ClientApp): ClientApp =>
    allowing(app)
      .onRequest('terminal/create', ({ params }) => {
        created.push(params)
        const env = Object.fromEntries((params.env ?? []).map(({ name, value }) => [name, value]))
        const child = spawn(params.command, params.args ?? [], {
          cwd: params.cwd ?? undefined,
          env: { ANTHROPIC_API_KEY: API_KEY, EDITORS_OWN: '1', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        })
        const kill = (): void => {
          if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
        }
        const run = {
          output: '',
          end: new Promise<number | null>(resolve => child.once('close', resolve)),
          kill,
        }
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (piece: Buffer) => {
            run.output += piece.toString()
          })
        runs.set(`term-${created.length}`, run)
        return { terminalId: `term-${created.length}` }
      })
      .onRequest('terminal/output', ({ params }) => {
        calls.push('output')
        return { output: find(params.terminalId).output, truncated: false }
      })
      .onRequest('terminal/wait_for_exit', async ({ params }) => ({
        exitCode: await find(params.terminalId).end,
      }))
      .onRequest('terminal/kill', ({ params }) => {
        calls.push('kill')
        find(params.terminalId).kill()
      })
      .onRequest('terminal/release', ({ params }) => {
        calls.push('release')
        find(params.terminalId).kill()
        runs.delete(params.terminalId)
      })
  return { created, calls, runs, serve }
}

test('a command runs in a terminal of the editor, without our key, and its directory is kept', async () => {
  const bash = (id: string, command: string) => ({ name: 'Bash', id, input: { command } })
  await using world = await openWorld({
    replies: [
      { tool: bash('toolu_1', 'mkdir -p sub; cd sub; echo "key=[$ANTHROPIC_API_KEY]" $EDITORS_OWN; exit 3') },
      { tool: bash('toolu_2', 'touch here') },
      { tool: bash('toolu_3', 'ls') },
      { text: 'done' },
    ],
  })
  const { created, calls, runs, serve } = withTerminals()
  await using editor = await connectAcp(world, { serve, capabilities: { terminal: true } })
  expect(await editor.say(await editor.open(), 'run')).toBe('end_turn')
  expect(JSON.stringify(world.server.requests[1]?.body)).toContain('key=[] 1')
  expect(existsSync(join(world.project, 'sub/here'))).toBe(true)
  // What only looks runs hardened, and that is ours.
  expect(created.map(({ args }) => args?.at(-1))).toEqual([
    expect.stringContaining('mkdir -p sub'),
    'touch here',
  ])
  expect([calls, runs.size]).toEqual([['output', 'release', 'output', 'release'], 0])
  const [first] = editor.told('tool_call_update').filter(({ content }) => content)
  expect(first).toMatchObject({
    toolCallId: 'toolu_1',
    content: [{ type: 'terminal', terminalId: 'term-1' }],
  })
})

test('a command in a terminal of the editor is killed and released at its time limit and when the prompt is cancelled', async () => {
  const bash = (input: object) => ({ name: 'Bash', input })
  await using world = await openWorld({
    replies: [
      { tool: bash({ command: 'touch x; echo begun; sleep 60', timeout: 300 }) },
      { tool: bash({ command: 'touch y; sleep 60' }) },
    ],
  })
  const { created, calls, runs, serve } = withTerminals()
  await using editor = await connectAcp(world, { serve, capabilities: { terminal: true } })
  const sessionId = await editor.open()
  const running = editor.say(sessionId, 'run')
  await editor.until(() => created.length === 2 && world.server.requests.length === 2)
  expect(JSON.stringify(world.server.requests[1]?.body)).toContain('begun')
  await editor.agent.notify('session/cancel', { sessionId })
  expect(await running).toBe('cancelled')
  expect(calls.filter(call => call !== 'output')).toEqual(['kill', 'release', 'kill', 'release'])
  expect(runs.size).toBe(0)
})
