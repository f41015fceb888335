import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { RunGit } from '../../../protocol/run-git.ts'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import { openBackupStore } from './backup-store.ts'
import { findAt, isSameContent, versionOf } from './file-version.ts'
import { DEFAULT_LIMITS, type ScanLimits } from './scan-budget.ts'
import { WorkTree } from './work-tree.ts'

const git = (cwd: string, args: readonly string[], input?: string): Buffer =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', ...args], {
    cwd,
    ...(input === undefined ? {} : { input }),
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
    env: { PATH: process.env['PATH'], HOME: dirname(cwd) },
  })

const runGit: RunGit = async run => {
  try {
    return { kind: 'ok', output: git(run.cwd, run.args, run.input) }
  } catch {
    // Any failure is an answer here, as it is for the real one.
    return { kind: 'failed', why: 'refused' }
  }
}

const open = (limits: Partial<ScanLimits> = {}) => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  mkdirSync(root)
  const copies = join(tmp.path, 'copies')
  const store = openBackupStore(copies)
  const tree = new WorkTree({
    git: runGit,
    attributeFiles: [],
    ownDirectory: join(root, 'own'),
    directory: copies,
    store,
    limits: { ...DEFAULT_LIMITS, ...limits },
    now: () => new Date(),
    elapsed: () => performance.now(),
  })
  const text = (version: FileVersion): string | null => {
    if (version === null) return null
    if ('link' in version) return `-> ${version.link}`
    return Buffer.from(store.get(version.hash) ?? 'LOST').toString('latin1')
  }
  /** Nobody copies what is there now: it is on disk. */
  const textNow = (version: FileVersion, path: string): string | null => {
    const found = findAt(path, 1 << 20)
    const isOnDisk = found.kind === 'file' && isSameContent(versionOf(found) ?? null, version)
    return isOnDisk ? Buffer.from(found.bytes).toString('latin1') : text(version)
  }
  return {
    root,
    tree,
    copies: () => {
      try {
        return readdirSync(copies).length
      } catch {
        // Nothing was copied yet.
        return 0
      }
    },
    contents: () => readdirSync(copies).map(name => readFileSync(join(copies, name), 'latin1')),
    put(name: string, content: string) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    },
    git: (...args: readonly string[]) => void git(root, args),
    baseline: () => tree.takeBaseline([root]),
    async changes() {
      const { changes, uncovered, dirs, gaveUp } = await tree.compare([root])
      const name = (path: string): string => relative(root, path)
      return {
        changes: Object.fromEntries(
          changes.map(({ path, before, after }) => [name(path), [text(before), textNow(after, path)]]),
        ),
        ...(uncovered.length > 0 ? { uncovered: uncovered.map(name) } : {}),
        ...(dirs.length > 0 ? { dirs: dirs.map(name) } : {}),
        ...(gaveUp.length > 0 ? { gaveUp } : {}),
      }
    },
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

/** Old enough that git and we believe the times of the files. */
const age = (root: string, ...names: readonly string[]): void => {
  const then = new Date(Date.now() - 60_000)
  for (const name of names) utimesSync(join(root, name), then, then)
}

test('clean tracked files are not copied until they change', async () => {
  await using at = open()
  at.git('init', '-q')
  at.put('a.txt', 'one\n')
  at.put('b.txt', 'two\n')
  at.git('add', '.')
  at.put('dirty.txt', 'dirty\n')
  expect(await at.baseline()).toEqual([])
  expect(at.copies()).toBe(0)
  at.put('a.txt', 'ONE\n')
  rmSync(join(at.root, 'b.txt'))
  expect(await at.changes()).toEqual({ changes: { 'a.txt': ['one\n', 'ONE\n'], 'b.txt': ['two\n', null] } })
  expect(await at.changes()).toEqual({ changes: {} })
  expect(at.copies()).toBe(2)
})

test('clean tracked files take no room', async () => {
  await using at = open({ maxStoreBytes: 6 })
  at.git('init', '-q')
  at.put('a.txt', 'one\n')
  at.git('add', '.')
  at.put('dirty.txt', 'dirty\n')
  expect(await at.baseline()).toEqual([])
})

