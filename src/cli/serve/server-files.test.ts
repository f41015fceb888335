import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { noteServer, runningServers } from './server-files.ts'

const url = 'http://127.0.0.1:4097'

/** A server that was killed left this; its number, or its port, is somebody else's by now. */
const leave = (configHome: string, note: object): void => {
  mkdirSync(join(configHome, 'serve'), { recursive: true })
  writeFileSync(join(configHome, 'serve', `${process.pid}.json`), JSON.stringify(note))
}

test('a server that runs is found until it takes its note away', async () => {
  await using home = tmpDir()
  mkdirSync(join(home.path, 'serve'))
  const forget = noteServer(home.path, { url, startedAt: 1 })
  expect(runningServers(home.path)).toMatchObject([{ url }])
  forget()
  expect(runningServers(home.path)).toEqual([])
})

test.each([
  ['without the time it was started', { url, pid: process.pid, startedAt: 1 }],
  ['of an earlier process with this number', { process: { ...thisProcess(), started: '1' } }],
  ['of a process that is gone', { process: { ...thisProcess(), pid: 2 ** 22 + 1 } }],
  ['of another machine', { process: { ...thisProcess(), host: `${hostname()}2`, boot: '0badcafe.1' } }],
])('the token is sent to no address that a killed server left behind: note %s', async (_, note) => {
  await using home = tmpDir()
  leave(home.path, { url, startedAt: 1, ...note })
  expect(runningServers(home.path)).toEqual([])
})

test('the next server takes notes of killed ones away, and leaves those of other machines alone', async () => {
  await using home = tmpDir()
  const at = join(home.path, 'serve')
  mkdirSync(at)
  const dead = { url, startedAt: 1, process: { ...thisProcess(), started: '1' } }
  writeFileSync(join(at, '7.json'), JSON.stringify(dead))
  writeFileSync(
    join(at, '8.json'),
    JSON.stringify({ ...dead, process: { ...dead.process, host: 'far', boot: '0badcafe.1' } }),
  )
  noteServer(home.path, { url, startedAt: 2 })
  expect(readdirSync(at).sort()).toEqual(['8.json', `${process.pid}.json`].sort())
})
