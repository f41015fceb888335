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
  const accepted: string[] = []
  const commands: string[] = []
  const differences = new Map<string, readonly string[]>()
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
    async compare(path) {
      const lines = differences.get(path)
      return lines && { lines, accept: () => void accepted.push(path) }
    },
    takeCommands: () => commands.splice(0).length > 0,
  }
  const source = changedFiles(files, () => en)
  const collect = async (ms = 0, when: 'turn' | 'round' = 'turn') =>
    await source.collect({ now: new Date(ms), when })
  return { seen, disk, reads, collect, differences, accepted, commands }
}

test('rounds that follow each other fast look once; a turn always looks', async () => {
  const at = world(['/a'])
  expect(await at.collect(10_000, 'round')).toEqual([])
  at.disk.delete('/a')
  expect(await at.collect(10_900, 'round')).toEqual([])
  expect(await at.collect(11_000, 'round')).toHaveLength(1)
  at.disk.set('/a', { mtimeMs: 3, size: 3, content: 'new' })
  expect(await at.collect(11_001, 'turn')).toHaveLength(1)
})

test('while nothing changes nothing is read and nothing said', async () => {
  const at = world(['/a', '/b'])
  expect(await at.collect()).toEqual([])
  expect(at.reads).toEqual([])
})

const external = (text: string, detail: string) => ({ kind: 'external', text, outcome: 'done', detail })

test('a change and a deletion are told once each', async () => {
  const at = world(['/a', '/b', '/c'])
  at.disk.set('/a', { mtimeMs: 2, size: 5, content: 'other' })
  at.disk.delete('/b')
  expect(await at.collect()).toEqual([
    {
      kind: 'changed_files',
      text: `${en.files.heading}\n- /a (changed)\n- /b (deleted)`,
      paths: ['/a', '/b'],
      effects: [
        external('/a', 'changed by the person or another program'),
        external('/b', 'deleted by the person or another program'),
      ],
    },
  ])
  expect(await at.collect()).toEqual([])
  at.disk.set('/a', { mtimeMs: 3, size: 6, content: 'again' })
  expect(await at.collect()).toMatchObject([{ paths: ['/a'] }])
})

test('a new time stamp alone is no change, and is looked into once', async () => {
  const at = world(['/a'])
  at.disk.set('/a', { mtimeMs: 2, size: 1, content: 'a' })
  expect(await at.collect()).toEqual([])
  expect(await at.collect()).toEqual([])
  expect(at.reads).toEqual(['/a'])
})

test('a file that was read again is news again when it changes to what it was before', async () => {
  const at = world(['/a'])
  at.disk.set('/a', { mtimeMs: 2, size: 5, content: 'other' })
  expect(await at.collect()).toHaveLength(1)
  at.seen.set('/a', { mtimeMs: 2, size: 5, hash: 'other', by: 'read' })
  expect(await at.collect()).toEqual([])
  at.disk.set('/a', { mtimeMs: 3, size: 1, content: 'a' })
  expect(await at.collect()).toMatchObject([{ paths: ['/a'] }])
})

test('of many only some are named, and only the ones seen last are watched', async () => {
  const names = Array.from({ length: 80 }, (_, n) => `/f${n}\n`)
  const at = world(names)
  at.disk.clear()
  const [news] = (await at.collect()) as readonly Attachment[]
  expect(news?.['paths']).toEqual(names.slice(30, 40))
  expect(news?.text.split('\n')).toHaveLength(12)
  expect(news?.text).toContain('… and 40 more')
})

test('what is different is shown in place, and a file shown whole counts as known', async () => {
  const at = world(['/a', '/b', '/c'])
  for (const path of ['/a', '/b']) at.disk.set(path, { mtimeMs: 2, size: 5, content: 'other' })
  at.differences.set('/a', ['@@ -1,1 +1,1 @@', '-a', '+other'])
  const [news] = (await at.collect()) as readonly Attachment[]
  expect(news?.text).toBe(
    `${en.files.heading}\n- /a (changed)\n  @@ -1,1 +1,1 @@\n  -a\n  +other\n- /b (changed)`,
  )
  expect(at.accepted).toEqual(['/a'])
})

test.each([
  ['many lines', Array.from({ length: 2_000 }, (_, n) => `+line ${n}`)],
  ['a long line', ['+short', `+${'x'.repeat(1_000)}`]],
])('%s are cut, which is said, and the file does not count as known', async (_, lines) => {
  const at = world(['/a', '/b'])
  for (const path of ['/a', '/b']) at.disk.set(path, { mtimeMs: 2, size: 5, content: 'other' })
  at.differences.set('/a', lines)
  at.differences.set('/b', ['+one'])
  const [news] = (await at.collect()) as readonly Attachment[]
  expect(news?.text.length).toBeLessThan(9_000)
  expect(news?.text).toContain(`\n  ${en.files.cut}\n- /b (changed)`)
  expect(at.accepted).not.toContain('/a')
})

test('a change after a command of the model is not put down to others', async () => {
  const at = world(['/a'])
  at.commands.push('sed -i s/a/b/ /a')
  at.disk.set('/a', { mtimeMs: 2, size: 5, content: 'other' })
  const [own] = await at.collect()
  expect(own?.text).toBe(`${en.files.afterCommand}\n- /a (changed)`)
  at.disk.set('/a', { mtimeMs: 3, size: 6, content: 'again' })
  const [others] = await at.collect()
  expect(others?.text).toBe(`${en.files.heading}\n- /a (changed)`)
})
