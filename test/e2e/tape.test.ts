import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY, type World } from '../support/run-program.ts'

const scenario = {
  replies: [
    { text: 'I look.', tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    { text: 'It says hello.' },
  ],
}

const record = async (world: World): Promise<string> => {
  const tape = join(world.root, 'run.tape')
  world.put('a.txt', 'hello\n')
  const ended = await world.run(['-p', '--record', tape, 'what is in it?'])
  expect(ended).toMatchObject({ code: 0, stdout: 'It says hello.\n', stderr: '' })
  return tape
}

/** Nothing to talk to: an answer can only come from the recording. */
const OFFLINE = { env: { ANTHROPIC_BASE_URL: undefined, ANTHROPIC_API_KEY: undefined } }

test('what was recorded is replayed without a model, in another place too', async () => {
  await using world = await openWorldHere(scenario)
  const tape = await record(world)
  const again = await world.run(['-p', '--replay', tape, 'what is in it?'], OFFLINE)
  expect(again).toMatchObject({ code: 0, stdout: 'It says hello.\n' })
  await using elsewhere = await openWorldHere({ replies: [] })
  elsewhere.put('a.txt', 'hello\n')
  const asserted = await elsewhere.run(['replay', tape, '--assert'], OFFLINE)
  expect(asserted).toMatchObject({ code: 0, stdout: 'It says hello.\n', stderr: '' })
  expect(world.server.requests).toHaveLength(2)
})

test('replay --assert fails when a file the session read has changed, and names the difference', async () => {
  await using world = await openWorldHere(scenario)
  const tape = await record(world)
  world.put('a.txt', 'goodbye\n')
  const ended = await world.run(['replay', tape, '--assert'], OFFLINE)
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('goodbye')
  expect((await world.run(['replay', tape], OFFLINE)).code).toBe(0)
})

test('a recording is for its owner only and holds no secret', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'notes.txt' } } },
      { text: `Your key is ${API_KEY}.`, chunkMs: 1 },
    ],
  })
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  world.put('notes.txt', `token ${secret}\n`)
  const tape = join(world.root, 'run.tape')
  await world.run(['-p', '--record', tape, `remember ${API_KEY}`])
  const text = readFileSync(tape, 'utf8')
  expect(text).not.toContain(API_KEY)
  expect(text).not.toContain(secret)
  expect(statSync(tape).mode & 0o777).toBe(0o600)
})

test('a recording that is missing, empty or nonsense is said in a sentence', async () => {
  await using world = await openWorldHere({ replies: [] })
  const empty = world.put('empty', '')
  const nonsense = world.put('nonsense', 'hello\nworld\n')
  for (const file of [join(world.root, 'missing'), empty, nonsense]) {
    for (const args of [
      ['-p', '--replay', file, 'go'],
      ['replay', file],
    ]) {
      const ended = await world.run(args, OFFLINE)
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toContain(file)
      expect(ended.stderr).not.toMatch(/^\s+at /m)
    }
  }
  expect((await world.run(['replay'], OFFLINE)).code).toBe(2)
})

test('--record to a place that cannot be written stops before a request', async () => {
  await using world = await openWorldHere(scenario)
  const ended = await world.run(['-p', '--record', join(world.root, 'no', 'such', 'dir'), 'go'])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(world.server.requests).toEqual([])
})

test('mock-server serves a scenario, counts requests and prints what was wrong with them', async () => {
  await using world = await openWorldHere({ replies: [] })
  const file = world.put('scenario.yaml', 'replies:\n  - text: hello from the file\n    repeat: true\n')
  const server = world.start(['mock-server', file, '--port=0'], { input: 'keep' })
  const lines: string[] = []
  const { url, key } = await new Promise<{ url: string; key: string }>(resolve => {
    server.child.stdout.on('data', (piece: string) => {
      lines.push(piece)
      const found = /ANTHROPIC_BASE_URL=(http:\S+) ANTHROPIC_API_KEY=(\S+)/.exec(lines.join(''))
      if (found?.[1] && found[2]) resolve({ url: found[1], key: found[2] })
    })
  })
  const good = await world.run(['-p', 'hi'], { env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key } })
  expect(good).toMatchObject({ code: 0, stdout: 'hello from the file\n' })
  const bad = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'assistant', content: 'first' }] }),
  })
  expect(bad.status).toBe(400)
  const second = await world.run(['mock-server', file, '--port', new URL(url).port])
  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toMatch(/^capstan: Port \d+ is in use\. Choose another one with --port/)
  server.child.kill('SIGINT')
  const ended = await server.ended
  expect(ended.code).toBe(1)
  expect(ended.stdout).toMatch(/2 requests, \d+ violation/)
})

test('mock-server names what is wrong with a scenario or an argument', async () => {
  await using world = await openWorldHere({ replies: [] })
  const file = join(world.root, 'bad.yaml')
  writeFileSync(file, 'replies:\n  - txet: hello\n')
  const refused = (...args: readonly string[]) => world.run(['mock-server', ...args], { ends: true })
  const bad = await refused(file)
  expect(bad).toMatchObject({ code: 1, stdout: '' })
  expect(bad.stderr).toContain('txet')
  expect((await refused(join(world.root, 'missing'))).code).toBe(1)
  expect((await refused(file, '--port', '99999')).code).toBe(2)
  expect((await refused()).code).toBe(2)
})
