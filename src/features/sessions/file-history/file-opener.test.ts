import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { Directories } from './directories.ts'
import { FileOpener } from './file-opener.ts'

const MINUTE_MS = 60_000
const FILES = ['top', 'a/one', 'a/deep/two', 'b/three']

/** A tree that was made long ago, as far as its looks can tell: their clocks are ahead. */
const open = () => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  for (const directory of ['project/a/deep', 'project/b', 'elsewhere/deep'])
    mkdirSync(join(tmp.path, directory), { recursive: true })
  for (const file of FILES) writeFileSync(join(root, file), `own ${file}`)
  for (const file of ['one', 'deep/two']) writeFileSync(join(tmp.path, 'elsewhere', file), 'of another')
  const started = Date.now() + MINUTE_MS
  const directories = new Directories({ roots: [root], started })
  for (const file of FILES) directories.isPlain(dirname(join(root, file)))
  const files = new FileOpener({ directories, root, started })
  const read = (file: string) =>
    files.open(join(root, file), dirname(join(root, file)), ({ fd }) => readFileSync(fd, 'utf8'))
  const doubtful = () => files.doubtful().map(path => path.slice(root.length + 1))
  return { root, tmp, read, doubtful, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test.runIf(process.platform === 'linux')('files are read where they are, and none is in doubt', async () => {
  await using at = open()
  expect(FILES.map(at.read)).toEqual(FILES.map(file => `own ${file}`))
  expect(at.doubtful()).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'what lies behind a link in place of a directory is not taken',
  async () => {
    await using at = open()
    renameSync(join(at.root, 'a'), join(at.root, 'away'))
    symlinkSync('../elsewhere', join(at.root, 'a'))
    expect(FILES.map(at.read)).toEqual(['own top', undefined, undefined, 'own b/three'])
  },
)

test.runIf(process.platform === 'linux')('no link, directory or missing file is opened', async () => {
  await using at = open()
  symlinkSync('top', join(at.root, 'link'))
  expect(['link', 'a', 'nothing'].map(at.read)).toEqual([undefined, undefined, undefined])
})

test.runIf(process.platform === 'linux')(
  'a directory that was a link for a while puts all below it in doubt, and nothing else',
  async () => {
    await using at = open()
    for (const file of FILES) at.read(file)
    renameSync(join(at.root, 'a/deep'), join(at.root, 'a/away'))
    symlinkSync('../../elsewhere/deep', join(at.root, 'a/deep'))
    rmSync(join(at.root, 'a/deep'))
    renameSync(join(at.root, 'a/away'), join(at.root, 'a/deep'))
    expect(at.doubtful()).toEqual(['a/deep/two'])
  },
)
