import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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
const read = (path: string): string => readFileSync(path, 'utf8')
const putRepository = (put: (name: string) => string, name: string): void => {
  for (const file of ['HEAD', 'config', 'objects/x', 'refs/x']) put(`${name}/${file}`)
}

test('what is protected is found at any depth, among installed packages too', async () => {
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
    'file /node_modules/p/.npmrc',
    'link /.envrc',
    'repository /lib/.git',
  ])
  expect([view.hidden, view.unseen]).toEqual([[at('src/.env')], []])
})

test('directories beyond the limit are kept from changing, installed packages first', async () => {
  const { tmp, put, at, options, guard } = watch({ maxDirectories: 4 })
  await using _ = tmp
  for (const name of ['a', 'b', 'node_modules', 'z']) put(`${name}/in/x`)
  expect(
    new ProtectedTree(options)
      .look()
      .unseen.map(path => path.slice(tmp.path.length + 1))
      .sort(),
  ).toEqual(['a/in', 'b/in', 'node_modules', 'z/in'])
  const inside = guard.enter()
  expect([...inside.frozen].sort()).toEqual([at('a/in'), at('b/in'), at('node_modules'), at('z/in')])
  expect(inside.leave()).toEqual([])
})

test('so many of them that each needs a mount give way to the directory around them', async () => {
  const { tmp, put, at, guard } = watch({ maxDirectories: 3 })
  await using _ = tmp
  for (let count = 0; count < 300; count++) put(`a/b/${count}/x`)
  expect(guard.enter().frozen).toEqual([at('a/b')])
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

test('what somebody outside changes in protected files that were there is left alone', async () => {
  const { tmp, put, guard } = watch()
  await using _ = tmp
  put('lib/.npmrc', 'old')
  put('.vscode/settings.json', 'old')
  putRepository(put, '.git')
  const inside = guard.enter()
  put('lib/.npmrc', 'written by the person')
  put('.git/config', 'written by git')
  put('.vscode/settings.json.new')
  put('.vscode/settings.json', 'written by an editor')
  expect(inside.leave()).toEqual([])
})

test('what was replaced has lost its mount inside: it is set aside and the file of before is back', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  put('lib/.npmrc', 'old')
  putRepository(put, '.git')
  put('.git/config', 'old config')
  const inside = guard.enter()
  rmSync(at('lib/.npmrc'))
  put('keep-the-number-taken')
  put('lib/.npmrc', 'written anew')
  put('new-config', 'new')
  renameSync(at('new-config'), at('.git/config'))
  expect([...inside.leave()].sort()).toEqual([
    at('.git/config.made-in-sandbox'),
    at('lib/.npmrc.made-in-sandbox'),
  ])
  const texts = ['.git/config', '.git/config.made-in-sandbox', 'lib/.npmrc'].map(name => read(at(name)))
  expect(texts).toEqual(['old config', 'new', 'old'])
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

test('what a tool was allowed to write stays as long as it reads the same', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  put('.npmrc', 'old')
  const inside = guard.enter()
  const write = (name: string, text: string): void => {
    guard.expect(at(name), Buffer.from(text))
    rmSync(at(name), { force: true })
    put(name, text)
  }
  write('a/.vscode/settings.json', '{}')
  write('.npmrc', 'new')
  expect([guard.check(), read(at('.npmrc'))]).toEqual([[], 'new'])
  put('a/.vscode/tasks.json', 'forged')
  put('.npmrc', 'forged')
  expect([...guard.check()].sort()).toEqual([at('.npmrc.made-in-sandbox'), at('a/.vscode.made-in-sandbox')])
  expect(read(at('.npmrc'))).toBe('new')
  put('.npmrc', 'forged again')
  expect(inside.leave()).toEqual([at('.npmrc.made-in-sandbox-2')])
  expect(read(at('.npmrc'))).toBe('new')
})

test('when nothing runs inside, nothing is set aside', async () => {
  const { tmp, put, at, guard } = watch()
  await using _ = tmp
  expect(guard.enter().leave()).toEqual([])
  put('b/.npmrc')
  expect(guard.check()).toEqual([])
  expect(guard.enter().leave()).toEqual([])
  expect(existsSync(at('b/.npmrc'))).toBe(true)
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
