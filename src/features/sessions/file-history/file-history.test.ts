import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { temporaryName } from '../../../lib/atomic-write.ts'
import type { Message } from '../../../protocol/message.ts'
import { inChinese } from '../../../protocol/messages/chinese.ts'
import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { FileHistoryEntry } from '../../../protocol/session/file-history.ts'
import { createFileHistory, type FileHistoryOptions } from './file-history.ts'
import { Journal, MAX_CHECKPOINTS } from './journal.ts'

const open = (more: Partial<FileHistoryOptions> = {}) => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  const copies = join(tmp.path, 'own/copies')
  const entries: FileHistoryEntry[] = []
  const notices: string[] = []
  let ids = 0
  const history = createFileHistory({
    directory: copies,
    ownDirectory: join(tmp.path, 'own'),
    sessionId: 's',
    lines: [],
    caseSensitive: true,
    git: async () => ({ kind: 'failed', why: 'refused' }),
    attributeFiles: [],
    roots: () => [root],
    note: async entry => void entries.push(entry),
    noteNow: entry => void entries.push(entry),
    newId: () => `id${++ids}`,
    now: () => new Date(),
    elapsed: () => performance.now(),
    wasBusySince: () => false,
    isRunningSince: () => false,
    onNotice: text => notices.push(inEnglish(text)),
    ...more,
  })
  const prompt = (uuid: string): void =>
    history.see({
      type: 'user',
      uuid,
      timestamp: '',
      message: { role: 'user', content: 'do it' },
    } satisfies Message)
  mkdirSync(root)
  prompt('m1')
  const running: (() => Promise<unknown>)[] = []
  return {
    tmp,
    root,
    copies,
    entries,
    notices,
    history,
    prompt,
    begin: async (command = 'make') => void running.push(await history.beforeCommand(command)),
    end: async () => await running.shift()?.(),
    put(name: string, content: string) {
      writeFileSync(join(root, name), content)
    },
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test('of two commands at the same time every change is put down, once', async () => {
  await using at = open()
  at.put('a', '1')
  await at.begin()
  at.put('a', '2')
  await at.begin()
  at.put('b', '1')
  await at.end()
  at.put('a', '3')
  await at.end()
  await at.history.rewind({ messageUuid: 'm1' })
  expect(readdirSync(at.root)).toEqual(['a'])
  expect(at.read('a')).toBe('1')
})

test('what the person changes between two commands is no part of the history', async () => {
  await using at = open()
  at.put('a', '1')
  at.put('b', '1')
  await at.begin()
  at.put('a', '2')
  await at.end()
  at.put('b', 'mine')
  at.put('c', 'mine')
  at.prompt('m2')
  await at.begin()
  await at.end()
  expect(at.entries.flatMap(entry => Object.keys(entry.files))).toEqual([join(at.root, 'a')])
  await at.history.rewind({ messageUuid: 'm1' })
  expect(['a', 'b', 'c'].map(at.read)).toEqual(['1', 'mine', 'mine'])
})

test('changes of background work belong to the message before the next one', async () => {
  await using at = open({ wasBusySince: () => true })
  at.put('a', '1')
  await at.begin()
  await at.end()
  at.put('a', '2')
  await at.history.settle()
  at.prompt('m2')
  expect(at.entries.filter(entry => entry.shared)).toMatchObject([{ messageUuid: 'm1' }])
  expect(await at.history.rewind({ messageUuid: 'm2' })).toMatchObject({ report: { files: [], kept: [] } })
})

test('a history read back from its lines rewinds as the one that wrote them', async () => {
  await using at = open()
  at.put('a', '1')
  at.history.beforeWrite(join(at.root, 'a'), Buffer.from('1'), Buffer.from('2'))
  at.put('a', '2')
  const later = createFileHistory({
    directory: at.copies,
    ownDirectory: join(at.tmp.path, 'own'),
    sessionId: 's',
    lines: [{ message: 'm1' }, ...at.entries],
    caseSensitive: true,
    git: async () => ({ kind: 'failed', why: 'refused' }),
    attributeFiles: [],
    roots: () => [at.root],
    note: async () => undefined,
    noteNow: () => undefined,
    newId: () => 'undo',
    now: () => new Date(),
    elapsed: () => 0,
    wasBusySince: () => false,
    isRunningSince: () => false,
    onNotice: () => undefined,
  })
  expect(await later.rewind({ messageUuid: 'm1' })).toMatchObject({
    report: { files: [{ action: 'restore' }], undo: 'undo' },
    changed: [join(at.root, 'a')],
  })
  expect(at.read('a')).toBe('1')
})

test('a forgotten checkpoint takes its copies with it', async () => {
  await using at = open()
  for (let i = 0; i <= MAX_CHECKPOINTS; i++) {
    at.prompt(`n${i}`)
    at.put('a', `${i}`)
    at.history.beforeWrite(join(at.root, 'a'), Buffer.from(`${i}`), Buffer.from(`${i + 1}`))
  }
  expect(readdirSync(at.copies)).toHaveLength(MAX_CHECKPOINTS)
  expect(await at.history.rewind({ messageUuid: 'n0' })).toMatchObject({
    report: { canRewind: false, error: expect.stringContaining('too old') },
  })
})

test('a copy of what is there now outlives its checkpoint', async () => {
  await using at = open()
  at.put('kept', 'x')
  await at.begin()
  at.put('kept', 'y')
  await at.end()
  for (let i = 0; i <= MAX_CHECKPOINTS; i++) {
    at.prompt(`n${i}`)
    at.history.beforeWrite(join(at.root, 'a'), undefined, Buffer.from(`${i}`))
  }
  await at.begin()
  at.put('kept', 'z')
  await at.end()
  await at.history.rewind({ messageUuid: `n${MAX_CHECKPOINTS}`, force: true })
  expect(at.read('kept')).toBe('y')
})

test('what is beyond the limits is said, put down, and in every list', async () => {
  await using at = open({
    limits: { maxFiles: 1, maxBytes: 100, maxFileBytes: 100, maxStoreBytes: 100, maxMs: 1000 },
  })
  at.put('a', '1')
  at.put('b', '1')
  await at.begin()
  await at.end()
  const beyond = `files in ${at.root} beyond the first 1`
  expect(at.notices).toEqual([`/rewind won't restore ${beyond}.`])
  expect(at.entries.filter(entry => entry.beyond)).toMatchObject([{ files: {}, beyond: [beyond] }])
  expect(await at.history.rewind({ messageUuid: 'm1' })).toMatchObject({ report: { notCovered: [beyond] } })
  // After a resume it is data still.
  const again = Journal.from([{ message: 'm1' }, ...at.entries]).since('m1')
  expect(typeof again === 'object' && again.beyond.map(inChinese)).toEqual([
    inChinese(fileHistoryText('beyond_first', { directory: at.root, most: 1 })),
  ])
})

test('the whole system as a working directory is said once and not looked through; the others are', async () => {
  await using at = open()
  const home = join(at.tmp.path, 'home')
  for (const around of ['/', at.tmp.path]) {
    const { root } = at
    await using it = open({ roots: () => [root, around], home })
    at.put('a', 'one')
    for (const content of ['two', 'three']) {
      await it.begin()
      at.put('a', content)
      writeFileSync(join(at.tmp.path, 'beside'), content)
      await it.end()
    }
    expect(it.notices).toEqual([
      expect.stringContaining(`what commands change in ${around} outside the other working directories`),
    ])
    expect(it.entries.flatMap(entry => Object.keys(entry.files))).toEqual([join(root, 'a'), join(root, 'a')])
  }
})

test('where the session started is looked through, also with the home directory in it', async () => {
  await using at = open()
  await using it = open({ roots: () => [at.root], home: join(at.root, 'home') })
  await it.begin()
  at.put('a', 'one')
  await it.end()
  expect([it.notices, it.entries.flatMap(entry => Object.keys(entry.files))]).toEqual([
    [],
    [join(at.root, 'a')],
  ])
})

test('a write is announced on disk before it is made; one that cannot be announced is not', async () => {
  await using at = open({
    noteNow: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    },
  })
  at.put('a', '1')
  expect(() => at.history.beforeWrite(join(at.root, 'a'), Buffer.from('1'), Buffer.from('2'))).toThrow('full')
  await using fine = open()
  fine.history.beforeWrite(join(fine.root, 'new'), undefined, Buffer.from('2'))
  expect(fine.entries).toMatchObject([
    { intent: true, files: { [join(fine.root, 'new')]: { before: null } } },
  ])
})

