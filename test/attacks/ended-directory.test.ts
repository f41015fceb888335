import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followDirectory } from '../../src/features/shell/start-directory.ts'
import { makeDirectory, makePipe } from '../support/tool-call.ts'

/** What a command may leave where the directory it ended in is looked for. */
const after = (leave: (file: string, sub: string) => void) => {
  const root = makeDirectory()
  const sub = join(root, 'sub')
  const file = join(makeDirectory(), 'end.cwd')
  mkdirSync(sub)
  leave(file, sub)
  let cwd = root
  const place = {
    cwd: () => cwd,
    setCwd: (directory: string) => {
      cwd = directory
    },
    roots: () => [root],
  }
  followDirectory(file, root, place)
  return cwd === root ? 'stays' : cwd === sub ? 'goes' : cwd
}

test('a plain file with a path in it is followed', () => {
  expect(after((file, sub) => writeFileSync(file, `${sub}\n`))).toBe('goes')
})

test('a link to such a file is not', async () => {
  const { symlinkSync } = await import('node:fs')
  const left = after((file, sub) => {
    writeFileSync(`${file}.other`, `${sub}\n`)
    symlinkSync(`${file}.other`, file)
  })
  expect(left).toBe('stays')
})

test('a pipe is not waited for', () => {
  expect(after(file => makePipe(file))).toBe('stays')
})

test('a device and a directory are no answer', async () => {
  const { symlinkSync } = await import('node:fs')
  expect(after(file => symlinkSync('/dev/zero', file))).toBe('stays')
  expect(after(file => mkdirSync(file))).toBe('stays')
})

test('of a file without end no more is read than a path can be', () => {
  const before = process.memoryUsage().arrayBuffers
  const left = after(file => {
    writeFileSync(file, '')
    // Without holes to fill: the size is what counts.
    const { truncateSync } = process.getBuiltinModule('node:fs')
    truncateSync(file, 8 * 1024 ** 3)
  })
  expect([left, process.memoryUsage().arrayBuffers - before < 10_000_000]).toEqual(['stays', true])
})

test('a long text that ends in a path inside is no path', () => {
  expect(after((file, sub) => writeFileSync(file, `${'/x'.repeat(20_000)}\n${sub}\n`))).toBe('stays')
  expect(readdirSync('/')).not.toContain('x')
})
