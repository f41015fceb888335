import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScenarioServer, serveScenario } from '../../src/features/models/scripted/server.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const run = promisify(execFile)
const DIST = resolve('dist')

const tmp = tmpDir()
let server: ScenarioServer
beforeAll(async () => {
  server = await serveScenario({ replies: [{ text: 'Done.', repeat: true }] })
  mkdirSync(join(tmp.path, 'work'))
  writeFileSync(join(tmp.path, 'report.cjs'), REPORT)
})
afterAll(async () => {
  await server.close()
  await tmp[Symbol.asyncDispose]()
})

/** Notes which files of the program are read, and what the runtime has loaded, until the first request goes out. */
const REPORT = `
const fs = require('node:fs')
const { Socket } = require('node:net')
const { readFileSync, writeFileSync } = fs
const files = []
const note = path => typeof path === 'string' && path.startsWith(${JSON.stringify(DIST)}) && files.push(path)
fs.readFileSync = (path, ...given) => {
  note(path)
  return readFileSync(path, ...given)
}
require('node:module').registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) note(require('node:url').fileURLToPath(url))
    return next(url, context)
  },
})
const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  if (process.env.REPORT) writeFileSync(process.env.REPORT, JSON.stringify({ files, runtime: process.moduleLoadList }))
  delete process.env.REPORT
  return connect.apply(this, given)
}
`

interface Loaded {
  /** Files of the program, by name and without what tells builds apart. */
  readonly files: readonly string[]
  readonly runtime: readonly string[]
}

const loadedFor = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Loaded> => {
  const report = join(tmp.path, 'report.json')
  const running = run(
    process.execPath,
    ['--require', join(tmp.path, 'report.cjs'), join(DIST, 'cli.mjs'), '-p', 'hello', ...args],
    {
      cwd: join(tmp.path, 'work'),
      env: { PATH: process.env['PATH'] ?? '', HOME: tmp.path, REPORT: report, ...env },
    },
  )
  // An input that stays open is waited for.
  running.child.stdin?.end()
  expect((await running).stdout).toBe('Done.\n')
  const { files, runtime } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly files: readonly string[]
    readonly runtime: readonly string[]
  }
  const scripts = files
    .filter(file => !file.includes('compile-cache'))
    .map(file => file.slice(DIST.length + 1))
  return { files: scripts.toSorted(), runtime: runtime.map(name => name.split(' ').slice(1).join(' ')) }
}

const named = (files: readonly string[]): readonly string[] =>
  files.map(file => file.replace(/^chunk\//, '').replace(/-[A-Z0-9]{8}\.js$/, ''))

const openai = (url: string) => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1` })

const OTHERS: readonly {
  readonly protocol: string
  readonly args: readonly string[]
  readonly env: (url: string) => Readonly<Record<string, string>>
  /** What it loads besides what the usual one does: all of that is its own or the catalogue. */
  readonly more: readonly string[]
}[] = [
  {
    protocol: 'chat completions',
    args: ['--model', 'openai-chat/gpt-5'],
    env: openai,
    more: ['chat-wire', 'common', 'other-rows'],
  },
  {
    protocol: 'responses',
    args: ['--model', 'openai/gpt-5'],
    env: openai,
    more: ['common', 'other-rows', 'responses-wire'],
  },
  {
    protocol: 'Gemini',
    args: ['--model', 'gemini/gemini-3.8-flash'],
    env: url => ({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: url }),
    more: ['common', 'gemini-wire', 'other-rows'],
  },
  {
    protocol: 'Vertex',
    args: [],
    env: url => ({
      CLAUDE_CODE_USE_VERTEX: '1',
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_BASE_URL: url,
      ANTHROPIC_VERTEX_PROJECT_ID: 'p',
    }),
    more: ['vertex-wire'],
  },
  {
    protocol: 'Bedrock',
    args: [],
    env: url => ({
      CLAUDE_CODE_USE_BEDROCK: '1',
      ANTHROPIC_BEDROCK_BASE_URL: url,
      AWS_ACCESS_KEY_ID: 'k',
      AWS_SECRET_ACCESS_KEY: 's',
    }),
    more: ['aws-account', 'bedrock-wire', 'common'],
  },
]

test('the first request in any other protocol loads its own scripts and nothing else', async () => {
  const usual = await loadedFor([], { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' })
  expect(named(usual.files)).toEqual([
    'run',
    expect.stringMatching(/^run-\w+\.mjs$/),
    'cli.mjs',
    'main.js',
    'main.mjs',
  ])
  const shared: Record<string, string | undefined> = {}
  for (const { protocol, args, env, more } of OTHERS) {
    const { files, runtime } = await loadedFor(args, env(server.url))
    const own = files.filter(file => !usual.files.includes(file))
    expect({ protocol, more: named(own) }).toEqual({ protocol, more })
    // Of the runtime it needs no more, either.
    expect({ protocol, more: runtime.filter(name => !usual.runtime.includes(name)) }).toEqual({
      protocol,
      more: [],
    })
    shared[protocol] = own.find(file => file.includes('common-'))
  }
  const { responses, Gemini, Bedrock, 'chat completions': chat } = shared
  expect([responses, Gemini]).toEqual([chat, chat])
  expect(Bedrock).not.toBe(chat)
})

test('the build leaves what it compiled of every protocol', () => {
  const [entry = ''] = readdirSync(join(DIST, 'chunk')).filter(name => /^run-[A-Z0-9]+\.mjs$/.test(name))
  const loader = readFileSync(join(DIST, 'chunk', entry), 'utf8')
  const hashes = Array.from(
    loader.matchAll(/"([\w-]+)-[A-Z0-9]{8}\.mjs":\{hash:"(\w+)"/g),
    ([, name, hash]) => ({
      name: name ?? '',
      hash: hash ?? '',
    }),
  )
  expect(hashes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...new Set(OTHERS.flatMap(({ more }) => more)), 'event-stream']),
  )
  const cache = join(DIST, 'compile-cache')
  const kept = readdirSync(cache).flatMap(version => readdirSync(join(cache, version)))
  // Accounts of other clouds are asked for over the network, which takes longer than anything here.
  const cold = hashes.filter(({ hash }) => !kept.includes(`start-${hash}`)).map(({ name }) => name)
  expect(cold.toSorted()).toEqual(['azure-account', 'google-account'])
})
