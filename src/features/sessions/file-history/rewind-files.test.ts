import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import { openBackupStore } from './backup-store.ts'
import { findAt, versionOf } from './file-version.ts'
import { Journal, type Step } from './journal.ts'
import { rewindFiles } from './rewind-files.ts'

const open = () => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  mkdirSync(root)
  const store = openBackupStore(join(tmp.path, 'copies'))
  const journal = new Journal()
  const look = (path: string): FileVersion => {
    const found = findAt(path, 1 << 20)
    if (found.kind === 'file') store.put(found.bytes)
    return versionOf(found) ?? null
  }
  let ids = 0
  const deps = {
    store,
    roots: [root],
    ownDirectory: join(root, 'own'),
    caseSensitive: true,
    newId: () => `undo${++ids}`,
    note: async (undo: string, step: Step) => void journal.add(undo, step),
    hasGit: false,
  }
  const rewind = async (messageUuid: string, more: object = {}) => {
    return (await rewindFiles(journal, { messageUuid, ...more }, deps)).report
  }
  return {
    tmp,
    root,
    store,
    journal,
    deps,
    rewind,
    path: (name: string) => join(root, name),
    put(name: string, content: string) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    },
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    /** Does something to paths and puts it down. */
    record(names: readonly string[], work: () => void, more: Partial<Step> = {}) {
      const paths = names.map(name => join(root, name))
      const before = paths.map(look)
      work()
      journal.add('m', {
        changes: paths.map((path, i) => ({ path, before: before[i] ?? null, after: look(path) })),
        dirs: [],
        uncovered: [],
        ...more,
      })
    },
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

const kept = (report: Awaited<ReturnType<ReturnType<typeof open>['rewind']>>): readonly string[] =>
  report.canRewind ? report.kept.map(file => file.why) : [report.error]

test('content, mode and links come back', async () => {
  await using at = open()
  at.put('a', 'old')
  chmodSync(at.path('a'), 0o750)
  symlinkSync('a', at.path('l'))
  at.record(['a', 'l', 'n'], () => {
    at.put('a', 'new')
    chmodSync(at.path('a'), 0o600)
    rmSync(at.path('l'))
    at.put('n', 'n')
  })
  expect(await at.rewind('m')).toMatchObject({ kept: [], undo: 'undo1' })
  expect([at.read('a'), statSync(at.path('a')).mode & 0o777, readlinkSync(at.path('l'))]).toEqual([
    'old',
    0o750,
    'a',
  ])
  expect(existsSync(at.path('n'))).toBe(false)
  expect(readdirSync(at.root).sort()).toEqual(['a', 'l'])
})

test('a mode the person chose meanwhile stays', async () => {
  await using at = open()
  at.put('a', 'old')
  at.record(['a'], () => at.put('a', 'new'))
  chmodSync(at.path('a'), 0o700)
  await at.rewind('m')
  expect([at.read('a'), statSync(at.path('a')).mode & 0o777]).toEqual(['old', 0o700])
})

test('a file that became a directory, and a directory that became a file, change back', async () => {
  await using at = open()
  at.put('f', 'file')
  at.put('d/x', 'x')
  at.record(
    ['f', 'f/y', 'd', 'd/x'],
    () => {
      rmSync(at.path('f'))
      at.put('f/y', 'y')
      rmSync(at.path('d'), { recursive: true })
      at.put('d', 'd')
    },
    { dirs: [at.path('f')] },
  )
  expect(kept(await at.rewind('m'))).toEqual([])
  expect([at.read('f'), at.read('d/x')]).toEqual(['file', 'x'])
})

test('a directory that we made goes when it is empty, and stays when the person keeps something in it', async () => {
  await using at = open()
  const dirs = [at.path('one'), at.path('two')]
  at.record(
    ['one/a', 'two/a'],
    () => {
      at.put('one/a', 'a')
      at.put('two/a', 'a')
    },
    { dirs },
  )
  at.put('two/mine', 'm')
  await at.rewind('m')
  expect([existsSync(at.path('one')), readdirSync(at.path('two'))]).toEqual([false, ['mine']])
})