test.each([
  ['line ends', '* text eol=crlf\n', [], 'one\r\ntwo\r\n'],
  ['a filter', 'a.txt filter=up\n', ['filter.up.clean', 'tr a-z A-Z'], 'one\ntwo\n'],
])('where %s change bytes, the file itself is what comes back', async (_, attributes, config, content) => {
  await using at = open()
  at.git('init', '-q')
  if (config.length > 0) at.git('config', ...config)
  at.put('.gitattributes', attributes)
  at.put('a.txt', content)
  age(at.root, 'a.txt')
  at.git('add', '.')
  await at.baseline()
  rmSync(join(at.root, 'a.txt'))
  expect(await at.changes()).toEqual({ changes: { 'a.txt': [content, null] } })
})

test('a write of the same size within one tick of the clock is found', async () => {
  await using at = open()
  at.put('a.txt', '1')
  await at.baseline()
  for (const [before, after] of [
    ['1', '2'],
    ['2', '3'],
    ['3', '4'],
  ] as const) {
    at.put('a.txt', after)
    expect(await at.changes()).toEqual({ changes: { 'a.txt': [before, after] } })
  }
})

test('a touched file is no change, a mode is one', async () => {
  await using at = open()
  at.put('a.txt', 'a')
  at.put('b.txt', 'b')
  await at.baseline()
  age(at.root, 'a.txt')
  execFileSync('chmod', ['755', join(at.root, 'b.txt')])
  expect(await at.changes()).toEqual({ changes: { 'b.txt': ['b', 'b'] } })
})

test('links are kept as links and not followed', async () => {
  await using at = open()
  at.put('real/secret', 'x')
  symlinkSync('real', join(at.root, 'dir-link'))
  symlinkSync('/etc/hostname', join(at.root, 'out'))
  await at.baseline()
  rmSync(join(at.root, 'out'))
  at.put('out', 'now a file')
  rmSync(join(at.root, 'dir-link'))
  expect(await at.changes()).toEqual({
    changes: { out: ['-> /etc/hostname', 'now a file'], 'dir-link': ['-> real', null] },
  })
})

test('a moved directory is made anew at its new place', async () => {
  await using at = open()
  at.put('from/deep/a', 'a')
  age(at.root, 'from/deep/a')
  await at.baseline()
  renameSync(join(at.root, 'from'), join(at.root, 'to'))
  expect(await at.changes()).toEqual({
    changes: { 'from/deep/a': ['a', null], 'to/deep/a': [null, 'a'] },
    dirs: ['to/deep', 'to'],
  })
})

test('repositories within a repository, and within a plain directory, are covered', async () => {
  await using at = open()
  at.put('plain.txt', 'p')
  at.put('one/a', 'a')
  git(join(at.root, 'one'), ['init', '-q'])
  at.put('one/.gitignore', 'ignored\n')
  at.put('one/ignored', 'i')
  at.put('one/two/b', 'b')
  git(join(at.root, 'one/two'), ['init', '-q'])
  await at.baseline()
  for (const name of ['plain.txt', 'one/a', 'one/ignored', 'one/two/b']) at.put(name, 'changed')
  expect(await at.changes()).toEqual({
    changes: {
      'plain.txt': ['p', 'changed'],
      'one/a': ['a', 'changed'],
      'one/two/b': ['b', 'changed'],
    },
  })
})

test.each([true, false])('our own files are nobody’s work (in git: %j)', async inGit => {
  await using at = open()
  if (inGit) at.git('init', '-q')
  at.put('own/session.jsonl', 'x')
  at.put('owned', 'x')
  await at.baseline()
  at.put('own/session.jsonl', 'y')
  at.put('own/new', 'y')
  at.put('owned', 'y')
  expect(await at.changes()).toEqual({ changes: { owned: ['x', 'y'] } })
})

test('a submodule is covered too', async () => {
  await using at = open()
  at.put('sub/a', 'a')
  git(join(at.root, 'sub'), ['init', '-q'])
  git(join(at.root, 'sub'), ['add', '.'])
  git(join(at.root, 'sub'), ['commit', '-qm', 'first'])
  at.git('init', '-q')
  at.git('add', '.')
  await at.baseline()
  at.put('sub/a', 'changed')
  expect(await at.changes()).toEqual({ changes: { 'sub/a': ['a', 'changed'] } })
})

