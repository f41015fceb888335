import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const BYTES = Buffer.from([0, 255, 10, 13, 137, 80])
const FILES: Readonly<Record<string, Buffer>> = { file_1: Buffer.from('# Notes\n'), file_2: BYTES }

/** The Files API, with what it was asked; everything else goes on to the model of the world. */
const serveFiles = async (world: World) => {
  const asked: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const [, id = ''] = /^\/v1\/files\/([^/]+)\/content$/.exec(path) ?? []
    const bytes = FILES[id]
    if (bytes) return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
    response.writeHead(404, { 'content-type': 'application/json' })
    return response.end(
      JSON.stringify({ error: { type: 'not_found_error', message: `File not found: ${id}.` } }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
    /** Starts with the flag, and ends before a model is asked. */
    start: (...flags: readonly string[]) =>
      world.run(['-p', ...flags, '--', '/cost'], { env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` } }),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

const there = (world: World, path: string): boolean => existsSync(join(world.project, path))

test('files are downloaded with the key and put where they are wanted, byte for byte', async () => {
  await using world = await openWorldHere({ replies: [] })
  await using files = await serveFiles(world)
  const run = await files.start('--file', 'file_1:docs/notes.md', 'file_2:image.png')
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(world.project, 'docs/notes.md'), 'utf8')).toBe('# Notes\n')
  expect(readFileSync(join(world.project, 'image.png')).equals(BYTES)).toBe(true)
  expect(files.asked.map(({ path }) => path).toSorted()).toEqual([
    '/v1/files/file_1/content',
    '/v1/files/file_2/content',
  ])
  expect(files.asked[0]?.headers).toMatchObject({
    'x-api-key': world.env['ANTHROPIC_API_KEY'],
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'files-api-2025-04-14',
  })
  // The same again is no change.
  expect(await files.start('--file', 'file_1:docs/notes.md')).toMatchObject({ code: 0, stderr: '' })
})

test('nothing that is there is written over, and then nothing else is written either', async () => {
  await using world = await openWorldHere({ replies: [] })
  await using files = await serveFiles(world)
  const mine = world.put('notes.md', 'mine\n')
  const run = await files.start('--file', 'file_2:image.png', 'file_1:notes.md')
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('notes.md exists already')
  expect(readFileSync(mine, 'utf8')).toBe('mine\n')
  expect(there(world, 'image.png')).toBe(false)
})

test.each([
  ['no-colon', 'expected <file id>:<path>'],
  ['../x:a.txt', 'expected <file id>:<path>'],
  ['file_1:../out.md', 'not inside the working directory'],
  ['file_1:/tmp/out.md', 'not inside the working directory'],
  ['file_1:linked/out.md', 'not inside the working directory'],
  ['file_1:.', 'not inside the working directory'],
  ['file_1:.claude/settings.json', 'nothing may be written to .claude/settings.json'],
  ['file_1:.git/hooks/pre-commit', 'nothing may be written to .git/hooks/pre-commit'],
  ['file_1:secret/notes.md', 'nothing may be written to secret/notes.md'],
])('%s is refused before anything is asked for', async (wish, said) => {
  await using world = await openWorldHere({ replies: [] })
  await using files = await serveFiles(world)
  symlinkSync(world.home, join(world.project, 'linked'))
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{"permissions":{"deny":["Edit(//**/secret/**)"]}}')
  const run = await files.start('--file', wish)
  expect(run.stderr).toContain(said)
  expect(run.code).not.toBe(0)
  expect(files.asked).toEqual([])
})

test('a file that is not there, a server that does not answer and a missing key end the start in words', async () => {
  await using world = await openWorldHere({ replies: [] })
  await using files = await serveFiles(world)
  const gone = await files.start('--file', 'file_1:a.md', 'file_9:b.md')
  expect(gone.stderr).toMatch(
    /file_9 can't be downloaded from 127\.0\.0\.1:\d+: File not found: file_9 \(status 404\)/,
  )
  expect(gone.code).not.toBe(0)
  expect(there(world, 'a.md')).toBe(false)
  const silent = await world.run(['-p', '--file', 'file_1:a.md', '--', '/cost'], {
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
  })
  expect(silent.stderr).toContain("file_1 can't be downloaded from 127.0.0.1:9")
  const keyless = await world.run(['-p', '--file', 'file_1:a.md', '--', '/cost'], {
    env: { ANTHROPIC_BASE_URL: undefined, ANTHROPIC_API_KEY: undefined },
  })
  expect(keyless.stderr).toMatch(/API key|credentials/)
  expect(keyless.code).not.toBe(0)
})