test('a link put in the way is not followed out of the working directory', async () => {
  await using at = open()
  const outside = join(at.tmp.path, 'outside')
  mkdirSync(outside)
  at.put('d/a', 'old')
  at.record(['d/a'], () => rmSync(at.path('d'), { recursive: true }))
  symlinkSync(outside, at.path('d'))
  expect(kept(await at.rewind('m', { force: true }))).toEqual([
    'it is outside the working directories, or belongs to git or to Capstan',
  ])
  expect(readdirSync(outside)).toEqual([])
})

test('a link in the place of a file is replaced, its target is not', async () => {
  await using at = open()
  const outside = join(at.tmp.path, 'outside')
  writeFileSync(outside, 'theirs')
  at.put('a', 'old')
  at.record(['a'], () => {
    rmSync(at.path('a'))
    symlinkSync(outside, at.path('a'))
  })
  await at.rewind('m')
  expect([at.read('a'), readFileSync(outside, 'utf8')]).toEqual(['old', 'theirs'])
})

test.each(['../outside', '.git/config', 'sub/.GIT/hooks/x', 'own/settings.json'])(
  '%s is never touched',
  async name => {
    await using at = open()
    at.put(name, 'old')
    at.record([name], () => at.put(name, 'new'))
    const report = await at.rewind('m', { force: true })
    expect([kept(report), at.read(name)]).toEqual([
      ['it is outside the working directories, or belongs to git or to Capstan'],
      'new',
    ])
  },
)

test('without the copy of the old content the file stays', async () => {
  await using at = open()
  at.put('a', 'old')
  at.record(['a'], () => at.put('a', 'new'))
  rmSync(join(at.tmp.path, 'copies'), { recursive: true })
  expect([kept(await at.rewind('m')), at.read('a')]).toEqual([
    ['the copy of its old content is missing'],
    'new',
  ])
})

test('a change that may be somebody else’s is left to force', async () => {
  await using at = open()
  at.put('a', 'old')
  at.record(['a'], () => at.put('a', 'new'), { shared: true })
  expect(kept(await at.rewind('m'))).toEqual([
    'it changed while work ran in the background, or after Capstan was killed: that may have been somebody else',
  ])
  await at.rewind('m', { force: true })
  expect(at.read('a')).toBe('old')
})

test('what is not covered is named, in bounds', async () => {
  await using at = open()
  const uncovered = Array.from({ length: 22 }, (_, i) => `/u${i}`)
  at.record([], () => undefined, { uncovered, beyond: ['the rest'] })
  const report = await at.rewind('m')
  expect(report.canRewind && report.notCovered.slice(19)).toEqual([
    '/u19: changed, but there is no copy of how it was',
    '2 more files that changed without a copy',
    'the rest',
  ])
})

test('whatever was done to the files, a rewind brings back exactly what was, and its undo exactly what came', async () => {
  const name = fc.constantFrom('a', 'b', 'd/a', 'd/e/b')
  const state = fc.dictionary(name, fc.string({ maxLength: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 4 }), async states => {
      await using at = open()
      const names = ['a', 'b', 'd/a', 'd/e/b']
      const show = () =>
        Object.fromEntries(names.filter(n => existsSync(at.path(n))).map(n => [n, at.read(n)]))
      const become = (next: Readonly<Record<string, string>>) => {
        for (const n of names)
          if (n in next) at.put(n, next[n] ?? '')
          else rmSync(at.path(n), { force: true })
      }
      const [first = {}, ...rest] = states
      become(first)
      for (const next of rest) at.record(names, () => become(next))
      const before = show()
      const report = await at.rewind('m')
      expect([show(), kept(report)]).toEqual([first, []])
      if (report.canRewind && report.undo !== undefined) await at.rewind(report.undo)
      expect(show()).toEqual(before)
    }),
    { numRuns: 40 },
  )
})

/** What a program that is killed after `count` changes leaves behind: the files so far, and the first note. */
const cutOffAfter = async (at: ReturnType<typeof open>, names: readonly string[]) => {
  const before = new Map(names.map(name => [name, at.read(name)]))
  const notes: Step[] = []
  const note = async (undo: string, step: Step) => {
    if (step.rewind !== 'begun') return
    notes.push(step)
    at.journal.add(undo, step)
    for (const [name, text] of before) expect(at.read(name)).toBe(text)
  }
  await rewindFiles(at.journal, { messageUuid: 'm' }, { ...at.deps, note })
  for (const [name, text] of before) at.put(name, text)
  return notes
}

