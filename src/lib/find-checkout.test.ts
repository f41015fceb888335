import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../test/support/tool-call.ts'
import { findCheckout } from './find-checkout.ts'

const mainOf = (path: string): string | undefined => findCheckout(path)?.main

const repository = () => {
  const top = makeDirectory()
  const main = join(top, 'main')
  const tree = join(top, 'tree')
  const own = join(main, '.git', 'worktrees', 'tree')
  for (const directory of [join(main, 'src', 'deep'), join(tree, 'src'), own])
    mkdirSync(directory, { recursive: true })
  writeFileSync(join(tree, '.git'), `gitdir: ${own}\n`)
  writeFileSync(join(own, 'commondir'), '../..\n')
  writeFileSync(join(own, 'gitdir'), `${join(tree, '.git')}\n`)
  return { top, main, tree, own }
}

test('a directory of a repository stands under its top, one outside under none', () => {
  const { top, main } = repository()
  expect(mainOf(join(main, 'src', 'deep'))).toBe(main)
  expect(mainOf(top)).toBeUndefined()
})

test('a worktree shares the root of the main checkout', () => {
  const { main, tree } = repository()
  expect(mainOf(join(tree, 'src'))).toBe(main)
})

test('a folder that only claims to be a worktree stands for itself', () => {
  const { own } = repository()
  const hostile = makeDirectory()
  writeFileSync(join(hostile, '.git'), `gitdir: ${own}\n`)
  expect(mainOf(hostile)).toBe(hostile)
})

test('a folder that brings its own pointers cannot point at another repository', () => {
  const { main } = repository()
  const hostile = makeDirectory()
  mkdirSync(join(hostile, 'g'))
  writeFileSync(join(hostile, '.git'), 'gitdir: g\n')
  writeFileSync(join(hostile, 'g', 'commondir'), `${join(main, '.git')}\n`)
  writeFileSync(join(hostile, 'g', 'gitdir'), `${join(hostile, '.git')}\n`)
  expect(mainOf(hostile)).toBe(hostile)
})

test('a submodule and a broken pointer stand for themselves', () => {
  const module = makeDirectory()
  writeFileSync(join(module, '.git'), 'gitdir: ../.git/modules/x\n')
  expect(mainOf(module)).toBe(module)
  const broken = makeDirectory()
  writeFileSync(join(broken, '.git'), 'nonsense')
  expect(mainOf(broken)).toBe(broken)
})
