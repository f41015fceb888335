import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const run = promisify(execFile)

/** Words by which the bundled libraries are found. */
const HEAVY = {
  zod: 'unrecognized_keys',
  unbash: 'forEachChild',
  ajv: 'unevaluatedProperties',
  yaml: 'YAMLParseError',
  telemetry: 'com.anthropic.claude_code',
}

test('a request that needs no tool leaves, and is answered, without the heavy libraries', async () => {
  await using tmp = tmpDir()
  await using server = Object.assign(await serveScenario({ replies: [{ text: 'light' }] }), {
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close()
    },
  })
  const dist = join(tmp.path, 'dist')
  cpSync('dist', dist, { recursive: true, filter: source => !source.includes('compile-cache') })
  const chunks = readdirSync(join(dist, 'chunk')).map(name => join(dist, 'chunk', name))
  const removed = Object.entries(HEAVY).map(([name, word]) => {
    const found = chunks
      .filter(chunk => readFileSync(chunk, 'utf8').includes(word))
      .sort((a, b) => readFileSync(b).length - readFileSync(a).length)
    return { name, file: found[0] }
  })
  // Each library must be in a chunk of its own, or this test would prove nothing.
  expect(removed.filter(({ file }) => file === undefined)).toEqual([])
  for (const { file } of removed) rmSync(file ?? '', { force: true })
  mkdirSync(join(tmp.path, 'work'))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: tmp.path,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'k',
  }
  const running = run(process.execPath, [join(dist, 'cli.mjs'), '-p', 'hello'], {
    env,
    cwd: join(tmp.path, 'work'),
  })
  // An input that stays open is waited for.
  running.child.stdin?.end()
  expect((await running).stdout).toBe('light\n')
})
