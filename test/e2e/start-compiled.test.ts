import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginReply, endReply } from '../../bench/reply-events.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const run = promisify(execFile)

/** A copy of the program, and a model that answers when it may. */
const createInstallation = async (root: string) => {
  let mayAnswer = async (): Promise<void> => undefined
  const dist = join(root, 'dist')
  cpSync('dist', dist, { recursive: true, filter: source => !source.includes('compile-cache') })
  mkdirSync(join(root, 'work'))
  const server = createServer((request, response) => {
    request.resume().on('end', async () => {
      await mayAnswer()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(beginReply(0) + endReply('end_turn'))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ANTHROPIC_API_KEY: 'k',
  }
  return {
    dist,
    /** As if it had never run. */
    renew(answering = async (): Promise<void> => undefined) {
      mayAnswer = answering
      rmSync(join(dist, 'compile-cache'), { recursive: true, force: true })
    },
    url: env.ANTHROPIC_BASE_URL,
    async start(before: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
      const args = [...before, join(dist, 'cli.mjs'), '-p', 'hello']
      const running = run(process.execPath, args, { env: { ...env, ...more }, cwd: join(root, 'work') })
      // An input that stays open is waited for.
      running.child.stdin?.end()
      await running
    },
    /** What is kept of the scripts that begin the program: files, and which they are. */
    kept: () => keptIn(join(dist, 'compile-cache')),
    close: () => void server.close(),
  }
}

const tmp = tmpDir()
let program: Awaited<ReturnType<typeof createInstallation>>
beforeAll(async () => {
  program = await createInstallation(tmp.path)
})
beforeEach(() => program.renew())
afterAll(async () => {
  program.close()
  await tmp[Symbol.asyncDispose]()
})

/**
 * The scripts on the way to the first request. What comes later is loaded while the model answers, or after: whether a
 * short run comes to it is a matter of time.
 */
const earlyHashes = (): readonly string[] => {
  const chunks = readdirSync(join(program.dist, 'chunk')).filter(name =>
    /^(?:run|vertex-wire)-\w+\.mjs$/.test(name),
  )
  const stubs = ['main.mjs', ...chunks.map(name => join('chunk', name))]
  return stubs.flatMap(stub => {
    const text = readFileSync(join(program.dist, stub), 'utf8')
    return new RegExp(`name:"${basename(stub)}",hash:"(\\w+)"`).exec(text)?.[1] ?? []
  })
}

const keptIn = (cache: string): Readonly<Record<string, number>> => {
  try {
    const [version = ''] = readdirSync(cache)
    const names = earlyHashes().map(hash => `start-${hash}`)
    const paths = names.map(name => join(cache, version, name)).filter(path => existsSync(path))
    return Object.fromEntries(paths.map(path => [path, statSync(path).ino]))
  } catch {
    return {} // nothing yet
  }
}

const lateCount = (): number => readdirSync(join(program.dist, 'compile-cache'), { recursive: true }).length

/** What is kept before and after a run that met no code for the first time: what comes late comes to one run and not to the next. */
const keptAround = async (runs = () => program.start()) => {
  for (;;) {
    const [before, count] = [program.kept(), lateCount()]
    await runs()
    if (lateCount() === count) return { before, after: program.kept() }
  }
}

test('what the first run compiled is taken by the next one, and a spoilt copy is made anew', async () => {
  await program.start()
  expect(Object.keys(program.kept())).toHaveLength(2)
  const { before: first, after } = await keptAround()
  expect(after).toEqual(first)
  for (const file of Object.keys(first)) {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0, bytes.length / 4, bytes.length / 2))
  }
  await program.start()
  for (const [file, inode] of Object.entries(program.kept())) expect(inode).not.toBe(first[file])
})

test('the first run with another provider keeps its script, and what it called of the others', async () => {
  const cloud = {
    CLAUDE_CODE_USE_VERTEX: '1',
    CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
    ANTHROPIC_VERTEX_BASE_URL: program.url,
    ANTHROPIC_VERTEX_PROJECT_ID: 'p',
  }
  await program.start()
  const first = program.kept()
  await program.start([], cloud)
  const second = program.kept()
  expect(Object.keys(second)).toHaveLength(3)
  for (const [file, inode] of Object.entries(first)) expect(second[file]).not.toBe(inode)
  const { before, after } = await keptAround(async () => {
    await program.start([], cloud)
    await program.start()
  })
  expect(after).toEqual(before)
})

test('a first run that lasts leaves what the next start can use', async () => {
  program.renew(async () => {
    while (Object.keys(program.kept()).length < 2) await new Promise(resolve => setTimeout(resolve, 20))
  })
  await program.start()
  const { before, after } = await keptAround()
  expect(after).toEqual(before)
})

/** Parts of the runtime that an import of a built-in module would load without anybody's need. */
const NEEDLESS = ['internal/crypto/webcrypto', 'internal/deps/undici/undici', 'fs/promises']

test('the way to the first request is two scripts, and nothing of the runtime that it does not use', async () => {
  const list = join(tmp.path, 'loaded.json')
  const report = join(tmp.path, 'report.cjs')
  // What is loaded when the request goes out: while the model answers, tools are made ready.
  writeFileSync(
    report,
    `const { Socket } = require('node:net')
const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList))
  return connect.apply(this, given)
}`,
  )
  await program.start(['--require', report])
  const loaded = (JSON.parse(readFileSync(list, 'utf8')) as string[]).map(name => name.split(' ')[1])
  expect(loaded).toContain('_http_client')
  expect(NEEDLESS.filter(name => loaded.includes(name))).toEqual([])
  const [run = ''] = readdirSync(join(program.dist, 'chunk')).filter(name =>
    /^run-[A-Z0-9]+\.mjs$/.test(name),
  )
  expect(importsOf(join(program.dist, 'main.mjs'))).toEqual([])
  expect(importsOf(join(program.dist, 'chunk', run))).toEqual(['../main.mjs'])
})

const importsOf = (file: string): readonly (string | undefined)[] =>
  Array.from(readFileSync(file, 'utf8').matchAll(/(?:from|import)"([^"]+)"/g), ([, path]) => path)

test('what slash commands do is not read before somebody types one', () => {
  const chunks = readdirSync(join(program.dist, 'chunk'))
  const holding = (words: string) =>
    chunks.filter(name => readFileSync(join(program.dist, 'chunk', name), 'utf8').includes(words))
  for (const [file, row, words] of [
    ['rewind', 'Rewind the conversation, the files or both', 'rewind_usage'],
    // Two commands that share a file.
    ['reports', 'Write a report about a problem to a file', 'feedback_written'],
    ['reports', 'Write a heap snapshot of this program', 'heap_written'],
    ['help', "Show what's new in this version", 'no_release_notes'],
  ] as const) {
    expect(holding(row).filter(name => /^run-[A-Z0-9]+\.js$/.test(name))).toHaveLength(1)
    expect(
      holding(words).filter(name => new RegExp(`^(?:run|${file})-[A-Z0-9]+\\.m?js$`).test(name)),
    ).toEqual([expect.stringMatching(new RegExp(`^${file}-[A-Z0-9]+\\.mjs$`))])
  }
})
