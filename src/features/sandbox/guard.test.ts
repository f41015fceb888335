import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findProtected } from '../../../test/support/protected-names.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { Guard } from './guard.ts'
import { ProtectedTree } from './protected-tree.ts'

const watch = (more: { readonly maxDirectories?: number } = {}) => {
  const tmp = tmpDir()
  const options = {
    roots: () => [tmp.path],
    isProtected: (path: string) => findProtected(path) !== undefined,
    isHidden: (name: string) => name === '.env',
    now: () => Date.now(),
    ...more,
  }
  const put = (name: string, text = ''): string => {
    const path = join(tmp.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  return { tmp, put, at: (name: string) => join(tmp.path, name), options, guard: new Guard(options) }
}
const putRepository = (put: (name: string) => string, name: string): void => {
  for (const file of ['HEAD', 'config', 'objects/x', 'refs/x']) put(`${name}/${file}`)
}

test('what is protected is found at any depth, but not among installed packages', async () => {
  const { tmp, put, at, options } = watch()
  await using _ = tmp
  put('a/b/.NPMRC')
  put('.vscode/tasks.json')
  put('x/.config/git/config')
  put('x/.config/other')
  put('node_modules/p/.npmrc')
  put('src/.env')
  putRepository(put, 'lib/.git')
  putRepository(put, 'bare')
  symlinkSync('/nowhere', at('.envrc'))
  const view = new ProtectedTree(options).look()
  const found = view.protected.map(one => `${one.kind} ${one.path.slice(tmp.path.length)}`)
  expect(found.sort()).toEqual([
    'directory /.vscode',
    'directory /x/.config/git',
    'file /a/b/.NPMRC',
    'file /bare/config',
    'file /lib/.git/config',
    'link /.envrc',
    'repository /lib/.git',
  ])
  expect([view.hidden, view.cut]).toEqual([[at('src/.env')], false])
})

test('more directories than the limit are said not to have been looked at', async () => {
  const { tmp, put, options } = watch({ maxDirectories: 3 })
  await using _ = tmp
  for (const name of ['a', 'b', 'c', 'd']) put(`${name}/x`)
  expect(new ProtectedTree(options).look().cut).toBe(true)
})

test('a change is seen although the directory was listed a moment ago', async () => {
  const { tmp, put, options } = watch()
  await using _ = tmp
  put('d/x')
  const tree = new ProtectedTree(options)
  for (const round of [0, 1, 2, 3]) {
    expect(tree.look().protected).toHaveLength(round)
    put(`d/${['.npmrc', '.yarnrc', '.envrc', '.bazelrc'][round]}`)
  }
})

test('what appears while a command is inside gets a name that nothing obeys', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  put('.npmrc', 'old')
  const inside = guard.enter()
  expect(inside.guarded).toContainEqual({ path: at('.npmrc'), kind: 'file' })
  put('sub/.npmrc')
  put('sub/.vscode/tasks.json')
  put('sub/.npmrc.made-in-sandbox', 'taken')
  putRepository(put, 'cloned/.git')
  expect([...inside.leave()].sort()).toEqual([
    at('cloned/.git.made-in-sandbox'),
    at('sub/.npmrc.made-in-sandbox-2'),
    at('sub/.vscode.made-in-sandbox'),
  ])
  expect(readdirSync(tmp.path).sort()).toEqual(['.npmrc', 'cloned', 'sub'])
})

test('a pointer of git to other settings that appears in a repository is set aside', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  putRepository(put, '.git')
  const inside = guard.enter()
  put('.git/commondir', '../evil')
  expect(inside.leave()).toEqual([at('.git/commondir.made-in-sandbox')])
})

test('stand-ins are there while a command runs, for all that run, and gone after the last', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  putRepository(put, '.git')
  const first = guard.enter()
  const second = guard.enter()
  expect(readdirSync(tmp.path).sort()).toEqual(['.capstan', '.claude', '.git', '.husky', '.vscode'])
  expect(first.guarded).toContainEqual({ path: at('.git/hooks'), kind: 'directory' })
  expect(second.guarded).toContainEqual({ path: at('.vscode'), kind: 'directory' })
  expect(first.leave()).toEqual([])
  expect(existsSync(at('.vscode'))).toBe(true)
  expect(second.leave()).toEqual([])
  expect([readdirSync(tmp.path), existsSync(at('.git/hooks'))]).toEqual([['.git'], false])
})

test('what somebody outside does to protected files that were there is left alone', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  put('lib/.npmrc', 'old')
  putRepository(put, '.git')
  const inside = guard.enter()
  rmSync(at('lib/.npmrc'))
  put('keep-the-number-taken')
  put('lib/.npmrc', 'written anew by the person')
  put('new-config')
  renameSync(at('new-config'), at('.git/config'))
  expect(inside.leave()).toEqual([])
})

test('a directory that takes the place of one with a protected file is a forgery, a moved one is not', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  put('lib/.npmrc', 'old')
  const inside = guard.enter()
  renameSync(at('lib'), at('lib2'))
  put('lib/.npmrc', 'forged')
  expect(inside.leave()).toEqual([at('lib/.npmrc.made-in-sandbox')])
  expect(readdirSync(at('lib2'))).toEqual(['.npmrc'])
})

test('what a tool was allowed to write, and what a command outside made, stays', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  const inside = guard.enter()
  guard.expect(at('a/.vscode/settings.json'))
  put('a/.vscode/settings.json')
  put('b/.npmrc')
  guard.acceptAll()
  put('c/.npmrc')
  expect(inside.leave()).toEqual([at('c/.npmrc.made-in-sandbox')])
})

test('what an earlier command made in the background is set aside when the next one comes', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  const background = guard.enter()
  put('.npmrc')
  const next = guard.enter()
  expect(next.setAside).toEqual([at('.npmrc.made-in-sandbox')])
  expect([next.leave(), background.leave()]).toEqual([[], []])
})
