import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { removeStaleSockets } from './stale-sockets.ts'

const LATER = Date.now() + 24 * 60 * 60 * 1000

const directory = (root: string, name: string): string => {
  const path = join(root, name)
  mkdirSync(path, { mode: 0o700 })
  return path
}

/** What a program that was killed leaves. */
const deadSocket = (path: string): void => {
  const program = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  expect(spawnSync(process.execPath, ['-e', program]).signal).toBe('SIGKILL')
  expect(existsSync(path)).toBe(true)
}

test('directories of killed sessions go; what lives, is young, open to others, linked or holds more stays', async () => {
  await using tmp = tmpDir()
  const root = directory(tmp.path, 'root')
  const outside = directory(tmp.path, 'capstan-peer-outside')
  deadSocket(join(directory(root, 'capstan-peer-dead'), 's'))
  directory(root, 'capstan-peer-empty')
  deadSocket(join(directory(root, 'capstan-peer-more'), 's'))
  writeFileSync(join(root, 'capstan-peer-more', 'mine.txt'), 'x')
  writeFileSync(join(directory(root, 'capstan-peer-file'), 's'), 'x')
  deadSocket(join(directory(root, 'capstan-peer-open'), 's'))
  chmodSync(join(root, 'capstan-peer-open'), 0o755)
  deadSocket(join(directory(root, 'another'), 's'))
  deadSocket(join(outside, 's'))
  symlinkSync(outside, join(root, 'capstan-peer-link'))
  symlinkSync(join(outside, 's'), join(directory(root, 'capstan-peer-inner'), 's'))
  const living = createServer()
  await new Promise<void>(resolve =>
    living.listen(join(directory(root, 'capstan-peer-alive'), 's'), () => resolve()),
  )
  const before = readdirSync(root)
  // Just made: somebody may be about to listen.
  await removeStaleSockets(root, Date.now())
  expect(readdirSync(root)).toEqual(before)
  await removeStaleSockets(root, LATER)
  expect(readdirSync(root).sort()).toEqual([
    'another',
    'capstan-peer-alive',
    'capstan-peer-file',
    'capstan-peer-inner',
    'capstan-peer-link',
    'capstan-peer-more',
    'capstan-peer-open',
  ])
  expect(existsSync(join(outside, 's'))).toBe(true)
  expect(existsSync(join(root, 'capstan-peer-more', 'mine.txt'))).toBe(true)
  living.close()
  await removeStaleSockets(join(root, 'nowhere'), LATER)
})

test('one session removes a bounded number of them', async () => {
  await using tmp = tmpDir()
  for (let at = 0; at < 250; at += 1) directory(tmp.path, `capstan-peer-${at}`)
  await removeStaleSockets(tmp.path, LATER)
  expect(readdirSync(tmp.path)).toHaveLength(50)
  await removeStaleSockets(tmp.path, LATER)
  expect(readdirSync(tmp.path)).toEqual([])
})
