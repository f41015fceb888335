import { mkdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { Directories, type PlainMemory } from './directories.ts'
import { lookAny } from './stamp.ts'

const LEAVES = ['a/one', 'a/two', 'a/three', 'b/one', 'b/two']
const MINUTE_MS = 60_000

/** A tree that was made long ago, as far as its looks can tell: their clocks are ahead. */
const open = () => {
  const tmp = tmpDir()
  const root = tmp.path
  for (const leaf of LEAVES) mkdirSync(join(root, leaf), { recursive: true })
  const memory: PlainMemory = new Map()
  const lookAgain = () => {
    const looked: string[] = []
    const directories = new Directories({
      roots: [root],
      started: Date.now() + MINUTE_MS,
      memory,
      look: path => {
        looked.push(path.slice(root.length + 1))
        return lookAny(path)
      },
    })
    const plain = LEAVES.filter(leaf => directories.isPlain(join(root, leaf)))
    return { looked, plain }
  }
  return { root, lookAgain, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('a directory is not looked at again while the one above it has not changed', async () => {
  await using at = open()
  expect(at.lookAgain()).toEqual({
    looked: ['', 'a', 'a/one', 'a/two', 'a/three', 'b', 'b/one', 'b/two'],
    plain: LEAVES,
  })
  expect(at.lookAgain()).toEqual({ looked: ['', 'a', 'b'], plain: LEAVES })
})

test('a link in the place of a directory is seen, whatever its times say', async () => {
  await using at = open()
  at.lookAgain()
  renameSync(join(at.root, 'a/two'), join(at.root, 'elsewhere'))
  symlinkSync(join(at.root, 'elsewhere'), join(at.root, 'a/two'))
  utimesSync(join(at.root, 'a'), 0, 0)
  expect(at.lookAgain().plain).toEqual(['a/one', 'a/three', 'b/one', 'b/two'])
})

test('what changed just now proves nothing about the next time', async () => {
  await using at = open()
  const memory: PlainMemory = new Map()
  const directories = new Directories({ roots: [at.root], started: Date.now(), memory })
  expect(directories.isPlain(join(at.root, 'a/one'))).toBe(true)
  expect([...memory.keys()]).toEqual([])
})
