import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { isProcessRunning, lifeOf, thisProcess } from './process-identity.ts'
import { compareLinuxBoot, darwinProcesses, parsePs, runPs } from './system-processes.ts'

/** A process that has ended and that its parent, which lives on, never collects; both go at the end. */
const startZombie = async (): Promise<{ readonly pid: number } & AsyncDisposable> => {
  // The shell becomes a program that knows nothing of the child it has.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [text] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string]
  const pid = Number(text)
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'latin1')).toBe('sleep\n')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/\) Z /)
  return {
    pid,
    async [Symbol.asyncDispose]() {
      const ended = once(parent, 'exit')
      parent.kill('SIGKILL')
      await ended
    },
  }
}

test('this process runs', () => {
  expect([isProcessRunning(process.pid), lifeOf(thisProcess())]).toEqual([true, 'alive'])
})

test('one of another start, or of no process, is dead, and of another machine nobody knows', () => {
  const here = thisProcess()
  expect(lifeOf({ ...here, pid: 2 ** 22 + 1 })).toBe('dead')
  const { boot: _, ...nowhere } = here
  expect(lifeOf({ ...nowhere, host: `${hostname()}x` })).toBe('unknown')
  expect(lifeOf({ ...here, host: `${hostname()}x`, boot: '0badcafe.1' })).toBe('unknown')
  if (here.started !== '') expect(lifeOf({ ...here, started: '1' })).toBe('dead')
})

test.runIf(process.platform === 'linux')(
  'one that has ended is dead although nobody has collected it',
  async () => {
    await using zombie = await startZombie()
    const started = readFileSync(`/proc/${zombie.pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19] ?? ''
    expect(isProcessRunning(zombie.pid)).toBe(false)
    expect(lifeOf({ pid: zombie.pid, started, host: hostname() })).toBe('dead')
  },
)

test.each([
  ['a1.1', 'a1.1', 'same'],
  ['a1.1', 'a1.2', 'elsewhere'],
  ['a1.1', 'b2.1', 'earlier'],
  ['', 'b2.1', 'unclear'],
  ['a1.1', '', 'unclear'],
] as const)('of Linux, a process of %s seen from %s is %s', (one, here, expected) => {
  expect(compareLinuxBoot(one, here)).toBe(expected)
})

test.runIf(process.platform === 'linux')('the name of the machine may change while it runs', () => {
  const here = thisProcess()
  expect(here.boot).toMatch(/^[0-9a-f]{8}[.]\d+$/)
  expect(lifeOf({ ...here, host: 'another-name.local' })).toBe('alive')
  expect(lifeOf({ ...here, boot: `00000000.${here.boot?.split('.')[1]}` })).toBe('dead')
  expect(lifeOf({ ...here, boot: `${here.boot?.split('.')[0]}.1` })).toBe('unknown')
})

const BOOTED = Date.UTC(2026, 10, 18, 8) / 1000
const STARTED = Date.UTC(2026, 10, 19, 1, 50, 43) / 1000
const asked: number[] = []
const mac = (host: string, bootedAt = BOOTED) =>
  darwinProcesses({
    pid: 700,
    host,
    startedAt: STARTED + 1.4,
    bootedAt,
    isThere: pid => pid === 700 || pid === 701,
    ps: pid => {
      asked.push(pid)
      return pid === 700 ? 'Ss   Thu Nov 19 01:50:43 2026\n' : 'R+   Wed Nov 18 09:00:00 2026\n'
    },
  })

test('of macOS, a process is known by when it began, as ps tells it', () => {
  const me = thisProcess(mac('mac.local'))
  expect(me).toEqual({ pid: 700, started: String(STARTED + 1), host: 'mac.local', boot: String(BOOTED) })
  expect(lifeOf(me, mac('mac.local'))).toBe('alive')
  // Its number was given to another.
  expect(lifeOf({ ...me, pid: 701 }, mac('mac.local'))).toBe('dead')
  expect(lifeOf({ ...me, pid: 702 }, mac('mac.local'))).toBe('dead')
  // One from before this was known.
  expect(lifeOf({ pid: 701, started: '', host: 'mac.local' }, mac('mac.local'))).toBe('alive')
})

test('of macOS, another network brings another name, a clock put right another time of the start', () => {
  const me = thisProcess(mac('mac.local'))
  expect(lifeOf(me, mac('dhcp-17.example.org', BOOTED + 3))).toBe('alive')
  expect(lifeOf(me, mac('mac.local', BOOTED + 86_400))).toBe('alive')
  expect(lifeOf(me, mac('other.local', BOOTED + 86_400))).toBe('unknown')
})

test('of macOS, ps is not asked whether a process runs', () => {
  asked.length = 0
  expect([isProcessRunning(701, mac('m')), isProcessRunning(702, mac('m'))]).toEqual([true, false])
  expect(asked).toEqual([])
})

test.each([
  ['Z    Thu Nov 19 01:50:43 2026', { state: 'Z', started: String(STARTED) }],
  [' S+  Sun Nov  1 00:00:00 2026\n', { state: 'S', started: String(Date.UTC(2026, 10, 1) / 1000) }],
  ['', undefined],
  ['ps: something else', undefined],
])('"%s" of ps is understood', (line, expected) => {
  expect(parsePs(line)).toEqual(expected)
})

test.skipIf(!existsSync('/bin/ps'))('the ps of this machine says when this process began', () => {
  const { started } = parsePs(runPs(process.pid)) ?? {}
  expect(Math.abs(Number(started) - performance.timeOrigin / 1000)).toBeLessThan(30)
  expect(parsePs(runPs(2 ** 22 + 1))).toBe(undefined)
})
