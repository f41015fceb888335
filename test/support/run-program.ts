import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import {
  type ScenarioServer,
  type ServeOptions,
  serveScenario,
} from '../../src/features/models/scripted/server.ts'
import { SOCKET_DIRECTORY } from '../../src/features/peers/peer-registry.ts'
import { tmpDir } from './tmp-dir.ts'

export const REPOSITORY = join(import.meta.dirname, '../..')
export const PROGRAM = join(REPOSITORY, 'dist/cli.mjs')
/** Another make of the program to run the same tests with, words apart by blanks: the native one, an older runtime … */
const OTHER = process.env['CAPSTAN_TEST_PROGRAM']?.split(' ')
/** Whether tests that could hold the program in their own process must start one. */
export const IS_OTHER_PROGRAM = OTHER !== undefined
/** One file: nothing of it can be listed, and it takes no options of Node. */
export const IS_NATIVE_PROGRAM = OTHER?.length === 1
/** What starts the program: the runtime and the bundle unless told. */
export const PROGRAM_COMMAND: readonly [string, ...string[]] = OTHER
  ? (OTHER as [string, ...string[]])
  : [process.execPath, PROGRAM]
export const API_KEY = 'sk-ant-test-0123456789abcdefghijklmnop'

/** One JSON object of the output; what it holds is for the test to compare. */
export interface Line {
  readonly type: string
  readonly subtype?: string
  readonly [key: string]: unknown
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Stdout as JSON lines. */
  readonly lines: readonly Line[]
}

export interface RunOptions {
  /** All of stdin; it ends at once when absent. `keep` leaves it open. */
  readonly input?: string | Buffer | 'keep'
  /** Added to the small environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** It ends by itself, although commands of its kind go on: what is asked for is refused. */
  readonly ends?: true
  /** Program and arguments before those of the test; the runtime and the bundle unless told. */
  readonly command?: readonly [string, ...string[]]
}

/** The program while it runs. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly pid: number
  readonly ended: Promise<Ended>
  readonly lines: readonly Line[]
  /** The first line from `from` on that fits; fails when the program ends without one. */
  line(fits: (line: Line) => boolean, from?: number): Promise<Line>
  /** Waits until stderr holds the text. */
  stderr(text: string): Promise<void>
  /** Writes one JSON line to stdin. */
  say(message: unknown): void
  /** Writes to stdin as it is. */
  write(text: string): void
  /** Ends stdin. */
  hangUp(): void
}

export interface World extends AsyncDisposable {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly config: string
  /** What the program is started with. */
  readonly env: Readonly<Record<string, string>>
  readonly server: ScenarioServer
  start(args: readonly string[], options?: RunOptions): Running
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** `-p --output-format stream-json` with these arguments. */
  stream(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** Writes a file below the project. */
  put(name: string, content: string): string
  /** Every session file, in the order of their names. */
  sessions(): readonly SessionFile[]
}

export interface SessionFile {
  readonly path: string
  readonly id: string
  readonly entries: readonly Line[]
}

/** A project, a home and a model of their own. At the end every request must have been valid. */
export const openWorld = async (scenario: Scenario, serve: ServeOptions = {}): Promise<World> => {
  const tmp = tmpDir()
  const server = await serveScenario(scenario, serve)
  const place = {
    project: join(tmp.path, 'project'),
    home: join(tmp.path, 'home'),
    config: join(tmp.path, 'config'),
  }
  mkdirSync(place.project)
  mkdirSync(place.home)
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: place.home,
    CAPSTAN_CONFIG_DIR: place.config,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: API_KEY,
  }
  const running = new Set<Running>()
  const start: World['start'] = (args, options = {}) => {
    const program = startProgram(args, {
      cwd: place.project,
      ...options,
      env: { ...env, ...options.env },
    })
    running.add(program)
    program.ended.then(
      () => running.delete(program),
      () => running.delete(program),
    )
    return program
  }
  const run: World['run'] = (args, options) => start(args, options).ended
  return {
    root: tmp.path,
    ...place,
    env,
    server,
    start,
    run,
    stream: (args, options) => run(['-p', '--output-format', 'stream-json', ...args], options),
    put(name, content) {
      const path = join(place.project, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return path
    },
    sessions: () => readSessions(place.config),
    async [Symbol.asyncDispose]() {
      for (const program of running) program.child.kill('SIGKILL')
      await Promise.all([...running].map(program => program.ended))
      await server.close()
      removeSockets(place.config)
      await tmp[Symbol.asyncDispose]()
      if (server.violations.length > 0) throw new Error(`invalid requests: ${server.violations.join('; ')}`)
    },
  }
}

/** Sessions that were killed leave their sockets outside of the world; its registry knows them. */
const removeSockets = (config: string): void => {
  const registry = join(config, 'peers')
  for (const name of listIfThere(registry)) {
    const socket = parseLines(readFileSync(join(registry, name), 'utf8'))[0]?.['socket']
    if (typeof socket === 'string' && basename(dirname(socket)).startsWith(SOCKET_DIRECTORY))
      rmSync(dirname(socket), { recursive: true, force: true })
  }
}

const readSessions = (config: string): readonly SessionFile[] => {
  const files: SessionFile[] = []
  const projects = join(config, 'projects')
  for (const folder of listIfThere(projects))
    for (const name of listIfThere(join(projects, folder)))
      if (name.endsWith('.jsonl')) {
        const path = join(projects, folder, name)
        files.push({
          path,
          id: name.slice(0, -'.jsonl'.length),
          entries: parseLines(wholeLinesOf(readFileSync(path, 'utf8'))),
        })
      }
  return files
}

/** Who still writes may be in the middle of a line. */
const wholeLinesOf = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

const listIfThere = (path: string): readonly string[] => {
  try {
    return readdirSync(path).sort()
  } catch {
    // Nothing was written there, which is an answer.
    return []
  }
}

const parseLines = (text: string): Line[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)

const startProgram = (args: readonly string[], options: RunOptions): Running => {
  const [program, ...before] = options.command ?? PROGRAM_COMMAND
  const env = Object.fromEntries(Object.entries(options.env ?? {}).filter(([, value]) => value !== undefined))
  const child = spawn(program, [...before, ...args], { cwd: options.cwd, env: env as NodeJS.ProcessEnv })
  const output = new Output()
  child.stdout.setEncoding('utf8').on('data', (piece: string) => output.say(piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => output.warn(piece))
  // A program that stops reading is the subject of some tests, not an accident of the test.
  child.stdin.on('error', () => {})
  if (options.input !== 'keep') child.stdin.end(options.input ?? '')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(output.end(code, signal)))
  })
  return {
    child,
    pid: child.pid ?? -1,
    ended,
    lines: output.lines,
    line: output.line,
    stderr: output.onStderr,
    say: message => void child.stdin.write(`${JSON.stringify(message)}\n`),
    write: text => void child.stdin.write(text),
    hangUp: () => void child.stdin.end(),
  }
}

