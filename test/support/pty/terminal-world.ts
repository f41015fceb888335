import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import type { ServeOptions } from '../../../src/features/models/scripted/server.ts'
import { API_KEY, openWorld, PROGRAM_COMMAND, type World } from '../run-program.ts'
import { type PtyOptions, type PtyProgram, startPty } from './program.ts'

export interface TerminalOptions {
  readonly columns?: number
  readonly rows?: number
  readonly args?: readonly string[]
  /** Added to the small environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Do not wait until it can be talked to. */
  readonly early?: boolean
  /** As on the first start; else the program knows its person. */
  readonly newcomer?: boolean
  /** In a process of its own, also where others are held in the test's. */
  readonly started?: boolean
  /** Its clocks run a hundred times as fast, its timers as ever: a turn of a good second is one of minutes to it. */
  readonly fastClock?: boolean
  /** A command that is given the program and its arguments. */
  readonly within?: readonly [string, ...string[]]
}

/** The program in a terminal, with a scripted model behind a loopback server. */
export interface TerminalWorld extends AsyncDisposable {
  readonly world: World
  readonly program: PtyProgram
  /** Types a line and sends it. */
  say(text: string): void
  /** Another start in the same project and home. */
  again(options?: TerminalOptions): Promise<PtyProgram>
  /** Rows of the prompt box and what stands below it. */
  bottom(): string[]
}

export type WorldOptions = TerminalOptions & { readonly serve?: ServeOptions; prepare?(world: World): void }

/** Starts the program with these arguments. */
export type StartIn = (
  args: readonly string[],
  how: PtyOptions & Pick<TerminalOptions, 'within' | 'started' | 'fastClock'>,
) => PtyProgram

export const startProgram: StartIn = (args, { within = [], fastClock, env, ...how }) =>
  startPty([...within, ...PROGRAM_COMMAND, ...args] as [string, ...string[]], {
    ...how,
    env: { ...env, ...(fastClock ? FAST_CLOCK : {}) },
  })

const CLOCK = join(import.meta.dirname, 'fast-clock.mjs')
const FAST_CLOCK = { NODE_OPTIONS: `--import ${CLOCK}`, BUN_OPTIONS: `--preload ${CLOCK}` }

export const openTerminal = (scenario: Scenario, options: WorldOptions = {}): Promise<TerminalWorld> =>
  openTerminalBy(scenario, options, startProgram)

export const openTerminalBy = async (
  scenario: Scenario,
  options: WorldOptions,
  startIn: StartIn,
): Promise<TerminalWorld> => {
  const world = await openWorld(scenario, options.serve)
  if (!options.newcomer) putLook(world)
  options.prepare?.(world)
  const programs: PtyProgram[] = []
  const start = async (how: TerminalOptions): Promise<PtyProgram> => {
    const { columns = 80, rows = 24, args = [], within, started = false, fastClock = false } = how
    const program = startIn(args, {
      columns,
      rows,
      started,
      fastClock,
      ...(within ? { within } : {}),
      cwd: world.project,
      env: {
        HOME: world.home,
        CAPSTAN_CONFIG_DIR: world.config,
        ANTHROPIC_BASE_URL: world.server.url,
        ANTHROPIC_API_KEY: API_KEY,
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        ...how.env,
      },
    })
    programs.push(program)
    if (!how.early) await ready(program)
    return program
  }
  const program = await start(options)
  return {
    world,
    program,
    say(text) {
      program.type(text)
      program.key('enter')
    },
    again: (how = {}) => start(how),
    bottom() {
      const rows = program.screen()
      const rule = rows.findLastIndex((row, at) => /^─{10,}/.test(row) && /^[>!#] ?/.test(rows[at + 1] ?? ''))
      return rows.slice(Math.max(0, rule))
    },
    async [Symbol.asyncDispose]() {
      for (const each of programs) await each[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** Of somebody who has been here often. */
const putLook = (world: World): void => {
  const state = join(world.config, 'state')
  mkdirSync(state, { recursive: true })
  writeFileSync(join(state, 'look.json'), JSON.stringify({ helped: true, starts: 99 }))
}

/** The status line names the model once the conversation is open. */
const ready = async (program: PtyProgram): Promise<void> => {
  expect(await program.waitFor(/claude-|context|% left|上下文|剩余/)).toBeGreaterThanOrEqual(0)
}
