import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { openWorld, resultOf, type SessionFile, type World } from '../support/run-program.ts'

const echo = { replies: [{ text: 'ok', repeat: true }] }

/** A pipe nobody writes to: whoever opens it to read waits for ever. */
const pipe = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}
const endless = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync('/dev/zero', path)
}

const traps: readonly [string, (path: string) => void][] = [
  ['a pipe', pipe],
  ['an endless file', endless],
  ['a directory', path => void mkdirSync(path, { recursive: true })],
  [
    'a loop of links',
    path => {
      mkdirSync(dirname(path), { recursive: true })
      symlinkSync(path, path)
    },
  ],
]
/** Files that may lie in one project: what is wrong with one keeps nobody from opening the others. */
const places = [['.git/HEAD'], ['.git/index'], ['.git']]
const settingsFiles = ['.claude/settings.json', '.capstan/settings.json', '.capstan/settings.local.json']

test.each(traps)('%s where a file of the repository is expected does not stop the start', async (_, make) => {
  await using world = await openWorldHere(echo)
  const programs = places.map((names, at) => {
    const project = join(world.root, `project-${at}`)
    mkdirSync(project)
    for (const name of names) make(join(project, name))
    return world.run(['-p', '--trust', 'go'], { cwd: project })
  })
  for (const ended of await Promise.all(programs)) {
    expect(ended).toMatchObject({ code: 0, stdout: 'ok\n' })
    expect(ended.stderr).not.toMatch(/^\s+at /m)
  }
})

test.each(traps)(
  '%s where settings of the repository are expected is said, and nothing starts',
  async (_, make) => {
    await using world = await openWorldHere(echo)
    for (const [at, name] of settingsFiles.entries()) {
      const project = join(world.root, `project-${at}`)
      mkdirSync(project)
      make(join(project, name))
      const ended = await world.run(['-p', '--trust', 'go'], { cwd: project })
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toContain(`${join(project, name)} `)
      expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    }
    expect(world.server.requests).toEqual([])
  },
)

test('tools meet pipes, devices and directories without waiting for ever', async () => {
  const call = (name: string, input: object) => ({ name, input })
  await using world = await openWorldHere({
    replies: [
      {
        tools: [
          call('Read', { file_path: 'pipe' }),
          call('Read', { file_path: 'zero' }),
          call('Read', { file_path: '.' }),
          call('Grep', { pattern: 'x' }),
          call('Grep', { pattern: 'x', path: 'pipe' }),
          call('Glob', { pattern: '**/*' }),
          call('Write', { file_path: 'pipe', content: 'x' }),
          call('Edit', { file_path: 'pipe', old_string: 'a', new_string: 'b' }),
          call('Write', { file_path: 'dir', content: 'x' }),
        ],
      },
      { text: 'done' },
    ],
  })
  pipe(join(world.project, 'pipe'))
  endless(join(world.project, 'zero'))
  mkdirSync(join(world.project, 'dir'))
  const ended = await world.stream(['--permission-mode', 'acceptEdits', 'go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('done')
})

test('a home that is missing is no reason to crash', async () => {
  await using world = await openWorldHere(echo)
  const homeless = await world.run(['-p', '--no-session-persistence', 'go'], {
    env: { HOME: '/nonexistent/home', CAPSTAN_CONFIG_DIR: undefined },
  })
  expect(homeless).toMatchObject({ code: 0, stdout: 'ok\n', stderr: '' })
})

const resumeNames = ['../../../etc/passwd', '/etc/passwd', '..', '.', '', '%00', 'a\nb', '*']

test('what --resume is given is a name, never a path', async () => {
  await using world = await openWorldHere(echo)
  await world.run(['-p', 'go'])
  for (const name of resumeNames) {
    const ended = await world.run(['-p', '--resume', name, '--', 'go'])
    expect([1, 2]).toContain(ended.code)
    expect(ended.stderr).not.toMatch(/^\s+at /m)
  }
  expect(world.server.requests).toHaveLength(1)
})

const damage: readonly [string, (text: string) => string][] = [
  ['empty', () => ''],
  ['binary', () => '\u0000\u0001\ufffd'.repeat(100)],
  ['nested too deep', text => `${'['.repeat(100_000)}\n${text}`],
  ['doubled', text => text + text],
  ['without its first lines', text => text.split('\n').slice(2).join('\n')],
  ['in reverse order', text => `${text.trim().split('\n').reverse().join('\n')}\n`],
  [
    'with a cycle of parents',
    text => text.replaceAll(/"parentUuid":null/g, `"parentUuid":${/"uuid":("[^"]+")/.exec(text)?.[1]}`),
  ],
  ['with CRLF and blank lines', text => text.replaceAll('\n', '\r\n\r\n')],
]

describe('a session file that is', () => {
  let world: World
  let session: SessionFile
  let text = ''
  beforeAll(async () => {
    world = await openWorldHere(echo)
    await world.run(['-p', 'first'])
    const [made] = world.sessions()
    if (!made) throw new Error('no session')
    session = made
    text = session.entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.each(damage)('%s opens or is refused in a sentence', async (_, spoil) => {
    writeFileSync(session.path, spoil(text))
    const ended = await world.run(['-p', '--resume', session.id, 'second'])
    expect([0, 1]).toContain(ended.code)
    expect(ended.stderr).not.toMatch(/^\s+at |something went wrong inside/m)
    if (ended.code === 1) expect(ended.stderr.length).toBeGreaterThan(10)
  })
})

test('of two programs on one session one goes on and the other is told how; the file opens', async () => {
  await using world = await openWorld({ replies: [{ text: 'some words', chunkMs: 20, repeat: true }] })
  const here = heldHere(world)
  await here.run(['-p', '--session-id', 'dddddddd-1234-4234-8234-123456789abc', 'first'])
  const both = await Promise.all(['a', 'b'].map(text => world.run(['-p', '--continue', text])))
  // Whether they meet is up to the machine: one after the other is fine, too.
  const refused = both.filter(ended => ended.code !== 0)
  expect(refused.length).toBeLessThanOrEqual(1)
  for (const ended of refused) {
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('--fork-session')
  }
  expect(await here.run(['-p', '--continue', 'last'])).toMatchObject({ code: 0 })
  expect(chainOf(world)).toBeGreaterThanOrEqual(6)
})

/** Entries on the way from the newest one back to the root. */
const chainOf = (world: World): number => {
  const entries = (world.sessions()[0]?.entries ?? []).filter(entry => 'parentUuid' in entry)
  const byId = new Map(entries.map(entry => [entry['uuid'], entry]))
  let length = 0
  for (let at = entries.at(-1); at; at = byId.get(at['parentUuid'])) length += 1
  return length
}