test('a rewind that was cut off is named, can be taken back, and can be brought to its end', async () => {
  for (const next of ['undo1', 'm']) {
    await using at = open()
    for (const name of ['a', 'b', 'c']) at.put(name, 'old')
    at.record(['a', 'b', 'c', 'new'], () => {
      for (const name of ['a', 'b', 'new']) at.put(name, 'ours')
      rmSync(at.path('c'))
    })
    const notes = await cutOffAfter(at, ['b', 'new'])
    expect(notes.map(step => step.changes.length)).toEqual([4])
    expect([at.read('a'), at.read('b'), at.read('c'), at.read('new')]).toEqual(['old', 'ours', 'old', 'ours'])
    expect(await at.rewind('nowhere')).toMatchObject({ canRewind: false, cutOff: 'undo1' })
    expect(await at.rewind(next, { dryRun: true })).toMatchObject({ kept: [], cutOff: 'undo1' })
    expect(await at.rewind(next)).toMatchObject({ kept: [], undo: 'undo2' })
    const files = ['a', 'b', 'c', 'new'].map(name => (existsSync(at.path(name)) ? at.read(name) : null))
    expect(files).toEqual(next === 'm' ? ['old', 'old', 'old', null] : ['ours', 'ours', null, 'ours'])
    expect(await at.rewind('m', { dryRun: true })).not.toHaveProperty('cutOff')
  }
})

test('after a cut-off rewind a change of somebody else is still left alone', async () => {
  await using at = open()
  for (const name of ['a', 'b']) at.put(name, 'old')
  at.record(['a', 'b'], () => {
    for (const name of ['a', 'b']) at.put(name, 'ours')
  })
  await cutOffAfter(at, ['b'])
  at.put('b', 'theirs')
  expect(kept(await at.rewind('m'))).toEqual(['somebody else has changed it since'])
  expect(at.read('b')).toBe('theirs')
})

test('what a rewind announced and could not do is put down as not done', async () => {
  await using at = open()
  for (const name of ['a', 'b']) at.put(name, 'old')
  at.record(['a', 'b'], () => {
    for (const name of ['a', 'b']) at.put(name, 'ours')
  })
  const steps: Step[] = []
  const note = async (undo: string, step: Step) => {
    steps.push(step)
    at.journal.add(undo, step)
    if (step.rewind === 'begun') at.put('b', 'theirs')
  }
  const { report } = await rewindFiles(at.journal, { messageUuid: 'm' }, { ...at.deps, note })
  expect(kept(report)).toEqual(['it changed while this was going on'])
  expect(steps.map(step => step.changes.map(({ path }) => path))).toEqual([
    [at.path('a'), at.path('b')],
    [at.path('b')],
  ])
  at.put('b', 'ours')
  expect(await at.rewind('m')).toMatchObject({ files: [{ path: at.path('b') }], kept: [] })
  expect([at.read('a'), at.read('b')]).toEqual(['old', 'old'])
})

test('a file that stands where a directory was makes room, and comes back with the undo', async () => {
  await using at = open()
  at.put('d/f', 'inside')
  at.record(['d', 'd/f'], () => {
    rmSync(at.path('d'), { recursive: true })
    at.put('d', 'file')
  })
  expect(kept(await at.rewind('m'))).toEqual([])
  expect(at.read('d/f')).toBe('inside')
  expect(kept(await at.rewind('undo1'))).toEqual([])
  expect(at.read('d')).toBe('file')
})

test('a command that the program ended with is named among what a rewind does not cover', async () => {
  const place = open()
  await using _ = place.tmp
  place.journal.mark('m')
  place.journal.add('m', { changes: [], dirs: [], uncovered: [], unseen: ['npm run build'] })
  place.journal.mark('later')
  const told = async (message: string) => {
    const report = await place.rewind(message, { dryRun: true })
    return report.canRewind ? report.notCovered : report.error
  }
  expect(await told('m')).toEqual(['what "npm run build" may have changed: Capstan was ended while it ran'])
  expect(await told('later')).toEqual([])
})
