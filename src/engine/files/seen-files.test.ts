import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { createFiles } from '../../features/files/files.ts'
import { contentHash, seenContent } from '../../features/tools/seen-content.ts'
import { createCommandNote } from './command-note.ts'
import { createSeenFiles } from './seen-files.ts'

const secrets = {
  clean: async <T>(value: T): Promise<T> =>
    (typeof value === 'string' ? value.replaceAll('hush', '[secret]') : value) as T,
}
const commands = createCommandNote()
const fact = { mtimeMs: 1, size: 1, hash: 'h', by: 'read' } as const

test('the file seen last stands at the end', async () => {
  await using tmp = tmpDir()
  const files = createFiles({ roots: () => [tmp.path], caseSensitive: true })
  const place = (name: string) => ({ path: name, realPath: name })
  files.markSeen(place('/a'), fact)
  files.markSeen(place('/b'), fact)
  files.markSeen(place('/a'), fact)
  const listed = (most: number) =>
    createSeenFiles({ files, secrets, commands })
      .list(most)
      .map(([path]) => path)
  expect([listed(10), listed(1)]).toEqual([['/b', '/a'], ['/a']])
})

test('a look tells time and size, and the hash only when it is asked for', async () => {
  await using tmp = tmpDir()
  const seen = createSeenFiles({
    files: createFiles({ roots: () => [tmp.path], caseSensitive: true }),
    secrets,
    commands,
  })
  const path = join(tmp.path, 'a')
  writeFileSync(path, 'text')
  utimesSync(path, 1000, 1000)
  const now = seen.look(path)
  expect(now).toMatchObject({ mtimeMs: 1_000_000, size: 4 })
  expect(now?.hash()).toBe(contentHash(Buffer.from('text')))
  rmSync(path)
  expect(now?.hash()).toBeUndefined()
  expect(seen.look(path)).toBeUndefined()
  expect(seen.look(join(path, 'below'))).toBeUndefined()
  mkdirSync(path)
  expect(seen.look(path)?.hash()).toBeUndefined()
})

const changing = async (options: Partial<Parameters<typeof createFiles>[0]> = {}, before = 'one\ntwo\n') => {
  const path = join(makeDirectory(), 'a.txt')
  writeFileSync(path, before)
  const files = createFiles({ roots: () => [path], caseSensitive: true, ...options })
  const content = await files.read(path, { maxBytes: 1_000_000 })
  files.markSeen(content, seenContent(content, 'read'))
  const [[real = '', seen] = []] = files.listSeen()
  const compare = async () =>
    seen && (await createSeenFiles({ files, secrets, commands }).compare(real, seen))
  return { path, real, files, compare }
}

test('a change is told line by line, and once it is accepted the file counts as seen', async () => {
  const { path, real, files, compare } = await changing()
  writeFileSync(path, 'one\nthree\n')
  const change = await compare()
  expect(change?.lines).toEqual(['@@ -1,2 +1,2 @@', ' one', '-two', '+three'])
  change?.accept()
  expect(files.seen({ path, realPath: real })?.hash).toBe(contentHash(Buffer.from('one\nthree\n')))
})

test('a secret is not in the difference', async () => {
  const { path, compare } = await changing()
  writeFileSync(path, 'one\nhush\n')
  expect((await compare())?.lines).toContain('+[secret]')
})

test.each<[string, Uint8Array | string, Partial<Parameters<typeof createFiles>[0]>]>([
  ['may not be read any more', 'new', { denied: () => () => true }],
  ['is not text now', Buffer.from([0, 1, 2]), {}],
  ['is large now', 'x'.repeat(100_000), {}],
])('of a file that %s only the name is told', async (_, next, options) => {
  const { path, compare } = await changing(options)
  writeFileSync(path, next)
  expect(await compare()).toBeUndefined()
})

test('of a file whose old content is not at hand, or that is gone, only the name is told', async () => {
  const { path, files, compare } = await changing()
  writeFileSync(path, 'three\n')
  await files.read(path, { maxBytes: 1_000 })
  expect(await compare()).toBeUndefined()
  const gone = await changing()
  rmSync(gone.path)
  expect(await gone.compare()).toBeUndefined()
})
