import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, openWorld, type World } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const said = (content: string) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
})
const HOST = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
const isResult = (line: Readonly<Record<string, unknown>>) => line['type'] === 'result'
const sending = (more: object = {}) => ({
  when: { lastUserText: 'write to it' },
  tool: { name: 'SendMessage', input: { to: 'receiver', message: 'the build is red', ...more } },
})
/** By what was said last, so that it does not matter who asks first. */
const REPLIES = [
  { when: { lastUserText: 'begin' }, text: 'ready', repeat: true },
  { when: { lastUserText: 'the build is red' }, text: 'read it', repeat: true },
  { when: { lastUserText: 'is idle now' }, text: 'it is idle', repeat: true },
  { when: { lastUserText: 'again' }, text: 'said again', repeat: true },
]

const start = async (world: World, name: string) => {
  const program = world.start([...HOST, '--name', name], { input: 'keep' })
  program.say(said('begin'))
  await program.line(isResult)
  return program
}

const settle = (world: World, settings: object): void => {
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
}

const entries = (world: World): readonly { readonly title: string; readonly socket: string }[] =>
  readdirSync(join(world.config, 'peers')).map(name =>
    JSON.parse(readFileSync(join(world.config, 'peers', name), 'utf8')),
  )

const sent = (world: World): string => JSON.stringify(world.server.requests.map(({ body }) => body))

test('one program writes to another, which reads it in a turn of its own; the sender hears when that is over', async () => {
  await using world = await openWorld({
    replies: [
      sending({ notify_when_idle: true }),
      { text: 'sent', when: { toolResult: { tool: 'SendMessage' } } },
      ...REPLIES,
    ],
  })
  settle(world, { crossSessionInbound: 'deliver' })
  const receiver = await start(world, 'receiver')
  const sender = await start(world, 'sender')
  for (const { socket } of entries(world)) {
    expect(lstatSync(dirname(socket)).mode & 0o777).toBe(0o700)
    expect(lstatSync(socket).mode & 0o077).toBe(0)
  }
  for (const name of readdirSync(join(world.config, 'peers')))
    expect(lstatSync(join(world.config, 'peers', name)).mode & 0o777).toBe(0o600)
  expect(lstatSync(join(world.config, 'peers')).mode & 0o777).toBe(0o700)
  sender.say(said('write to it'))
  await receiver.line(line => isResult(line) && line['result'] === 'read it')
  await sender.line(line => isResult(line) && line['result'] === 'it is idle')
  expect(sent(world)).toContain('<session-message from=\\"sender\\">the build is red</session-message>')
  expect(receiver.lines.map(line => JSON.stringify(line)).join('\n')).toContain(
    'Message from session sender: the build is red',
  )
  for (const program of [sender, receiver]) {
    program.child.stdin.end()
    expect((await program.ended).code).toBe(0)
  }
  expect(entries(world)).toEqual([])
})

test('without a word of the person it is held, and the project has none; what is held is said at the end', async () => {
  await using world = await openWorld({
    replies: [sending(), { text: 'sent', when: { toolResult: { tool: 'SendMessage' } } }, ...REPLIES],
  })
  world.put('.capstan/settings.json', JSON.stringify({ crossSessionInbound: 'deliver' }))
  const receiver = await start(world, 'receiver')
  const sender = await start(world, 'sender')
  sender.say(said('write to it'))
  await sender.line(line => isResult(line) && line['result'] === 'sent')
  expect(sent(world)).toContain('held until its user lets it through')
  receiver.say(said('again'))
  await receiver.line(line => isResult(line) && line['result'] === 'said again')
  const shown = receiver.lines.map(line => JSON.stringify(line)).join('\n')
  expect(shown).toContain('Held message 1 from session sender: the build is red')
  expect(shown).toContain('Messages of other sessions that the model has not read: 1.')
  expect(sent(world)).not.toContain('<session-message')
})

test('a link where the socket was is not followed, and a killed session is nobody', async () => {
  await using world = await openWorld({
    replies: [
      sending(),
      { text: 'sent', when: { toolResult: { tool: 'SendMessage' } }, repeat: true },
      ...REPLIES,
    ],
  })
  settle(world, { crossSessionInbound: 'deliver' })
  const receiver = await start(world, 'receiver')
  const other = await start(world, 'other')
  const sender = await start(world, 'sender')
  const socketOf = (title: string): string => entries(world).find(each => each.title === title)?.socket ?? ''
  unlinkSync(socketOf('receiver'))
  symlinkSync(socketOf('other'), socketOf('receiver'))
  sender.say(said('write to it'))
  await sender.line(line => isResult(line) && line['result'] === 'sent')
  expect(sent(world)).toContain('receiver cannot be reached. Its socket is a link')
  receiver.child.kill('SIGKILL')
  await receiver.ended
  unlinkSync(socketOf('receiver'))
  other.child.stdin.end()
  await other.ended
  const run = await world.run(['-p', '/list-agents'])
  expect(run.stdout).toContain('sender')
  expect(run.stdout).not.toContain('receiver')
  expect(entries(world).map(({ title }) => title)).toEqual(['sender'])
  expect(sent(world)).not.toContain('<session-message')
})

test('a session that was killed, config home and all, leaves a socket that the next one removes', async () => {
  await using world = await openWorld({ replies: REPLIES })
  await using tmp = tmpDir()
  const env = { TMPDIR: tmp.path }
  const killed = world.start([...HOST, '--name', 'killed'], { input: 'keep', env })
  killed.say(said('begin'))
  await killed.line(isResult)
  const [{ socket } = { socket: '' }] = entries(world)
  expect(dirname(dirname(socket))).toBe(tmp.path)
  killed.child.kill('SIGKILL')
  await killed.ended
  for (const name of readdirSync(join(world.config, 'peers'))) unlinkSync(join(world.config, 'peers', name))
  const long = new Date(Date.now() - 24 * 60 * 60 * 1000)
  utimesSync(dirname(socket), long, long)
  const next = world.start([...HOST, '--name', 'next'], { input: 'keep', env })
  next.say(said('begin'))
  await next.line(isResult)
  await eventually(() => !existsSync(dirname(socket)), next)
  next.child.stdin.end()
  expect((await next.ended).code).toBe(0)
  expect(readdirSync(tmp.path).filter(name => name.startsWith('capstan-peer-'))).toEqual([])
})