test('a file that a tool deletes comes back', async () => {
  await using at = open()
  at.put('a', '1')
  at.history.beforeWrite(join(at.root, 'a'), Buffer.from('1'), undefined)
  rmSync(join(at.root, 'a'))
  await at.history.rewind({ messageUuid: 'm1' })
  expect(at.read('a')).toBe('1')
})

test('a command is open from before it runs until it has ended, also in the background', async () => {
  let runs = true
  await using at = open({ isRunningSince: () => runs, wasBusySince: () => runs })
  await at.begin('npm run  build')
  const [begun] = at.entries
  const [id = ''] = Object.keys(begun?.begun ?? {})
  expect(begun?.begun).toEqual({ [id]: 'npm run build' })
  await at.end()
  await at.history.settle()
  expect(at.entries.some(entry => entry.ended)).toBe(false)
  runs = false
  await at.history.settle()
  expect(at.entries.at(-1)).toMatchObject({ ended: [id] })
})

test('a directory that a command replaced by a link has its files again, and the link’s target is as it was', async () => {
  await using at = open()
  mkdirSync(join(at.root, 'd/e'), { recursive: true })
  at.put('d/a', 'a')
  at.put('d/e/b', 'b')
  chmodSync(join(at.root, 'd'), 0o750)
  const outside = join(at.tmp.path, 'outside')
  mkdirSync(join(outside, 'e'), { recursive: true })
  writeFileSync(join(outside, 'a'), 'theirs')
  await at.begin()
  rmSync(join(at.root, 'd'), { recursive: true })
  symlinkSync(outside, join(at.root, 'd'))
  await at.end()
  const { report } = await at.history.rewind({ messageUuid: 'm1' })
  expect(report).toMatchObject({ canRewind: true, kept: [] })
  expect([at.read('d/a'), at.read('d/e/b'), lstatSync(join(at.root, 'd')).mode & 0o777]).toEqual([
    'a',
    'b',
    0o750,
  ])
  expect([readdirSync(outside), readFileSync(join(outside, 'a'), 'utf8')]).toEqual([['a', 'e'], 'theirs'])
  const undo = report.canRewind ? (report.undo ?? '') : ''
  expect((await at.history.rewind({ messageUuid: undo })).report).toMatchObject({ kept: [] })
  expect(readlinkSync(join(at.root, 'd'))).toBe(outside)
})