/** What a program wrote so far, and whoever waits for more of it. */
export class Output {
  readonly lines: Line[] = []
  #stdout = ''
  #stderr = ''
  #read = 0
  #over = false
  #waiting: (() => void)[] = []

  say(piece: string): void {
    this.#stdout += piece
    const text = this.#stdout
    for (let end = text.indexOf('\n', this.#read); end >= 0; end = text.indexOf('\n', this.#read)) {
      const line = text.slice(this.#read, end)
      this.#read = end + 1
      if (line.startsWith('{')) this.lines.push(JSON.parse(line) as Line)
    }
    this.#wake()
  }

  warn(piece: string): void {
    this.#stderr += piece
    this.#wake()
  }

  end(code: number | null, signal: NodeJS.Signals | null): Ended {
    this.#over = true
    this.#wake()
    return { code, signal, stdout: this.#stdout, stderr: this.#stderr, lines: this.lines }
  }

  readonly line: Running['line'] = (fits, from = 0) =>
    this.#until(() => this.lines.slice(from).find(fits), `the line ${fits}`)

  readonly onStderr: Running['stderr'] = async text =>
    void (await this.#until(() => this.#stderr.includes(text) || undefined, `"${text}" on stderr`))

  async #until<T>(look: () => T | undefined, what: string): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#over) throw new Error(`ended without ${what}:\n${this.#stdout}\n${this.#stderr}`)
      await new Promise<void>(resolve => void this.#waiting.push(resolve))
    }
  }

  #wake(): void {
    const woken = this.#waiting
    this.#waiting = []
    for (const resolve of woken) resolve()
  }
}

/**
 * Waits until a condition of the outside world holds; fails when the program that should bring it about has ended. What is
 * dear to look at is looked at less often.
 */
export const eventually = async (holds: () => boolean, program?: Running, everyMs = 10): Promise<void> => {
  let ended: Ended | undefined
  program?.ended.then(
    end => {
      ended = end
    },
    () => undefined,
  )
  while (!holds()) {
    if (ended && !holds()) throw new Error(`ended before it happened:\n${ended.stdout}\n${ended.stderr}`)
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

export const ofType =
  (type: string, subtype?: string) =>
  (line: Line): boolean =>
    line.type === type && (subtype === undefined || line.subtype === subtype)

/** The one result of a run. */
export const resultOf = (ended: { readonly lines: readonly Line[] }): Line => {
  const results = ended.lines.filter(ofType('result'))
  if (results.length !== 1) throw new Error(`${results.length} results`)
  return results[0] as Line
}
