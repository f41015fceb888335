import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makePipe } from '../../../test/support/tool-call.ts'
import { createFiles } from './files.ts'

const start = () => {
  const root = makeDirectory()
  const snapshots: [string, string | undefined][] = []
  const files = createFiles({
    roots: () => [root],
    caseSensitive: true,
    snapshot: (path, content) => snapshots.push([path, content && Buffer.from(content).toString()]),
  })
  return { root, files, snapshots }
}

test('facts name the real file; nothing there is undefined', () => {
  const { root, files } = start()
  writeFileSync(join(root, 'a'), 'abc', { mode: 0o640 })
  symlinkSync('a', join(root, 'link'))
  const stats = statSync(join(root, 'a'))
  expect([
    files.facts(join(root, 'link')),
    files.facts(join(root, 'none')),
    files.facts(join(root, 'a/b')),
  ]).toEqual([
    {
      path: join(root, 'link'),
      realPath: join(root, 'a'),
      size: 3,
      mtimeMs: stats.mtimeMs,
      mode: stats.mode & 0o7777,
    },
    undefined,
    undefined,
  ])
})

test('what was found is read where it was found, even when the link to it leads elsewhere by then', async () => {
  const { root, files } = start()
  writeFileSync(join(root, 'a'), 'checked')
  writeFileSync(join(root, 'b'), 'other')
  symlinkSync('a', join(root, 'link'))
  const facts = files.facts(join(root, 'link'))
  unlinkSync(join(root, 'link'))
  symlinkSync('b', join(root, 'link'))
  if (!facts) throw new Error('not found')
  const content = await files.read(facts, { maxBytes: 10 })
  files.markSeen(content, { mtimeMs: 1, size: 7, hash: 'h', by: 'read' })
  expect([
    Buffer.from(content.data).toString(),
    files.seen(join(root, 'a'))?.hash,
    files.seen(join(root, 'link')),
  ]).toEqual(['checked', 'h', undefined])
})

test('a read is bounded, also when the size cannot be believed', async () => {
  const { root, files } = start()
  writeFileSync(join(root, 'a'), 'abc')
  expect(Buffer.from((await files.read(join(root, 'a'), { maxBytes: 3 })).data).toString()).toBe('abc')
  await expect(files.read(join(root, 'a'), { maxBytes: 2 })).rejects.toThrow(/too large \(3 bytes\)/)
  if (process.platform === 'linux')
    await expect(files.read('/proc/self/status', { maxBytes: 10 })).rejects.toThrow(/too large/)
})

test('a window of a file is read from any place, whatever its size', async () => {
  const { root, files } = start()
  writeFileSync(join(root, 'a'), '0123456789')
  const window = async (from: number, maxBytes: number) => {
    const { data, size } = await files.read(join(root, 'a'), { maxBytes, from })
    return [Buffer.from(data).toString(), size]
  }
  expect([await window(0, 4), await window(8, 4), await window(20, 4)]).toEqual([
    ['0123', 10],
    ['89', 10],
    ['', 10],
  ])
})

test.each(['pipe', 'dir', 'loop', 'none'])('%s is refused, never waited for', async name => {
  const { root, files } = start()
  makePipe(join(root, 'pipe'))
  mkdirSync(join(root, 'dir'))
  symlinkSync('loop', join(root, 'loop'))
  await expect(files.read(join(root, name), { maxBytes: 10 })).rejects.toMatchObject({ name: 'ToolError' })
})

test('an update sees the old content, is snapshotted first and written whole', async () => {
  const { root, files, snapshots } = start()
  const path = join(root, 'new/a')
  await files.update(path, now => Buffer.from(now ? 'bad' : 'one'))
  const second = await files.update(path, now => Buffer.from(`${now && Buffer.from(now.data)}two`))
  expect([readFileSync(path, 'utf8'), snapshots, second.size]).toEqual([
    'onetwo',
    [
      [path, undefined],
      [path, 'one'],
    ],
    6,
  ])
})

test('a change that throws writes and snapshots nothing', async () => {
  const { root, files, snapshots } = start()
  writeFileSync(join(root, 'a'), 'old')
  const refuse = () => {
    throw new Error('no')
  }
  await expect(files.update(join(root, 'a'), refuse)).rejects.toThrow('no')
  expect([readFileSync(join(root, 'a'), 'utf8'), snapshots]).toEqual(['old', []])
})

test('a directory that becomes a link out while the change is computed is not written through', async () => {
  const { root, files } = start()
  const outside = makeDirectory()
  mkdirSync(join(root, 'dir'))
  writeFileSync(join(root, 'dir/a'), 'old')
  writeFileSync(join(outside, 'a'), 'safe')
  const swap = () => {
    execFileSync('sh', ['-c', `mv '${root}/dir' '${root}/moved' && ln -s '${outside}' '${root}/dir'`])
    return Buffer.from('new')
  }
  await expect(files.update(join(root, 'dir/a'), swap)).rejects.toThrow(/changed its place/)
  expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('safe')
})

test('what was seen is known under every name of the file', () => {
  const { root, files } = start()
  writeFileSync(join(root, 'a'), 'abc')
  symlinkSync('a', join(root, 'link'))
  const seen = { mtimeMs: 1, size: 3, hash: 'h', by: 'read' } as const
  files.markSeen(join(root, 'link'), seen)
  expect([files.seen(join(root, 'a')), files.seen(join(root, 'b'))]).toEqual([seen, undefined])
})

test('a path with a NUL is told', () => {
  expect(() => start().files.facts('/a\0b')).toThrow(/NUL/)
})

test('to settle is to wait until every write is on the disk, and not for ever', async () => {
  const root = makeDirectory()
  const disk = Promise.withResolvers<void>()
  const synced: string[] = []
  const sync = async (path: string) => {
    await disk.promise
    synced.push(path)
  }
  const files = createFiles({ roots: () => [root], caseSensitive: true, sync })
  for (const name of ['a', 'b']) await files.update(join(root, name), () => Buffer.from('x'))
  await files.settle(5)
  expect(synced).toEqual([])
  setTimeout(disk.resolve, 20)
  await files.settle(60_000)
  expect(synced).toEqual([join(root, 'a'), join(root, 'b')])
})

test('a name that leads out counts as seen only where that was decided', async () => {
  const { root, files } = start()
  const outside = makeDirectory()
  writeFileSync(join(outside, 'a'), 'abc')
  symlinkSync(outside, join(root, 'dir'))
  const path = join(root, 'dir/a')
  const seen = { mtimeMs: 1, size: 3, hash: 'h', by: 'read' } as const
  files.markSeen(await files.read(path, { maxBytes: 10 }), seen)
  expect(files.listSeen()).toEqual([])
  const judged = files.at(new Map([[path, join(outside, 'a')]]))
  judged.markSeen(await judged.read(path, { maxBytes: 10 }), seen)
  expect(files.listSeen()).toEqual([[join(outside, 'a'), seen]])
})

test.each([
  [false, 'changed'],
  [true, /leads out of the working directories/],
] as const)('case counts in names: %s', async (caseSensitive, expected) => {
  const root = makeDirectory()
  const files = createFiles({ roots: () => [root.toUpperCase()], caseSensitive })
  writeFileSync(join(root, 'a'), 'as it was')
  symlinkSync('a', join(root, 'link'))
  const update = files.update(join(root, 'link'), () => Buffer.from('changed'))
  if (typeof expected !== 'string') return await expect(update).rejects.toThrow(expected)
  await update
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe(expected)
})
