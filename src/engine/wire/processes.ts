import type { ChildProcess } from 'node:child_process'
import { accessSync, constants, readFileSync, rmSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeDirectories } from '../../lib/make-directories.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { BoundedOutput, type OutputLimits } from '../../lib/process/bounded-output.ts'
import { killGroupLeftovers, killTree } from '../../lib/process/process-tree.ts'
import { type Processes, type ShellEnd, type ShellRun, ToolError } from '../../protocol/tool.ts'
import { childEnvironment, type Environment, hardenEnvironment } from './child-environment.ts'
import { runProgram } from './run-program.ts'
import { shellScript } from './shell-script.ts'

export interface ProcessesOptions {
  cwd(): string
  setCwd(directory: string): void
  /** The working directories, links resolved; the first is the project. */
  roots(): readonly string[]
  readonly env: Environment
  /** Further credentials that children must not see. */
  readonly secretNames: readonly string[]
  /** Private directory for long output; created when first needed. */
  outputDir(): string
  readonly newId?: () => string
  readonly limits?: Partial<ShellLimits>
}

export interface ShellLimits extends OutputLimits {
  /** Of a failed command, output is put into a file from this size on: less of it is shown. */
  readonly saveFailureAfterBytes: number
  /** A command that prints more is ended. */
  readonly floodBytes: number
  readonly timeoutGraceMs: number
  readonly abortGraceMs: number
}

/** Any 30,000 characters that may go to the model whole fit the head, whatever their script. */
const LIMITS: ShellLimits = {
  saveFailureAfterBytes: 10_000,
  spillAfterBytes: 30_000,
  headBytes: 90_000,
  tailBytes: 15_000,
  floodBytes: 5 * 1024 ** 3,
  timeoutGraceMs: 2000,
  abortGraceMs: 500,
}
const PROGRESS_MS = 200
const PROGRESS_TAIL_BYTES = 2000
/** After exit, how long a silent pipe that somebody still holds is waited for. */
const QUIET_MS = 50
const DRAIN_MS = 2000
const LEFTOVER_GRACE_MS = 200
/** A process that even KILL does not end is not waited for. */
const STUCK_MS = 1000

type Ended = ShellEnd['ended'] | 'flood'

/** The process port of a tool call. */
export const createProcesses = (options: ProcessesOptions): Processes => {
  const bash = findBash(options)
  return {
    shell: run => runShell(run, options, bash),
    program: run => runProgram({ ...run, env: baseEnvironment(options) }),
  }
}

const baseEnvironment = (options: ProcessesOptions): Record<string, string> =>
  childEnvironment(options.env, {
    secretNames: options.secretNames,
    projectDir: options.roots()[0] ?? options.cwd(),
  })

/** Looked up once, and never inside the working directories: their files must not become the shell. */
const findBash = (options: ProcessesOptions): string => {
  const path = hardenEnvironment(options.env, options.roots())['PATH'] ?? ''
  const isProgram = (file: string): boolean => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      // Not there: the next directory.
      return false
    }
  }
  return (
    path
      .split(delimiter)
      .map(directory => join(directory, 'bash'))
      .find(isProgram) ?? '/bin/bash'
  )
}