test('beyond the number of files it says so, and takes nothing old for new', async () => {
  await using at = open({ maxFiles: 2 })
  for (const name of ['a', 'b', 'c']) at.put(name, name)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await at.baseline()).toEqual([expect.stringContaining('beyond the first 2')])
  rmSync(join(at.root, 'a'))
  rmSync(join(at.root, 'b'))
  const { changes } = await at.changes()
  expect(Object.values(changes).every(([before]) => before !== null)).toBe(true)
})

test('a file without room for a copy is named when it changes', async () => {
  await using at = open({ maxFileBytes: 10 })
  at.put('large', 'x'.repeat(11))
  age(at.root, 'large')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await at.baseline()).toEqual(['1 file for which the size is over 0 MB'])
  at.put('large', 'y'.repeat(12))
  expect(await at.changes()).toEqual({ changes: {}, uncovered: ['large'] })
  rmSync(join(at.root, 'large'))
  expect(await at.changes()).toEqual({ changes: {}, uncovered: ['large'] })
})

test('out of time it says that it gave up, and finds the rest the next time', async () => {
  let late = 0
  await using at = open()
  for (let i = 0; i < 100; i++) at.put(`f${i}`, 'x')
  const tree = new WorkTree({
    git: runGit,
    attributeFiles: [],
    ownDirectory: '/nowhere',
    directory: join(at.root, '../copies'),
    store: openBackupStore(join(at.root, '../copies')),
    limits: { ...DEFAULT_LIMITS, maxMs: 1000 },
    now: () => new Date(),
    elapsed: () => (late > 0 ? late++ * 1001 : 0),
  })
  await tree.takeBaseline([at.root])
  for (let i = 0; i < 100; i++) at.put(`f${i}`, 'y')
  late = 1
  const first = await tree.compare([at.root])
  expect(first.gaveUp).toEqual(['the search for changes: the time was up after 1 s'])
  late = 0
  const second = await tree.compare([at.root])
  expect(first.changes.length + second.changes.length).toBe(100)
})

test('what a tool or a rewind wrote is no news, what somebody made of it is', async () => {
  await using at = open()
  at.put('a', '1')
  at.put('b', '1')
  await at.baseline()
  const { hashOf } = await import('./file-version.ts')
  for (const name of ['a', 'b']) {
    at.put(name, '2')
    at.tree.expect(join(at.root, name), { hash: hashOf(Buffer.from('2')) })
  }
  at.put('b', '3')
  const { changes } = await at.tree.compare([at.root])
  expect(changes.map(change => relative(at.root, change.path))).toEqual(['b'])
})

test('no name in a listing of git leads out of the directory or into the files of git', async () => {
  await using at = open()
  const entry = (mode: string): string => `${mode} ${'0'.repeat(40)} 0\t..`
  at.git('init', '-q')
  at.put('../outside/.git/HEAD', 'x')
  at.put('../outside/secret', 'secret')
  at.put('../secret', 'secret')
  at.put(`${entry('100644')}/secret`, 'mine')
  at.put(`${entry('160000')}/outside`, 'mine too')
  at.put('linked/secret', 'old')
  at.git('add', 'linked')
  rmSync(join(at.root, 'linked'), { recursive: true })
  symlinkSync('../outside', join(at.root, 'linked'))
  expect(await at.baseline()).toEqual([])
  at.put('../secret', 'changed')
  at.put('../outside/secret', 'changed')
  at.put(`${entry('100644')}/secret`, 'changed')
  expect(await at.changes()).toEqual({ changes: { [`${entry('100644')}/secret`]: ['mine', 'changed'] } })
})

