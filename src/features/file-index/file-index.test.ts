import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createFileIndex } from './file-index.ts'
import type { AskGit } from './list-files.ts'
import { walkDirectory } from './walk-directory.ts'

const gitIn =
  (cwd: string, asked: string[] = []): AskGit =>
  async args => {
    asked.push(args.join(' '))
    try {
      return execFileSync('git', [...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return undefined
    }
  }
const write = (root: string, ...paths: readonly string[]): void => {
  for (const path of paths) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), path.endsWith('.gitignore') ? '*.log\nbuild/\n!keep.log\n' : 'x')
  }
}
const clock = () => {
  let time = 0
  return { now: () => time, pass: (ms: number) => (time += ms) }
}

test('in a repository: tracked and new files, not the ignored and the deleted', async () => {
  await using tmp = tmpDir()
  write(tmp.path, '.gitignore', 'src/a.ts', 'src/gone.ts', 'new.ts', 'x.log', 'build/out.js')
  execFileSync('git', ['init', '-q'], { cwd: tmp.path })
  execFileSync('git', ['add', 'src'], { cwd: tmp.path })
  rmSync(join(tmp.path, 'src/gone.ts'))
  const index = createFileIndex({
    cwd: tmp.path,
    git: gitIn(tmp.path),
    respectIgnored: true,
    now: clock().now,
  })
  expect(index.search('s', 10)).toBeUndefined()
  await index.settled()
  const all = ['.', 's', 'n'].flatMap(query => index.search(query, 20)?.map(({ path }) => path) ?? [])
  expect([...new Set(all)].sort()).toEqual(['.gitignore', 'new.ts', 'src/', 'src/a.ts'])
})

test.each([
  [
    'whose repository has no valid HEAD',
    (root: string) => writeFileSync(join(root, 'inner/.git/HEAD'), 'oops\n'),
  ],
  [
    'without a repository of its own',
    (root: string) => rmSync(join(root, 'inner/.git'), { recursive: true }),
  ],
])('a project that an outer repository ignores, and %s, is walked', async (_, damage) => {
  await using tmp = tmpDir()
  const cwd = join(tmp.path, 'inner')
  write(tmp.path, 'inner/src/a.ts')
  writeFileSync(join(tmp.path, '.gitignore'), 'inner\n')
  for (const at of [tmp.path, cwd]) execFileSync('git', ['init', '-q'], { cwd: at })
  damage(tmp.path)
  const index = createFileIndex({ cwd, git: gitIn(cwd), respectIgnored: true, now: clock().now })
  await index.settled()
  expect(index.search('a.ts', 5)?.map(({ path }) => path)).toEqual(['src/a.ts'])
})

test('a changed index is listed again, at most every five seconds, and at once when somebody says so', async () => {
  await using tmp = tmpDir()
  write(tmp.path, 'a.ts')
  execFileSync('git', ['init', '-q'], { cwd: tmp.path })
  execFileSync('git', ['add', '.'], { cwd: tmp.path })
  const asked: string[] = []
  const time = clock()
  const index = createFileIndex({
    cwd: tmp.path,
    git: gitIn(tmp.path, asked),
    respectIgnored: true,
    now: time.now,
  })
  await index.settled()
  const lists = () => asked.filter(each => each.includes('--cached')).length
  time.pass(6_000)
  await index.settled()
  expect(lists()).toBe(1)
  write(tmp.path, 'b.ts')
  execFileSync('git', ['add', '.'], { cwd: tmp.path })
  await index.settled()
  expect([lists(), index.search('b.ts', 5)]).toEqual([1, []])
  time.pass(6_000)
  await index.settled()
  expect([lists(), index.search('b.ts', 5)?.[0]?.path]).toEqual([2, 'b.ts'])
  write(tmp.path, 'c.ts')
  index.refresh()
  await index.settled()
  expect(index.search('c.ts', 5)?.[0]?.path).toBe('c.ts')
})

test('without git the directory is walked, by the same rules', async () => {
  await using tmp = tmpDir()
  write(
    tmp.path,
    '.gitignore',
    'src/a.ts',
    'x.log',
    'keep.log',
    'build/out.js',
    'node_modules/m/index.js',
    'src/sub/y.log',
  )
  symlinkSync('/', join(tmp.path, 'everything'))
  const index = createFileIndex({
    cwd: tmp.path,
    git: async () => undefined,
    respectIgnored: true,
    now: clock().now,
  })
  await index.settled()
  const paths = ['.', 'e', 's'].flatMap(query => index.search(query, 20)?.map(({ path }) => path) ?? [])
  expect([...new Set(paths)].sort()).toEqual(['.gitignore', 'everything', 'keep.log', 'src/', 'src/a.ts'])
  const whole = await walkDirectory({ cwd: tmp.path, respectIgnored: false, now: () => 0 })
  expect(Buffer.from(whole).toString().split('\0')).toContain('x.log')
})

test('a search that took too long is finished behind the back of whoever asked', async () => {
  await using tmp = tmpDir()
  const names = Array.from({ length: 20_000 }, (_, index) => `dir${index % 100}/file${index}.ts`).sort()
  let time = 0
  const index = createFileIndex({
    cwd: tmp.path,
    git: async args => (args.includes('--cached') ? Buffer.from(names.join('\0')) : Buffer.from('')),
    respectIgnored: true,
    // Every look at the clock takes a while.
    now: () => (time += 3),
  })
  await index.settled()
  const first = index.search('file19999', 5)
  const rest = index.finish('file19999', 5, new AbortController().signal)
  expect([first, (await rest)?.[0]?.path]).toEqual([[], 'dir99/file19999.ts'])
  expect(index.finish('file19999', 5, new AbortController().signal)).toBeUndefined()
})

test('files with Chinese names are found by the first letters of how they are read', async () => {
  await using tmp = tmpDir()
  write(tmp.path, '文档/购物车说明.md', 'src/gwc.ts', 'src/other.ts')
  const index = createFileIndex({
    cwd: tmp.path,
    git: async () => undefined,
    respectIgnored: true,
    now: clock().now,
  })
  index.search('', 1)
  await index.settled()
  const found = (query: string) => index.search(query, 5)?.map(({ path }) => path)
  expect(found('gwc')).toEqual(['文档/购物车说明.md', 'src/gwc.ts'])
  expect(found('gwcsm.md')).toEqual(['文档/购物车说明.md'])
  expect(found('other')).toEqual(['src/other.ts'])
})
