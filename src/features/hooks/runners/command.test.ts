import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withMoreTime } from '../../../../test/support/with-more-time.ts'
import { type CommandRun, runCommand } from './command.ts'

const VARIABLES = { PATH: '/usr/local/bin:/usr/bin:/bin' }

const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-hook-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
const run = (command: string, more: Partial<CommandRun> = {}) =>
  runCommand({
    command,
    stdin: '',
    cwd: tmpdir(),
    variables: VARIABLES,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...more,
  })

/** Polls because nothing announces the end of a process that is not a child. */
const waitUntil = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return !existsSync('/proc/self')
  }
}

test('a shell command gets its input and gives back both streams and the code', async () => {
  expect(await run('cat; echo problem >&2; exit 7', { stdin: '{"a":1}' })).toEqual({
    ended: 'exit',
    code: 7,
    killedBy: null,
    stdout: '{"a":1}',
    stderr: 'problem\n',
    cut: false,
  })
})

test('the start-up file of the person is not read', async () => {
  const home = makeDirectory()
  writeFileSync(join(home, '.bashrc'), 'echo started')
  expect((await run('echo only this', { variables: { ...VARIABLES, HOME: home } })).stdout).toBe(
    'only this\n',
  )
})

test('a program with arguments runs without a shell', async () => {
  const { stdout } = await run('printf', { args: ['%s|', '$HOME', '; echo x', '*'] })
  expect(stdout).toBe('$HOME|; echo x|*|')
})

test('the environment and the directory are exactly what was given', async () => {
  const directory = makeDirectory()
  const { stdout } = await run('env', {
    args: [],
    cwd: directory,
    variables: { PATH: VARIABLES.PATH, ONLY: 'this' },
  })
  expect(stdout.trim().split('\n').toSorted()).toEqual(['ONLY=this', `PATH=${VARIABLES.PATH}`])
  expect((await run('pwd -P', { cwd: directory })).stdout.trim()).toMatch(new RegExp(`${directory}$`))
})

test('a hook has no terminal and leads a group of its own', async () => {
  expect((await run('exec 3</dev/tty')).code).not.toBe(0)
  const { stdout } = await run('echo $$; ps -o pgid= -p $$ 2>/dev/null || cut -d" " -f5 /proc/$$/stat')
  const [pid, group] = stdout.trim().split(/\s+/)
  expect(group).toBe(pid)
})

test.for<[string, Partial<CommandRun>, RegExp]>([
  ['no-such-program-here', { args: [] }, /no-such-program-here ENOENT/],
  ['true', { cwd: '/no/such/directory' }, /^the directory \/no\/such\/directory does not exist$/],
  ['true', { args: ['a\0b'] }, /null bytes/],
])('%s with %j does not start and says why', async ([command, more, why]) => {
  expect(await run(command, more)).toEqual({
    ended: 'failed',
    code: null,
    killedBy: null,
    stdout: '',
    stderr: expect.stringMatching(why),
    cut: false,
  })
})

test('a hook that does not read a large input is no error', async () => {
  expect(await run('exit 0', { stdin: 'x'.repeat(1_000_000) })).toMatchObject({ ended: 'exit', code: 0 })
})

test('output beyond 4 MiB is dropped without blocking the hook', async () => {
  const { code, stdout, cut } = await run('head -c 6000000 /dev/zero | tr "\\0" x; exit 3')
  expect([code, stdout.length, cut]).toEqual([3, 4 * 1024 * 1024, true])
})

test('output written just before the exit is whole', async () => {
  const { stdout } = await run('head -c 300000 /dev/zero | tr "\\0" x')
  expect(stdout.length).toBe(300_000)
})

test('a process left in the background does not hold the result up and lives on', async () => {
  const { ended, stdout } = await run('sleep 30 & echo $!')
  const pid = Number(stdout)
  onTestFinished(() => {
    process.kill(pid, 'SIGKILL')
  })
  expect([ended, isAlive(pid)]).toEqual(['exit', true])
})

test('a timeout ends the hook with its grandchildren', async () => {
  const { ended, stdout, code } = await withMoreTime(
    300,
    timeoutMs => run('sleep 60 & echo $!; (sleep 61 & echo $!); wait', { timeoutMs }),
    result => result.stdout.split('\n').length > 2,
  )
  expect([ended, code]).toEqual(['timeout', null])
  const pids = stdout.trim().split('\n').map(Number)
  expect(pids).toHaveLength(2)
  await waitUntil(() => pids.every(pid => !isAlive(pid)))
})

test('a group that ignores the polite signal is ended anyway', async () => {
  const { ended, stdout, killedBy } = await withMoreTime(
    300,
    timeoutMs => run('trap "" TERM; sleep 60 & echo $!; wait; wait; sleep 60', { timeoutMs }),
    result => result.stdout !== '',
  )
  expect([ended, killedBy]).toEqual(['timeout', 'SIGKILL'])
  await waitUntil(() => !isAlive(Number(stdout)))
})

test('an abort ends the hook with its children', async () => {
  const started = join(makeDirectory(), 'pid')
  const controller = new AbortController()
  const running = run(`sleep 60 & echo $! > '${started}.new'; mv '${started}.new' '${started}'; wait`, {
    signal: controller.signal,
  })
  await waitUntil(() => existsSync(started))
  controller.abort()
  expect(await running).toMatchObject({ ended: 'abort' })
  const pid = Number(readFileSync(started, 'utf8'))
  await waitUntil(() => !isAlive(pid))
})

test('nothing is started after an abort', async () => {
  const mark = join(makeDirectory(), 'mark')
  expect(await run(`touch '${mark}'`, { signal: AbortSignal.abort() })).toMatchObject({ ended: 'abort' })
  expect(existsSync(mark)).toBe(false)
})

test('a timeout longer than a timer can hold does not fire at once', async () => {
  expect(await run('sleep 0.1; echo done', { timeoutMs: 1e13 })).toMatchObject({
    ended: 'exit',
    stdout: 'done\n',
  })
})

test('what a hook has said so far is reported while it runs', async () => {
  const mark = join(makeDirectory(), 'mark')
  const heard: string[] = []
  const { stdout } = await run(`echo one; until [ -e '${mark}' ]; do sleep 0.02; done; echo two`, {
    onOutput: text => {
      heard.push(text)
      writeFileSync(mark, '')
    },
  })
  expect([heard, stdout]).toEqual([['one\n'], 'one\ntwo\n'])
})
