import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { isProcessRunning, lifeOf, thisProcess } from './process-identity.ts'

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
  expect(lifeOf({ ...here, host: `${hostname()}x` })).toBe('unknown')
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
