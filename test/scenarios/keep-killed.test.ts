import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ApplyEnd, keepChanges } from '../../src/features/sandbox/try-first/keep-changes.ts'
import { takeBackKept, tellTakenBack } from '../../src/features/sandbox/try-first/keep-journal.ts'
import { chooseTryFirst } from '../../src/host/sandbox/options.ts'
import { treeOf } from '../support/copied.ts'
import { freezeAfter } from '../support/freeze-files.ts'
import { treeToChange } from '../support/kept-tree.ts'
import { tmpDir } from '../support/tmp-dir.ts'

// What is kept of a tried command is there whole or not at all, wherever the program that keeps it is killed.

const open = () => {
  const tmp = tmpDir()
  const [project = '', copies = '', journals = ''] = ['project', 'copies', 'config/copies'].map(name =>
    join(tmp.path, name),
  )
  for (const path of [project, copies]) mkdirSync(path)
  const changes = treeToChange(project, copies)
  return Object.assign(tmp, { project, journals, changes, before: tree(project) })
}
const tree = (path: string): string => JSON.stringify([...treeOf(path)], undefined, 1)
const isGone = () => true

test('killed anywhere, all of it is in place or none is after the next start', async () => {
  let whole = ''
  {
    await using bench = open()
    expect(keepChanges(bench.changes, bench.journals)).toEqual({ done: true })
    whole = tree(bench.project)
    expect(whole).toContain('new/deeper/n')
    expect([readdirSync(bench.journals), whole.includes('.capstan-keep')]).toEqual([[], false])
  }
  const ends = new Set<string>()
  let points = 0
  for (let isKilled = true; isKilled; points += 1) {
    await using bench = open()
    isKilled = freezeAfter(points, () => void keepChanges(bench.changes, bench.journals))
    const told = takeBackKept(bench.journals, isGone)
    const after = tree(bench.project)
    expect([points, after === bench.before ? 'none' : after === whole ? 'all' : after]).toEqual([
      points,
      expect.stringMatching(/^(?:none|all)$/),
    ])
    expect([points, namesOf(bench.journals)]).toEqual([points, []])
    expect(told.flatMap(({ left }) => left)).toEqual([])
    ends.add(after === whole ? 'all' : 'none')
    // Once more finds nothing to do.
    expect(takeBackKept(bench.journals, isGone)).toEqual([])
  }
  expect([...ends].toSorted()).toEqual(['all', 'none'])
  expect(points).toBeGreaterThan(40)
})

const namesOf = (path: string): readonly string[] => {
  try {
    // One that was never whole says nothing.
    return readdirSync(path).filter(name => name.endsWith('.json'))
  } catch {
    // Killed before it was made.
    return []
  }
}

/** Killed in the middle of putting things in place. */
const killInside = (bench: ReturnType<typeof open>): void =>
  void freezeAfter(50, () => void keepChanges(bench.changes, bench.journals))

test('what somebody changed after the kill stays theirs, and what it was is named', async () => {
  await using bench = open()
  killInside(bench)
  const path = join(bench.project, 'a.txt')
  expect(readFileSync(path, 'utf8')).toBe('new a.txt\n')
  const { rmSync } = await import('node:fs')
  rmSync(path)
  writeFileSync(path, 'mine\n')
  const [taken] = takeBackKept(bench.journals, isGone)
  expect(taken?.left).toEqual([path])
  expect(readFileSync(path, 'utf8')).toBe('mine\n')
  const [stage = ''] = taken?.stages ?? []
  expect(readdirSync(stage).map(name => readFileSync(join(stage, name), 'utf8'))).toContain('old a.txt\n')
  expect(taken && tellTakenBack(taken).map(({ text }) => text)[1]).toContain(path)
})

test('one that still runs is left alone; a start of the program takes back and says so', async () => {
  await using bench = open()
  killInside(bench)
  // This process wrote it, and lives.
  expect(takeBackKept(bench.journals)).toEqual([])
  const [name = ''] = readdirSync(bench.journals)
  const file = join(bench.journals, name)
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { owner: object }
  writeFileSync(file, JSON.stringify({ ...journal, owner: { ...journal.owner, pid: 2 ** 22 + 7 } }))
  const warned: string[] = []
  await chooseTryFirst(
    { settings: {}, trusted: false },
    {
      ...{ home: '/h', configHome: join(bench.journals, '..'), proxy: undefined },
      bridge: () => ({ command: ['bridge'], files: [] }),
    },
    ({ text }) => void warned.push(text),
  )
  expect(warned[0]).toContain('as it was before')
  expect(tree(bench.project)).toBe(bench.before)
})

test('what fails in the middle is taken back at once', async () => {
  await using bench = open()
  let end: ApplyEnd | undefined
  const { default: fs } = await import('node:fs')
  const { syncBuiltinESMExports } = await import('node:module')
  const { mkdirSync: real } = fs
  fs.mkdirSync = ((path: string, how?: object) => {
    if (path.endsWith('deeper')) throw new Error('no room')
    return real(path, how)
  }) as typeof fs.mkdirSync
  syncBuiltinESMExports()
  try {
    end = keepChanges(bench.changes, bench.journals)
  } finally {
    fs.mkdirSync = real
    syncBuiltinESMExports()
  }
  expect(end).toEqual({ done: false, failed: 'no room', left: [] })
  expect([tree(bench.project), readdirSync(bench.journals)]).toEqual([bench.before, []])
})
