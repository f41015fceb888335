import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram, searchPath } from '../lib/find-program.ts'
import { spawnGroup } from '../lib/process/spawn-group.ts'
import type { Env } from '../protocol/host.ts'
import { ownEnvironment } from './open-host.ts'
import type { Options, StartedProgram, StartRequest } from './options.ts'
import { startHere } from './start-here.ts'
import { toArguments } from './to-arguments.ts'

/** How much of stderr an error quotes. */
const TAIL = 2_000
/** A program that was told to end has this long before it is made to. */
const PATIENCE_MS = 2_000
const LAST_PATIENCE_MS = 5_000

const SCRIPT = /\.(?:[cm]?js|ts|tsx|jsx)$/

/** The program ended without doing what it was asked for. */
export class CapstanProcessError extends Error {
  override readonly name = 'CapstanProcessError'
  readonly exitCode: number | null
  constructor(message: string, exitCode: number | null) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A run that was aborted by the program that started it. */
export class AbortError extends Error {
  override readonly name = 'AbortError'
  constructor(message = 'The run was aborted.') {
    super(message)
  }
}

/** One running program: lines in both directions. */
export class Program {
  readonly #started: StartedProgram
  readonly #ended = Promise.withResolvers<CapstanProcessError | undefined>()
  #tail = ''
  #closing = false

  constructor(started: StartedProgram, hear?: (text: string) => void) {
    this.#started = started
    started.stderr?.setEncoding?.('utf8')
    started.stderr?.on('data', data => {
      this.#tail = (this.#tail + String(data)).slice(-TAIL)
      hear?.(String(data))
    })
    // A pipe that broke is told by the end of the program.
    started.stdin.on('error', () => undefined)
    started.once('error', error => {
      this.#ended.resolve(new CapstanProcessError(`Capstan could not be started: ${error.message}`, null))
    })
    started.once('exit', (code, signal) => this.#ended.resolve(this.#failure(code, signal)))
  }

  /** Resolves when it has ended, with what went wrong. */
  get ended(): Promise<CapstanProcessError | undefined> {
    return this.#ended.promise
  }

  write(message: unknown): void {
    if (!this.#closing) this.#started.stdin.write(`${JSON.stringify(message)}\n`)
  }

  /** Everything it says; what is not JSON is no message. */
  async *lines(): AsyncGenerator<unknown> {
    for await (const line of createInterface({ input: this.#started.stdout, crlfDelay: Infinity })) {
      const value = parsed(line)
      if (value !== undefined) yield value
    }
  }

  /** No more input: it finishes what it has. */
  endInput(): void {
    if (this.#closing) return
    this.#closing = true
    this.#started.stdin.end()
  }

  /** Ends it: asked first, then made to. */
  stop(): void {
    this.endInput()
    const timers = [
      setTimeout(() => this.#started.kill('SIGTERM'), PATIENCE_MS),
      setTimeout(() => this.#started.kill('SIGKILL'), PATIENCE_MS + LAST_PATIENCE_MS),
    ]
    void this.ended.then(() => timers.forEach(clearTimeout))
  }

  #failure(code: number | null, signal: NodeJS.Signals | null): CapstanProcessError | undefined {
    if (code === 0) return undefined
    const how = signal ? `was ended by ${signal}` : `exited with code ${code}`
    const said = this.#tail.trim()
    return new CapstanProcessError(`Capstan ${how}.${said === '' ? '' : ` stderr: ${said}`}`, code)
  }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export const startProgram = (options: Options): Program => {
  const env = environmentOf(options)
  if (options.inProcess) return new Program(startHere(hereRequest(options, env)), options.stderr)
  const path = options.pathToCapstan ?? options.pathToClaudeCodeExecutable ?? findCapstan(env)
  const script = SCRIPT.test(path)
  const given = toArguments(options)
  const request: StartRequest = {
    command: script ? (options.executable ?? process.execPath) : path,
    args: script ? [...(options.executableArgs ?? []), path, ...given] : given,
    env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  }
  const start = options.spawnCapstanProcess ?? options.spawnClaudeCodeProcess
  if (!start && !existsSync(path))
    throw new ReferenceError(`There is no Capstan at ${path}. Check pathToCapstan.`)
  return new Program(start ? start(request) : spawned(request), options.stderr)
}

/** What says how a program is started means nothing without one. */
const hereRequest = (options: Options, env: Env): StartRequest => {
  const { cwd, pathToCapstan, pathToClaudeCodeExecutable, spawnCapstanProcess, spawnClaudeCodeProcess } =
    options
  if (pathToCapstan ?? pathToClaudeCodeExecutable ?? spawnCapstanProcess ?? spawnClaudeCodeProcess)
    throw new TypeError('With inProcess no program is started: leave out what says which and how.')
  return { command: '', args: toArguments(options), env, ...(cwd === undefined ? {} : { cwd }) }
}

const spawned = ({ command, args, cwd, env }: StartRequest): StartedProgram =>
  spawnGroup(command, args, {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  }) as StartedProgram

const environmentOf = ({ env = ownEnvironment(), enableFileCheckpointing, toolConfig }: Options): Env => ({
  ...env,
  CLAUDE_CODE_ENTRYPOINT: env['CLAUDE_CODE_ENTRYPOINT'] ?? 'sdk-ts',
  ...(enableFileCheckpointing === false ? { CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING: '1' } : {}),
  ...(toolConfig?.askUserQuestion?.previewFormat
    ? { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: toolConfig.askUserQuestion.previewFormat }
    : {}),
})

/** Beside this package, as in one `node_modules`, else on the PATH. */
const findCapstan = (env: Env): string => {
  const beside = join(import.meta.dirname, '../../.bin/capstan')
  const found = existsSync(beside) ? beside : findProgram('capstan', searchPath(env))
  if (found === undefined)
    throw new ReferenceError('Capstan was not found. Install it (npm install capstan) or set pathToCapstan.')
  return found
}
