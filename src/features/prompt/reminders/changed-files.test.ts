import { expect, test } from 'vitest'
import type { Attachment } from '../../../protocol/attachment.ts'
import type { SeenFile } from '../../../protocol/tool.ts'
import { en } from '../locales/en.ts'
import { changedFiles, type SeenFiles } from './changed-files.ts'

interface Disk {
  mtimeMs: number
  size: number
  content: string
}

const world = (names: readonly string[]) => {
  const seen = new Map<string, SeenFile>(
    names.map(name => [name, { mtimeMs: 1, size: 1, hash: 'a', by: 'read' }]),
  )
  const disk = new Map<string, Disk>(names.map(name => [name, { mtimeMs: 1, size: 1, content: 'a' }]))
  const reads: string[] = []
  const files: SeenFiles = {
    list: most => [...seen].slice(-most),
    look(path) {
      const file = disk.get(path)
      if (!file) return undefined
      const hash = () => {
        reads.push(path)
        return file.content
      }
      return { mtimeMs: file.mtimeMs, size: file.size, hash }
    },
  }
  const source = changedFiles(files, () => en)
  const collect = (ms = 0, when: 'turn' | 'round' = 'turn') => source.collect({ now: new Date(ms), when })
  return { seen, disk, reads, collect }
}

test('rounds that follow each other fast look once; a turn always looks', () => {
  const at = world(['/a'])
  expect(at.collect(10_000, 'round')).toEqual([])
  at.disk.delete('/a')
  expect(at.collect(10_900, 'round')).toEqual([])
  expect(at.collect(11_000, 'round')).toHaveLength(1)
  at.disk.set('/a', { mtimeMs: 3, size: 3, content: 'new' })
  expect(at.collect(11_001, 'turn')).toHaveLength(1)
})

test('while nothing changes nothing is read and nothing said', () => {
  const at = world(['/a', '/b'])
  expect(at.collect()).toEqual([])
  expect(at.reads).toEqual([])
})

test('a change and a deletion are told once each', () => {
  const at = world(['/a', '/b', '/c'])
  at.disk.set('/a', { mtimeMs: 2, size: 5, content: 'other' })
  at.disk.delete('/b')
  expect(at.collect()).toEqual([
    {
      kind: 'changed_files',
      text: `${en.files.heading}\n- /a (changed)\n- /b (deleted)`,
      paths: ['/a', '/b'],
    },
  ])
  expect(at.collect()).toEqual([])
  at.disk.set('/a', { mtimeMs: 3, size: 6, content: 'again' })
  expect(at.collect()).toMatchObject([{ paths: ['/a'] }])
})

test('a new time stamp alone is no change, and is looked into once', () => {
  const at = world(['/a'])
  at.disk.set('/a', { mtimeMs: 2, size: 1, content: 'a' })
  expect(at.collect()).toEqual([])
  expect(at.collect()).toEqual([])
  expect(at.reads).toEqual(['/a'])
})

test('a file that was read again is news again when it changes to what it was before', () => {
  const at = world(['/a'])
  at.disk.set('/a', { mtimeMs: 2, size: 5, content: 'other' })
  expect(at.collect()).toHaveLength(1)
  at.seen.set('/a', { mtimeMs: 2, size: 5, hash: 'other', by: 'read' })
  expect(at.collect()).toEqual([])
  at.disk.set('/a', { mtimeMs: 3, size: 1, content: 'a' })
  expect(at.collect()).toMatchObject([{ paths: ['/a'] }])
})

test('of many only some are named, and only the ones seen last are watched', () => {
  const names = Array.from({ length: 80 }, (_, n) => `/f${n}\n`)
  const at = world(names)
  at.disk.clear()
  const [news] = at.collect() as readonly Attachment[]
  expect(news?.['paths']).toEqual(names.slice(30, 40))
  expect(news?.text.split('\n')).toHaveLength(12)
  expect(news?.text).toContain('… and 40 more')
})
