import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { errorText } from '../../../lib/error-text.ts'
import { spawnGroup } from '../../../lib/process/spawn-group.ts'

export interface CommandRun {
  readonly command: string
  /** Present: the command is a program and these are its arguments; no shell is involved. */
  readonly args?: readonly string[]
  /** Absent: bash. */
  readonly shell?: 'bash' | 'powershell'
  /** Hears of the first whole line of its output, once it is there. */
  onFirstLine?(line: string): void
  /** Hears what it has said so far, whenever that has grown. */
  onOutput?(stdout: string, stderr: string): void
  readonly stdin: string
  readonly cwd: string
  /** The whole environment of the child: nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface CommandEnd {
  /** `failed`: it could not be started. */
  readonly ended: 'exit' | 'timeout' | 'abort' | 'failed'
  readonly code: number | null
  readonly killedBy: string | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output went on beyond what was kept. */
  readonly cut: boolean
}

/** What is kept of each stream: enough for a rewritten tool input. The rest is read and dropped. */
const MAX_STREAM_BYTES = 4 * 1024 * 1024
const POWERSHELL = 'pwsh'
const MAX_TIMER_MS = 2_147_483_647
const GRACE_MS = 500
/** How long output may trail behind the exit, when something in the background keeps the pipe open. */
const TRAILING_MS = 200
const MAX_TRAILING_ROUNDS = 5

/** Runs a hook command in a session and process group of its own, without a terminal. Never rejects. */
export const runCommand = (run: CommandRun): Promise<CommandEnd> => {
  if (run.signal.aborted) return Promise.resolve({ ...NOTHING, ended: 'abort' })
  let child: ChildProcess
  try {
    child = start(run)
  } catch (error) {
    return Promise.resolve(notStarted(run, error))
  }
  const stdout = collect(child.stdout)
  if (run.onFirstLine) watchFirstLine(child.stdout, run.onFirstLine)
  const stderr = collect(child.stderr)
  const guard = guardChild(child, run)
  const watch = watchOutput(run, stdout, stderr)
  const { promise, resolve } = Promise.withResolvers<CommandEnd>()
  child.once('error', error => {
    guard.release()
    clearInterval(watch)
    resolve(notStarted(run, error))
  })
  child.once('exit', (code, killedBy) => {
    guard.exited()
    clearInterval(watch)
    afterOutput(child, [stdout, stderr], () => {
      const ended = guard.reason() ?? 'exit'
      resolve({ ended, code, killedBy, stdout: stdout.text(), stderr: stderr.text(), cut: stdout.cut() })
    })
  })
  // A hook need not read its input.
  child.stdin?.on('error', () => {})
  child.stdin?.end(run.stdin)
  return promise
}

const PROGRESS_MS = 1_000

const watchOutput = (
  { onOutput }: CommandRun,
  stdout: Collected,
  stderr: Collected,
): NodeJS.Timeout | undefined => {
  if (!onOutput) return undefined
  let known = 0
  return setInterval(() => {
    const bytes = stdout.bytes() + stderr.bytes()
    if (bytes === known) return
    known = bytes
    onOutput(stdout.text(), stderr.text())
  }, PROGRESS_MS).unref()
}

const NOTHING = { code: null, killedBy: null, stdout: '', stderr: '', cut: false } as const

const notStarted = (run: CommandRun, error: unknown): CommandEnd => {
  const why = errorText(error)
  // The system reports a missing directory as a missing program.
  return {
    ...NOTHING,
    ended: 'failed',
    stderr: existsSync(run.cwd) ? why : `the directory ${run.cwd} does not exist`,
  }
}

/**
 * Calls `done` once the pipes are closed or have been quiet for a while. Quiet is looked at after a round of the
 * event loop, so that output which waited behind a busy loop is not lost.
 */
const afterOutput = (child: ChildProcess, streams: readonly Collected[], done: () => void): void => {
  let timer: NodeJS.Timeout | undefined
  let isDone = false
  const finish = (): void => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    child.stdout?.destroy()
    child.stderr?.destroy()
    done()
  }
  const total = (): number => streams.reduce((sum, stream) => sum + stream.bytes(), 0)
  const wait = (round: number, before: number): void => {
    timer = setTimeout(() => {
      setImmediate(() => {
        const now = total()
        if (now === before || round >= MAX_TRAILING_ROUNDS) finish()
        else wait(round + 1, now)
      })
    }, TRAILING_MS)
  }
  wait(1, total())
  child.once('close', finish)
}

const start = (run: CommandRun): ChildProcess => {
  const options = { cwd: run.cwd, env: run.variables, stdio: 'pipe' } as const
  if (run.args) return spawnGroup(run.command, run.args, options)
  if (run.shell === 'powershell')
    return spawnGroup(POWERSHELL, ['-NoProfile', '-NonInteractive', '-Command', run.command], options)
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find(path => existsSync(path))
  // Standard input is a socket, so bash takes itself for a remote shell and would read the person's start-up file.
  return bash === undefined
    ? spawnGroup('/bin/sh', ['-c', run.command], options)
    : spawnGroup(bash, ['--norc', '-c', run.command], options)
}

interface Collected {
  text(): string
  /** All that came, kept or not. */
  bytes(): number
  cut(): boolean
}

const collect = (stream: NodeJS.ReadableStream | null): Collected => {
  const chunks: Buffer[] = []
  let kept = 0
  let bytes = 0
  stream?.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, MAX_STREAM_BYTES - kept)
    if (part.length > 0) chunks.push(part)
    kept += part.length
    bytes += chunk.length
  })
  stream?.on('error', () => {
    // What came before is kept; the exit code decides.
  })
  return { text: () => Buffer.concat(chunks).toString('utf8'), bytes: () => bytes, cut: () => bytes > kept }
}

/** No line worth waiting for is longer. */
const MAX_FIRST_LINE = 10_000

const watchFirstLine = (stream: NodeJS.ReadableStream | null, tell: (line: string) => void): void => {
  let text = ''
  const onData = (chunk: Buffer): void => {
    text += chunk.toString('utf8')
    const end = text.indexOf('\n')
    if (end < 0 && text.length < MAX_FIRST_LINE) return
    stream?.off('data', onData)
    if (end >= 0) tell(text.slice(0, end))
  }
  stream?.on('data', onData)
}

interface Guard {
  /** Why the child was ended from here, if it was. */
  reason(): 'timeout' | 'abort' | undefined
  /** The leader is gone; when it was ended from here the rest of its group goes at once. */
  exited(): void
  release(): void
}

/** Ends the whole group, politely and then for good, when the time is up or the turn is aborted. */
const guardChild = (child: ChildProcess, { timeoutMs, signal }: CommandRun): Guard => {
  let reason: 'timeout' | 'abort' | undefined
  let force: NodeJS.Timeout | undefined
  const end = (why: 'timeout' | 'abort'): void => {
    if (reason) return
    reason = why
    signalGroup(child, 'SIGTERM')
    force = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
  }
  const onAbort = (): void => end('abort')
  const timer = setTimeout(() => end('timeout'), Math.min(timeoutMs, MAX_TIMER_MS))
  signal.addEventListener('abort', onAbort, { once: true })
  const stopWatching = (): void => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  return {
    reason: () => reason,
    exited: () => {
      stopWatching()
      clearTimeout(force)
      if (reason) signalGroup(child, 'SIGKILL')
    },
    release: () => {
      stopWatching()
      clearTimeout(force)
    },
  }
}

const signalGroup = (child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // ESRCH: everyone in the group is gone already, which is what was wanted.
  }
}
