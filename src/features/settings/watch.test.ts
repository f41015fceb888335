import { EventEmitter } from 'node:events'
import { type FSWatcher, mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { type ReadText, readBounded } from './read-bounded.ts'
import { SettingsWatch, type WatchOptions } from './watch.ts'

const start = (files: readonly string[], more: Partial<WatchOptions> = {}) => {
  const seen: string[][] = []
  const known = new Map<string, ReadText>(files.map(file => [file, readBounded(file)]))
  const watch = new SettingsWatch({
    files: () => files,
    known,
    onChange: changed => seen.push([...changed]),
    ...more,
  })
  onTestFinished(() => watch[Symbol.dispose]())
  return { seen, known, watch }
}
const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const soon = { timeout: 60_000, interval: 10 }

test('a file that is written, replaced, removed and made again is noticed each time', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'settings.json')
  put(file, '1')
  const { seen } = start([file, join(tmp.path, 'other.json')])
  for (const change of [
    () => writeFileSync(file, '2'),
    () => {
      writeFileSync(`${file}.tmp`, '3')
      renameSync(`${file}.tmp`, file)
    },
    () => rmSync(file),
    () => writeFileSync(file, '4'),
  ]) {
    const count = seen.length
    change()
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(count), soon)
    expect(seen.at(-1)).toEqual([file])
  }
})

test('a file in a folder that comes, goes and comes again is noticed', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a/.capstan/settings.json')
  const { seen, known } = start([file])
  for (const text of ['1', '2']) {
    put(file, text)
    await vi.waitFor(() => expect(known.get(file)).toEqual({ kind: 'text', text }), soon)
    rmSync(join(tmp.path, 'a'), { recursive: true })
    await vi.waitFor(() => expect(known.get(file)).toEqual({ kind: 'absent' }), soon)
  }
  expect(seen.flat().every(name => name === file)).toBe(true)
})

test('a file in a folder that is made while the one above it begins to be watched is noticed', async () => {
  await using tmp = tmpDir()
  const folder = join(tmp.path, '.capstan')
  const file = join(folder, 'settings.json')
  const files: string[] = []
  let looked = (): void => undefined
  const first = new Promise<void>(resolve => {
    looked = resolve
  })
  const late = ((...args: Parameters<typeof watch>) => {
    mkdirSync(folder, { recursive: true })
    // The look that is at work now goes on to its end first.
    setImmediate(looked)
    return watch(...args)
  }) as typeof watch
  const { seen, watch: watching } = start(files, { watch: late })
  files.push(file)
  watching.lookAgain()
  await first
  expect(seen).toEqual([])
  writeFileSync(file, '1')
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([file]), soon)
})

test('a file behind a link is noticed where it really lies', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'home/settings.json')
  put(join(tmp.path, 'dotfiles/s.json'), '1')
  mkdirSync(dirname(file))
  symlinkSync(join(tmp.path, 'dotfiles/s.json'), file)
  const { seen } = start([file])
  writeFileSync(join(tmp.path, 'dotfiles/s.json'), '2')
  await vi.waitFor(() => expect(seen).toEqual([[file]]), soon)
})

test('what changed before the watch began is noticed; what is known already is not', async () => {
  await using tmp = tmpDir()
  const [early, own] = [join(tmp.path, 'early.json'), join(tmp.path, 'own.json')]
  put(early, 'new')
  put(own, 'mine')
  const known = new Map<string, ReadText>([
    [early, { kind: 'text', text: 'old' }],
    [own, { kind: 'text', text: 'mine' }],
  ])
  const { seen } = start([early, own], { known })
  await vi.waitFor(() => expect(seen).toEqual([[early]]), soon)
})

test.each<[string, () => FSWatcher]>([
  [
    'cannot be had',
    () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    },
  ],
  [
    'break',
    () => {
      const broken = Object.assign(new EventEmitter(), { close: () => undefined })
      queueMicrotask(() => broken.emit('error', new Error('gone')))
      return broken as unknown as FSWatcher
    },
  ],
])('where watchers %s, it looks now and then', async (_name, watch) => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'settings.json')
  const { seen } = start([file], { watch: watch as unknown as NonNullable<WatchOptions['watch']>, pollMs: 5 })
  put(file, '1')
  await vi.waitFor(() => expect(seen).toEqual([[file]]), soon)
})

test('a closed watch says nothing more', async () => {
  await using tmp = tmpDir()
  const [file, witness] = [join(tmp.path, 'settings.json'), join(tmp.path, 'witness.json')]
  const closed = start([file])
  const open = start([witness])
  closed.watch[Symbol.dispose]()
  put(file, '1')
  put(witness, '1')
  await vi.waitFor(() => expect(open.seen).toEqual([[witness]]), soon)
  expect(closed.seen).toEqual([])
})
