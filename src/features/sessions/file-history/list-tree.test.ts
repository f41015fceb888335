import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { englishOf } from '../../../../test/support/english-of.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { RunGit } from '../../../protocol/run-git.ts'
import { Directories } from './directories.ts'
import { TreeLister } from './list-tree.ts'

const open = (answers: Partial<Record<'all' | 'tracked', 'timeout' | 'too_much'>> = {}) => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  const asked: string[] = []
  const git: RunGit = async run => {
    const kind = run.args.includes('--others') ? 'all' : 'tracked'
    const why = run.args[0] === 'ls-files' ? answers[kind] : undefined
    if (run.args[0] === 'ls-files') asked.push(kind)
    if (why) return { kind: 'failed', why }
    return { kind: 'ok', output: execFileSync('git', run.args, { cwd: run.cwd, timeout: 20_000 }) }
  }
  mkdirSync(root)
  execFileSync('git', ['init', '-q', root])
  writeFileSync(join(root, 'tracked'), '')
  mkdirSync(join(root, 'sub'))
  writeFileSync(join(root, 'sub/tracked'), '')
  execFileSync('git', ['add', '.'], { cwd: root })
  writeFileSync(join(root, 'other'), '')
  const lister = new TreeLister(git)
  const list = async (directory = root) => {
    const { areas, cut } = await lister.list(
      {
        roots: [directory],
        directories: new Directories({ roots: [directory], started: Date.now() }),
        started: Date.now(),
      },
      { maxFiles: 100, goOn: () => true, ownDirectory: '/nowhere' },
    )
    const names = areas.flatMap(area => area.paths.map(path => relative(root, path)))
    return { names: names.sort(), cut }
  }
  return { root, asked, list, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

const odd = [
  ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  [
    'a huge file',
    (path: string) => {
      writeFileSync(path, 'x\n')
      truncateSync(path, 2 ** 33)
    },
  ],
] as const

test.runIf(process.platform === 'linux').each(odd)(
  'where .gitignore is %s git is asked for tracked files only, and that is said',
  async (_name, make) => {
    await using at = open()
    make(join(at.root, '.gitignore'))
    for (const directory of [at.root, join(at.root, 'sub')])
      expect(englishOf((await at.list(directory)).cut)).toEqual([
        `files in ${directory} that git does not track: ${join(at.root, '.gitignore')} is no ordinary file of rules`,
      ])
    expect((await at.list()).names).toEqual(['sub/tracked', 'tracked'])
    expect(new Set(at.asked)).toEqual(new Set(['tracked']))
  },
)

test.each([
  ['a file', (path: string) => writeFileSync(path, 'x\n')],
  ['a link', (path: string) => symlinkSync('/dev/zero', path)],
  ['a directory', (path: string) => void mkdirSync(path)],
])('where .gitignore is %s everything is listed', async (_name, make) => {
  await using at = open()
  make(join(at.root, '.gitignore'))
  const { names, cut } = await at.list()
  expect([names.filter(name => name !== '.gitignore'), cut]).toEqual([
    ['other', 'sub/tracked', 'tracked'],
    [],
  ])
})

test('where git once took too long it is not asked the same again', async () => {
  await using at = open({ all: 'timeout' })
  const expected = {
    names: ['sub/tracked', 'tracked'],
    cut: [`files in ${at.root} that git does not track: it took too long to name them`],
  }
  expect(englishOf([await at.list(), await at.list()])).toEqual([expected, expected])
  expect(at.asked).toEqual(['all', 'tracked', 'tracked'])
})

test('where git cannot even name tracked files it is left alone', async () => {
  await using at = open({ all: 'timeout', tracked: 'timeout' })
  await at.list()
  expect(englishOf([await at.list(), at.asked])).toEqual([
    { names: [], cut: [`files in ${at.root}: git took too long to name them`] },
    ['all', 'tracked'],
  ])
})

test('a listing that is too long is cut, and said to be', async () => {
  await using at = open({ all: 'too_much' })
  expect(englishOf(await at.list())).toEqual({ names: [], cut: [`files in ${at.root} beyond the first 100`] })
})

test.each([
  ['ok', true],
  ['.hidden/deep/ok', true],
  ['sub/..ok', true],
  ['sub/.gitignore', true],
  ['', false],
  ['..', false],
  ['.git', false],
  ['sub/.git', false],
  ['sub/../x', false],
  ['../x', false],
  ['/x', false],
  ['sub//x', false],
  ['.git/config', false],
  ['link/x', false],
])('a file that git calls %j is listed: %j', async (name, listed) => {
  await using tmp = tmpDir()
  for (const directory of ['sub', '.hidden/deep']) mkdirSync(join(tmp.path, directory), { recursive: true })
  mkdirSync(join(tmp.path, '.git'))
  symlinkSync('sub', join(tmp.path, 'link'))
  const line = (file: string) => `H 100644 ${'0'.repeat(40)} 0\t${file}\0`
  const git: RunGit = async () => ({
    kind: 'ok',
    output: Buffer.from(['sub/before', name, 'sub/after'].map(line).join('')),
  })
  const { areas } = await new TreeLister(git).list(
    {
      roots: [tmp.path],
      directories: new Directories({ roots: [tmp.path], started: Date.now() }),
      started: Date.now(),
    },
    { maxFiles: 100, goOn: () => true, ownDirectory: '/nowhere' },
  )
  expect(areas[0]?.paths).toEqual(
    ['sub/before', ...(listed ? [name] : []), 'sub/after'].map(file => `${tmp.path}/${file}`),
  )
})

test('when git answers as before, a link that took the place of a directory is seen all the same', async () => {
  await using at = open()
  writeFileSync(join(at.root, '.git/info/exclude'), 'sub\nelsewhere\n')
  const names = ['other', 'sub/tracked', 'tracked']
  expect([(await at.list()).names, (await at.list()).names]).toEqual([names, names])
  renameSync(join(at.root, 'sub'), join(at.root, 'elsewhere'))
  symlinkSync('elsewhere', join(at.root, 'sub'))
  expect((await at.list()).names).toEqual(['other', 'tracked'])
  unlinkSync(join(at.root, 'sub'))
  renameSync(join(at.root, 'elsewhere'), join(at.root, 'sub'))
  expect((await at.list()).names).toEqual(names)
})
