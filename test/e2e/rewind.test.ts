import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType, type World } from '../support/run-program.ts'

const bash = (command: string) => ({ tool: { name: 'Bash', input: { command } } })
const scenario = {
  replies: [bash('sed -i s/one/two/ a.txt && rm b.txt && echo n > n.txt'), { text: 'Done.' }],
}

const breakFiles = async (world: World) => {
  world.put('a.txt', 'one\n')
  world.put('b.txt', 'b\n')
  const ended = await world.stream(['--allowedTools', 'Bash', '--', 'break it'])
  const [session] = world.sessions()
  const prompt = session?.entries.find(
    entry => entry.type === 'user' && JSON.stringify(entry['message']).includes('break it'),
  )
  expect(ended.code).toBe(0)
  return { id: session?.id ?? '', uuid: String(prompt?.['uuid']) }
}
const read = (world: World, name: string): string => readFileSync(join(world.project, name), 'utf8')

test('--rewind-files lists what it will do, does it without a model or a key, and exits 0', async () => {
  await using world = await openWorldHere(scenario)
  const { id, uuid } = await breakFiles(world)
  const requests = world.server.requests.length
  const options = { env: { ANTHROPIC_API_KEY: undefined } }
  const dry = await world.run(['-p', '--resume', id, '--rewind-files', uuid, '--dry-run'], options)
  const list = ['  restore   a.txt  +1 -1', '  recreate  b.txt  +1 -0', '  delete    n.txt  +0 -1', '']
  expect(dry).toMatchObject({ code: 0, stderr: '', stdout: ['Would change:', ...list].join('\n') })
  expect(read(world, 'a.txt')).toBe('two\n')
  const done = await world.run(['-p', '--resume', id, '--rewind-files', uuid], options)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain(['Changing:', ...list].join('\n'))
  expect(done.stdout).toContain('Rewound 3 files (+2 -2).')
  expect([read(world, 'a.txt'), read(world, 'b.txt')]).toEqual(['one\n', 'b\n'])
  expect(() => read(world, 'n.txt')).toThrow('ENOENT')
  const undo = /--rewind-files (\S+)/.exec(done.stdout)?.[1] ?? ''
  expect((await world.run(['-p', '--resume', id, '--rewind-files', undo], options)).code).toBe(0)
  expect([read(world, 'a.txt'), read(world, 'n.txt')]).toEqual(['two\n', 'n\n'])
  expect(world.server.requests.length).toBe(requests)
})

test('what the person changed is left alone unless --rewind-force says otherwise', async () => {
  await using world = await openWorldHere(scenario)
  const { id, uuid } = await breakFiles(world)
  world.put('a.txt', 'mine\n')
  const careful = await world.run(['-p', '-c', '--rewind-files', uuid])
  expect(careful.stdout).toContain('Skipped:\n  a.txt: somebody else has changed it since\n')
  expect([read(world, 'a.txt'), read(world, 'b.txt')]).toEqual(['mine\n', 'b\n'])
  const args = ['-p', '--resume', id, '--rewind-files', uuid, '--rewind-force', '--output-format', 'json']
  expect(JSON.parse((await world.run(args)).stdout)).toMatchObject({
    canRewind: true,
    files: [{ path: join(world.project, 'a.txt'), action: 'restore', insertions: 1, deletions: 1 }],
    kept: [],
  })
  expect(read(world, 'a.txt')).toBe('one\n')
})

test('a message that is not there, or copies that are gone, end without a change', async () => {
  await using world = await openWorldHere(scenario)
  const { id, uuid } = await breakFiles(world)
  const missing = '12345678-1234-4234-8234-123456789abc'
  const unknown = await world.run(['-p', '--resume', id, '--rewind-files', missing])
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain(missing)
  rmSync(join(world.config, 'file-history'), { recursive: true })
  const lost = await world.run(['-p', '--resume', id, '--rewind-files', uuid])
  expect(lost.stdout).toContain('a.txt: the copy of its old content is missing')
  expect(read(world, 'a.txt')).toBe('two\n')
})

test('without a session file nothing is kept', async () => {
  await using world = await openWorldHere(scenario)
  world.put('a.txt', 'one\n')
  world.put('b.txt', 'b\n')
  await world.run(['-p', '--no-session-persistence', '--allowedTools', 'Bash', '--', 'break it'])
  expect(read(world, 'a.txt')).toBe('two\n')
  expect(() => readFileSync(join(world.config, 'file-history'))).toThrow('ENOENT')
})

test('a host rewinds with rewind_files, dry first', async () => {
  await using world = await openWorldHere(scenario)
  world.put('a.txt', 'one\n')
  world.put('b.txt', 'b\n')
  const uuid = '12345678-1234-4234-8234-123456789abc'
  const args = [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--allowedTools',
    'Bash',
  ]
  const host = world.start(args, { input: 'keep' })
  const answer = async (id: string, request: object): Promise<unknown> => {
    host.say({ type: 'control_request', request_id: id, request })
    const line = await host.line(
      one => one.type === 'control_response' && (one['response'] as Line)['request_id'] === id,
    )
    return (line['response'] as Line)['response']
  }
  host.say({ type: 'user', uuid, message: { role: 'user', content: 'break it' } })
  await host.line(ofType('result'))
  const request = { subtype: 'rewind_files', user_message_id: uuid }
  const answered = {
    canRewind: true,
    filesChanged: ['a.txt', 'b.txt', 'n.txt'].map(name => join(world.project, name)),
    filesKept: [],
    insertions: 2,
    deletions: 2,
    notCovered: [],
    localizedNotCovered: [],
  }
  expect(await answer('r1', { ...request, dry_run: true })).toEqual(answered)
  expect(read(world, 'a.txt')).toBe('two\n')
  expect(await answer('r2', request)).toEqual({ ...answered, undo: expect.any(String) })
  expect(read(world, 'a.txt')).toBe('one\n')
  expect(await answer('r3', { ...request, user_message_id: 'nope' })).toMatchObject({ canRewind: false })
  host.hangUp()
  expect((await host.ended).code).toBe(0)
})

test('a rewind that was killed half way is named with the command that takes it back', async () => {
  await using world = await openWorldHere(scenario)
  const { id, uuid } = await breakFiles(world)
  await world.run(['-p', '--resume', id, '--rewind-files', uuid])
  const [session] = world.sessions()
  const lines = readFileSync(session?.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  const last = JSON.parse(lines.at(-1) ?? '{}') as Line
  expect(last).toMatchObject({ type: 'file-history-snapshot', rewind: 'ended' })
  writeFileSync(session?.path ?? '', `${lines.slice(0, -1).join('\n')}\n`)
  world.put('a.txt', 'two\n')
  const command = `capstan -p --resume ${id} --rewind-files ${String(last['messageUuid'])}`
  const said = `An earlier rewind was interrupted. To undo what it did: ${command}\n`
  const dry = await world.run(['-p', '--resume', id, '--rewind-files', uuid, '--dry-run'])
  expect(dry.stdout).toBe(`${said}Would change:\n  restore   a.txt  +1 -1\n`)
  const wrong = await world.run([
    '-p',
    '--resume',
    id,
    '--rewind-files',
    '12345678-1234-4234-8234-123456789abc',
  ])
  expect([wrong.code, wrong.stderr.includes(said.trimEnd())]).toEqual([1, true])
  await world.run(command.split(' ').slice(1))
  expect([read(world, 'a.txt'), read(world, 'n.txt')]).toEqual(['two\n', 'n\n'])
  expect(() => read(world, 'b.txt')).toThrow('ENOENT')
})
