import { join } from 'node:path'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { startHere } from '../../src/sdk/start-here.ts'
import { testPackage } from './needs-program.ts'
import { IS_OTHER_PROGRAM, type Line, openWorld, REPOSITORY, type World } from './run-program.ts'
import './described-tools.ts'

const PACKAGES = join(import.meta.dirname, '../servers/node_modules')
const SDK = join(PACKAGES, '@anthropic-ai/claude-agent-sdk/sdk.mjs')

/** The public SDK, as far as tests use it; its own types are not there where it is not installed. */
export interface AgentSdk {
  query(params: { readonly prompt: unknown; readonly options?: object }): Query
  tool(name: string, description: string, shape: object, handler: Handler, extras?: object): object
  createSdkMcpServer(options: object): object
}

type Handler = (args: Record<string, unknown>, extra: unknown) => Promise<object>

type Requests =
  | 'interrupt'
  | 'setModel'
  | 'setPermissionMode'
  | 'setMaxThinkingTokens'
  | 'applyFlagSettings'
  | 'supportedCommands'
  | 'supportedModels'
  | 'supportedAgents'
  | 'accountInfo'
  | 'mcpServerStatus'
  | 'setMcpServers'
  | 'toggleMcpServer'
  | 'reconnectMcpServer'
  | 'getContextUsage'
  | 'rewindFiles'
  | 'readFile'
  | 'reinitialize'
  | 'reloadPlugins'
  | 'usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET'

/** One run of the program: its messages, and what can be asked of it. */
export interface Query
  extends AsyncIterable<Line>,
    Readonly<Record<Requests, (...given: readonly unknown[]) => Promise<unknown>>> {
  close(): void
}

export const hasSdk = (): boolean => testPackage('@anthropic-ai/claude-agent-sdk/sdk.mjs') !== undefined

export const loadSdk = async (): Promise<AgentSdk> => (await import(SDK)) as AgentSdk
/** The schema library that the SDK takes the shapes of tools in. */
export const loadShapes = async (): Promise<Record<string, (...given: unknown[]) => unknown>> =>
  (await import(join(PACKAGES, 'zod/index.js'))).z

export interface SdkWorld extends World {
  /** One run with these options, and a prompt: text, or messages as they are said. */
  ask(prompt: unknown, options?: object): Query
}

/** A world whose program the public SDK starts and drives. */
export const openSdkWorld = async (scenario: Scenario): Promise<SdkWorld> => {
  const world = await openWorld(scenario)
  const sdk = await loadSdk()
  return {
    ...world,
    ask: (prompt, options = {}) =>
      sdk.query({
        prompt,
        options: {
          pathToClaudeCodeExecutable: join(REPOSITORY, 'bin/capstan'),
          cwd: world.project,
          env: world.env,
          systemPrompt: { type: 'preset', preset: 'claude_code' },
          ...options,
        },
      }),
  }
}

/** What the SDK says of a program that it wants started. */
interface Wanted {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string>>
}

/** The same lines from the test's own process, in the form in which the SDK knows a program. */
const spawnHere = ({ args, cwd, env }: Wanted): object => {
  const { stdin, stdout, kill, once } = startHere({
    command: '',
    args,
    env,
    ...(cwd === undefined ? {} : { cwd }),
  })
  const state: { killed: boolean; exitCode: number | null } = { killed: false, exitCode: null }
  once('exit', code => {
    state.exitCode = code
  })
  return {
    stdin,
    stdout,
    get killed() {
      return state.killed
    },
    get exitCode() {
      return state.exitCode
    },
    kill(signal: NodeJS.Signals) {
      state.killed = true
      return kill(signal)
    },
    on: once,
    once,
    off: () => undefined,
  }
}

/** The same without a program, where what the SDK is told is the point and not how a program begins and ends. */
export const openSdkWorldHere = async (scenario: Scenario): Promise<SdkWorld> => {
  const world = await openSdkWorld(scenario)
  if (IS_OTHER_PROGRAM) return world
  return {
    ...world,
    ask: (prompt, options = {}) => world.ask(prompt, { ...options, spawnClaudeCodeProcess: spawnHere }),
  }
}

/** All messages of a run. */
export const messagesOf = async (query: Query): Promise<readonly Line[]> => {
  const lines: Line[] = []
  for await (const line of query) lines.push(line)
  return lines
}

/** The same of a run that ends with an error: the SDK throws behind the last message. */
export const failedRun = async (query: Query): Promise<readonly Line[]> => {
  const lines: Line[] = []
  try {
    for await (const line of query) lines.push(line)
  } catch {
    return lines
  }
  throw new Error(`it did not fail: ${JSON.stringify(lines.at(-1))}`)
}

/** What is said in a run, one message after the other, when the test wants it. */
class Saying implements AsyncIterable<object> {
  readonly #waiting: object[] = []
  #wake: (() => void) | undefined
  #over = false

  say(text: string, more: object = {}): void {
    this.#waiting.push({
      type: 'user',
      session_id: '',
      parent_tool_use_id: null,
      message: { role: 'user', content: text },
      ...more,
    })
    this.#wake?.()
  }

  end(): void {
    this.#over = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<object> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next) yield next
      else if (this.#over) return
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
  }
}

/** A run that goes on: the test says something and waits for what comes of it. */
export class Talk implements AsyncDisposable {
  readonly said = new Saying()
  readonly lines: Line[] = []
  readonly query: Query
  readonly #read: Promise<void>
  #wake: (() => void)[] = []
  #results = 0

  constructor(world: SdkWorld, options: object = {}) {
    this.query = world.ask(this.said, options)
    this.#read = this.#collect()
    this.#read.catch(() => undefined)
  }

  async #collect(): Promise<void> {
    try {
      for await (const line of this.query) {
        this.lines.push(line)
        for (const wake of this.#wake.splice(0)) wake()
      }
    } finally {
      for (const wake of this.#wake.splice(0)) wake()
    }
  }

  /** The first line from `from` on that fits. */
  async line(fits: (line: Line) => boolean, from = 0): Promise<Line> {
    let over = false
    this.#read.then(
      () => {
        over = true
      },
      () => {
        over = true
      },
    )
    for (;;) {
      const found = this.lines.slice(from).find(fits)
      if (found) return found
      if (over) throw new Error(`ended without it: ${JSON.stringify(this.lines.slice(from)).slice(0, 2_000)}`)
      await new Promise<void>(resolve => {
        this.#wake.push(resolve)
        this.#read.then(resolve, resolve)
      })
    }
  }

  /** Says it and waits for the result. */
  async turn(text: string, more: object = {}): Promise<Line> {
    this.said.say(text, more)
    return await this.result()
  }

  /** The next result that was not waited for yet. */
  async result(): Promise<Line> {
    const count = ++this.#results
    await this.line(() => this.lines.filter(({ type }) => type === 'result').length >= count)
    return this.lines.filter(({ type }) => type === 'result')[count - 1] as Line
  }

  async end(): Promise<readonly Line[]> {
    this.said.end()
    await this.#read
    return this.lines
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.said.end()
    this.query.close()
    await this.#read.catch(() => undefined)
  }
}