test.each([true, false])(
  'what lies behind a link that took the place of a directory is not read (git: %j)',
  async isGit => {
    await using at = open()
    if (isGit) at.git('init', '-q')
    at.put('dir/a', 'mine')
    at.put('dir/deep/b', 'mine too')
    at.put('../elsewhere/a', 'secret one')
    at.put('../elsewhere/deep/b', 'secret two')
    symlinkSync('secret link', join(at.root, '../elsewhere/c'))
    if (isGit) at.git('add', '.')
    await at.baseline()
    rmSync(join(at.root, 'dir'), { recursive: true })
    symlinkSync('../elsewhere', join(at.root, 'dir'))
    expect(await at.changes()).toEqual({
      changes: { 'dir/a': ['mine', null], 'dir/deep/b': ['mine too', null], dir: [null, '-> ../elsewhere'] },
    })
    at.put('../elsewhere/a', 'secret three')
    expect(await at.changes()).toEqual({ changes: {} })
    expect(at.contents().filter(text => text.includes('secret'))).toEqual([])
  },
)

test('a directory that moved and left a link to itself counts as moved', async () => {
  await using at = open()
  at.put('dir/a', 'x')
  await at.baseline()
  renameSync(join(at.root, 'dir'), join(at.root, 'moved'))
  symlinkSync('moved', join(at.root, 'dir'))
  expect(await at.changes()).toEqual({
    changes: { 'dir/a': ['x', null], dir: [null, '-> moved'], 'moved/a': [null, 'x'] },
    dirs: ['moved'],
  })
})

test.each(['a', 'deep/er/a'])(
  'a directory that did not change is read once, and %s is found in it',
  async name => {
    await using at = open()
    at.put('deep/er/first', 'x')
    await new Promise(resolve => setTimeout(resolve, 50))
    await at.baseline()
    expect(await at.changes()).toEqual({ changes: {} })
    at.put(name, 'new')
    expect(await at.changes()).toEqual({ changes: { [name]: [null, 'new'] } })
    rmSync(join(at.root, name))
    expect(await at.changes()).toEqual({ changes: { [name]: ['new', null] } })
  },
)

test('a repository that is made below a walked directory is an area of its own', async () => {
  await using at = open()
  at.put('sub/a', 'x')
  at.put('sub/ignored', 'x')
  await new Promise(resolve => setTimeout(resolve, 50))
  await at.baseline()
  execFileSync('git', ['init', '-q', join(at.root, 'sub')])
  at.put('sub/.gitignore', 'later\n')
  at.put('sub/later', 'x')
  expect(await at.changes()).toEqual({ changes: { 'sub/.gitignore': [null, 'later\n'] } })
  expect(at.tree.hasGit).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'a pipe that takes the place of .gitignore is told of once, and what was known is still looked at',
  async () => {
    await using at = open()
    at.git('init', '-q')
    at.put('.gitignore', 'x\n')
    at.put('untracked', '1')
    await at.baseline()
    rmSync(join(at.root, '.gitignore'))
    execFileSync('mkfifo', [join(at.root, '.gitignore')])
    const why = `${join(at.root, '.gitignore')} is no ordinary file of rules`
    expect(await at.changes()).toEqual({
      changes: { '.gitignore': ['x\n', null] },
      gaveUp: [`files in ${at.root} that git does not track: ${why}`],
    })
    at.put('untracked', '22')
    expect(await at.changes()).toEqual({ changes: { untracked: ['1', '22'] } })
  },
)

test('git makes its list while its settings and its index are read', async () => {
  await using at = open()
  git(at.root, ['init', '-q'])
  writeFileSync(join(at.root, 'a.txt'), 'a')
  git(at.root, ['add', '.'])
  const asked: string[] = []
  let listed = (): void => undefined
  const isListed = new Promise<void>(resolve => {
    listed = resolve
  })
  const tree = new WorkTree({
    git: async run => {
      asked.push(run.args[0] ?? '')
      // The list is not there before somebody has asked for the settings.
      if (run.args[0] === 'config') listed()
      else await isListed
      return await runGit(run)
    },
    attributeFiles: [],
    ownDirectory: join(at.root, 'own'),
    directory: join(at.root, '..', 'more-copies'),
    store: openBackupStore(join(at.root, '..', 'more-copies')),
    limits: DEFAULT_LIMITS,
    now: () => new Date(),
    elapsed: () => performance.now(),
  })
  expect(await tree.takeBaseline([at.root])).toEqual([])
  expect(asked).toEqual(['ls-files', 'config'])
  tree[Symbol.dispose]()
})