test.runIf(process.platform === 'linux')(
  'a pipe in the place of a file makes room for it; any other is left alone and named',
  async () => {
    await using at = open()
    at.put('a', 'a')
    await at.begin()
    rmSync(join(at.root, 'a'))
    for (const name of ['a', 'other']) execFileSync('mkfifo', [join(at.root, name)])
    await at.end()
    const { report } = await at.history.rewind({ messageUuid: 'm1' })
    expect(report).toMatchObject({
      kept: [{ path: join(at.root, 'other'), why: expect.stringContaining('a pipe, socket or device') }],
    })
    expect([at.read('a'), readdirSync(at.root)]).toEqual(['a', ['a', 'other']])
  },
)

test('what a killed process had not put in its place yet is removed; that of a living one is not', async () => {
  await using at = open()
  at.put('a', '1')
  at.history.beforeWrite(join(at.root, 'a'), Buffer.from('1'), Buffer.from('2'))
  at.put('a', '2')
  const dead = `.capstan-${2 ** 22 + 5}-0.tmp`
  for (const name of [dead, temporaryName(3), '.capstan-x-0.tmp']) at.put(name, 'half')
  await at.history.rewind({ messageUuid: 'm1' })
  expect(readdirSync(at.root).sort()).toEqual([temporaryName(3), '.capstan-x-0.tmp', 'a'].sort())
})
