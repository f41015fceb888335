import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../../test/support/is-alive.ts'
import { hasPs } from '../../../test/support/needs-program.ts'
import { REPOSITORY } from '../../../test/support/run-program.ts'
import { WATCH_SCRIPT, watchHead } from './watch-script.ts'

/** Another program with a guard of its own, which does `more`, starts `script` as a group and then waits to be killed. */
const guarded = async (script: string, more = '') => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-guard-'))
  const lib = join(REPOSITORY, 'src/lib/process')
  const program = `
    const { GroupGuard } = await import('${lib}/group-guard.ts')
    const { spawnGroup, groupMarks } = await import('${lib}/spawn-group.ts')
    const { processMark } = await import('${lib}/process-mark.ts')
    const guard = new GroupGuard({ id: 'r' + process.pid + 'x' + Date.now() })
    const limit = processMark('T', 't', groupMarks().owner).lockLimit
    const start = script => spawnGroup('bash', ['-c', 'ulimit -S -x ' + limit + ';' + script], {
      cwd: ${JSON.stringify(dir)}, env: { PATH: process.env.PATH }, stdio: 'ignore' })
    ${more}
    start(${JSON.stringify(script)})
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const pids = () =>
    readdirSync(dir)
      .filter(name => name.startsWith('pid.'))
      .map(name => Number(name.slice(4)))
  await until(() => existsSync(join(dir, 'ready')))
  return { child, dir, pids }
}

const until = async (isSo: () => boolean): Promise<void> => {
  await expect.poll(isSo, { timeout: 60_000, interval: 20 }).toBe(true)
}
const killed = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** In its group; in a session of its own; deaf; and without parents, environment and session. */
const KEEP = 'touch pid.$$; trap "" TERM; while :; do /bin/sleep 0.05; done'
const HOSTILE = `
  bash -c '${KEEP}' &
  setsid bash -c '${KEEP}' &
  (setsid bash -c '(setsid bash -c "touch pid.\\$\\$; exec sleep 300" &)' &)
  (env -i setsid /bin/bash -c '/bin/sleep 300 & echo > pid.$!; echo > pid.$$; wait' </dev/null >/dev/null 2>&1 &)
  while [ $(ls | grep -c pid.) -lt 5 ]; do sleep 0.02; done
  touch ready; wait`

test.runIf(process.platform === 'linux')(
  'nothing is left of a program that was killed, however far its children went',
  async () => {
    const { child, pids } = await guarded(HOSTILE)
    expect(pids().filter(isAlive).length).toBe(5)
    await killed(child)
    await until(() => !pids().some(isAlive))
  },
)

test('a group that a killed program left is ended', async () => {
  const { child, pids } = await guarded('touch pid.$$; touch ready; sleep 300')
  await killed(child)
  await until(() => !pids().some(isAlive))
})

test('an orderly end leaves what runs to whoever said so', async () => {
  const { child, pids } = await guarded(
    'touch pid.$$; touch ready; exec sleep 300',
    `process.once('SIGTERM', () => { guard.release(); process.exit() })`,
  )
  const watch = watchers(child)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  await until(() => !watch.some(isAlive))
  expect([watch.length, pids().map(isAlive)]).toEqual([1, [true]])
  for (const pid of pids()) process.kill(pid, 'SIGKILL')
})

test('a watcher that somebody ended is replaced before the next group, and knows the first', async () => {
  const { child, dir, pids } = await guarded(
    'touch pid.$$; touch ready; exec sleep 300',
    `process.on('SIGUSR2', () => start('touch pid.$$; touch second; exec sleep 300'))`,
  )
  const [watch = 0] = watchers(child)
  process.kill(watch, 'SIGKILL')
  // Collected: of two signals the program takes that of its child last.
  await until(() => !existsSync(`/proc/${watch}`))
  child.kill('SIGUSR2')
  await until(() => existsSync(join(dir, 'second')))
  // Its own start takes as long as it takes.
  await until(() => watchers(child).length === 1)
  expect(pids().filter(isAlive).length).toBe(2)
  await killed(child)
  await until(() => !pids().some(isAlive))
})

/** The watchers of a program; there must be one at most. */
const watchers = ({ pid }: ChildProcess): readonly number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(one => {
      try {
        return (
          new RegExp(`^\\d+ \\(.*\\) [^Z] ${pid} `, 's').test(readFileSync(`/proc/${one}/stat`, 'latin1')) &&
          readFileSync(`/proc/${one}/cmdline`, 'latin1').includes('capstan-watch')
        )
      } catch {
        return false
      }
    })

test.skipIf(!hasPs())('where there is no /proc, groups and their descendants end all the same', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-guard-'))
  const script = WATCH_SCRIPT.replace('/proc/self/stat', '/proc/none')
  const watch = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'] })
  const group = spawn('bash', ['-c', 'setsid bash -c "touch ready; sleep 300; exit" & wait'], {
    cwd: dir,
    detached: true,
    stdio: 'ignore',
  })
  await until(() => existsSync(join(dir, 'ready')))
  watch.stdin.end(`${watchHead({ id: 'rnone', limitPrefix: '4x' })}+999999999\n+${group.pid}\n-999999999\n`)
  await Promise.all([once(watch, 'exit'), once(group, 'exit')])
  expect([script === WATCH_SCRIPT, group.signalCode]).toEqual([false, 'SIGTERM'])
})