const runShell = async (run: ShellRun, options: ProcessesOptions, bash: string): Promise<ShellEnd> => {
  const { spawn } = await import('node:child_process')
  const limits = { ...LIMITS, ...options.limits }
  const id = (options.newId ?? (() => crypto.randomUUID()))()
  const start = startDirectory(options)
  makeDirectories(options.outputDir(), 0o700)
  const directoryFile = join(options.outputDir(), `${id}.cwd`)
  const output = new BoundedOutput(join(options.outputDir(), `${id}.txt`), limits)
  if (run.signal.aborted) return shellEnd({ code: null, signal: null }, 'abort', { output, notices: [] })
  const base = { ...baseEnvironment(options), CAPSTAN_TASK_ID: id }
  const script = shellScript({ command: run.command, directoryFile, hardened: run.hardened })
  try {
    const child = spawn(bash, run.hardened ? ['--noprofile', '--norc', '-c', script] : ['-c', script], {
      cwd: start.directory,
      env: run.hardened ? hardenEnvironment(base, options.roots()) : base,
      argv0: 'bash',
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const watched = await watch(child, run, { output, limits, mark: `CAPSTAN_TASK_ID=${id}` })
    if (watched.exit.code !== 0 && output.bytes > limits.saveFailureAfterBytes) output.save()
    const moved = followDirectory(directoryFile, start.directory, options)
    const notices = [start.notice, ...watched.notices, moved].filter(notice => notice !== undefined)
    return shellEnd(watched.exit, watched.ended, { output, notices })
  } catch (error) {
    throw startFailure(error, 'command')
  } finally {
    output.close()
    rmSync(directoryFile, { force: true })
  }
}

interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

interface Watch {
  readonly output: BoundedOutput
  readonly limits: ShellLimits
  readonly mark: string
}

/** Resolves when the command and everything it started in its group are gone. */
const watch = async (child: ChildProcess, run: ShellRun, { output, limits, mark }: Watch) => {
  const exited = exitOf(child)
  const stuck = Promise.withResolvers<Exit>()
  const stdout = child.stdout as Readable
  let ended: Ended = 'exit'
  let killing: Promise<void> | undefined
  const stop = (why: Ended, graceMs: number) => {
    if (killing || child.pid === undefined) return
    ended = why
    killing = killTree({ leader: child.pid, mark }, graceMs)
    killing.then(
      () => setTimeout(stuck.resolve, STUCK_MS, { code: null, signal: 'SIGKILL' }).unref(),
      stuck.reject,
    )
  }
  const onAbort = () => stop('abort', limits.abortGraceMs)
  run.signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop('timeout', limits.timeoutGraceMs), run.timeoutMs)
  const progress = throttle(() =>
    run.onOutput?.({ tail: output.tail(PROGRESS_TAIL_BYTES), bytes: output.bytes }),
  )
  stdout.on('data', (chunk: Buffer) => {
    output.add(chunk)
    progress.touch()
    if (output.bytes > limits.floodBytes) stop('flood', limits.abortGraceMs)
  })
  stdout.on('error', () => undefined)
  try {
    const exit = await Promise.race([exited, stuck.promise])
    clearTimeout(timer)
    run.signal.removeEventListener('abort', onAbort)
    await killing
    const leftovers = await settleOutput(stdout, child.pid)
    return { exit, ended, notices: noticesOf(ended, leftovers, { output, limits }) }
  } finally {
    clearTimeout(timer)
    run.signal.removeEventListener('abort', onAbort)
    progress.stop()
  }
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** Takes what is still in the pipe, then ends what the command left behind. Says whether there was anything. */
const settleOutput = async (stdout: Readable, pid: number | undefined): Promise<boolean> => {
  const finished = await drained(stdout, DRAIN_MS)
  const leftovers = pid !== undefined && (await killGroupLeftovers(pid, LEFTOVER_GRACE_MS))
  if (!finished) await drained(stdout, QUIET_MS * 4)
  stdout.destroy()
  return leftovers
}

/** True at the end of the stream, false when it fell silent or `maxMs` passed: a child of the command may hold it open. */
const drained = (stream: Readable, maxMs: number): Promise<boolean> =>
  new Promise(resolve => {
    if (stream.readableEnded || stream.destroyed) return resolve(true)
    const finish = (atEnd: boolean) => {
      clearTimeout(quiet)
      clearTimeout(limit)
      stream.off('data', onData)
      resolve(atEnd)
    }
    const quiet = setTimeout(() => finish(false), QUIET_MS)
    const limit = setTimeout(() => finish(false), maxMs)
    const onData = () => quiet.refresh()
    stream.on('data', onData)
    stream.once('end', () => finish(true))
    stream.once('close', () => finish(true))
  })

/** Calls at most every {@link PROGRESS_MS}, and never for output that came and went before the first was due. */
const throttle = (report: () => void) => {
  let timer: NodeJS.Timeout | undefined
  return {
    touch: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        report()
      }, PROGRESS_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

const noticesOf = (
  ended: Ended,
  leftovers: boolean,
  { output, limits }: Omit<Watch, 'mark'>,
): readonly string[] => [
  ...(ended === 'flood'
    ? [`The command was ended because it printed more than ${limits.floodBytes} bytes.`]
    : []),
  ...(leftovers && ended === 'exit'
    ? ['Background processes that the command left running were ended.']
    : []),
  ...(output.spillError ? [`The whole output could not be saved (${output.spillError}).`] : []),
]

const shellEnd = (
  exit: Exit,
  ended: Ended,
  { output, notices }: { readonly output: BoundedOutput; readonly notices: readonly string[] },
): ShellEnd => ({
  ...exit,
  output: output.text(),
  outputBytes: output.bytes,
  ended: ended === 'flood' ? 'exit' : ended,
  ...(output.file ? { outputFile: output.file } : {}),
  ...(notices.length > 0 ? { notice: notices.join('\n') } : {}),
})

const startDirectory = (
  options: ProcessesOptions,
): { readonly directory: string; readonly notice?: string } => {
  const directory = options.cwd()
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return { directory }
  const project = options.roots()[0]
  if (project === undefined || project === directory)
    throw new ToolError(`The working directory ${directory} does not exist any more.`)
  options.setCwd(project)
  return {
    directory: project,
    notice: `${directory} does not exist any more; the command ran in ${project}.`,
  }
}

/** Keeps the directory the command ended in when it lies inside the working directories, else goes back to the project. */
const followDirectory = (file: string, before: string, options: ProcessesOptions): string | undefined => {
  const ended = readDirectory(file)
  if (ended === undefined || ended === before) return undefined
  const real = resolveReal(ended)
  const resolvedBefore = resolveReal(before)
  if (!real.ok || !real.exists || (resolvedBefore.ok && resolvedBefore.real === real.real)) return undefined
  if (options.roots().some(root => isInside(real.real, root, { caseSensitive: true }))) {
    options.setCwd(real.real)
    return undefined
  }
  const project = options.roots()[0] ?? before
  options.setCwd(project)
  return `${real.real} is outside the working directories; the next command starts in ${project} again.`
}

const readDirectory = (file: string): string | undefined => {
  try {
    const text = readFileSync(file, 'utf8')
    return text.endsWith('\n') ? text.slice(0, -1) : undefined
  } catch {
    // Killed, or replaced by exec: the directory stays what it was.
    return undefined
  }
}

/** Why a process could not be started, for the model; anything else is a bug and passes. */
const startFailure = (error: unknown, what: string): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof ToolError || code === undefined) return error
  if (code === 'E2BIG')
    return new ToolError(`The ${what} is too long to start. Put the long part into a file.`)
  if (code === 'ERR_INVALID_ARG_VALUE')
    return new ToolError(`The ${what} holds a NUL byte, which no program can take.`)
  return new ToolError(`The ${what} could not be started (${code}).`)
}
