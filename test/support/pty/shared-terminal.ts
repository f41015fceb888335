import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import type { World } from '../run-program.ts'
import type { PtyProgram } from './program.ts'
import { openTerminal, type TerminalOptions, type TerminalWorld } from './terminal-world.ts'

/** A program that several tests of a file use one after the other: most of what such a test costs is the start. */
export interface SharedTerminal {
  /** The next test: a conversation that begins anew, an empty project, a screen without what was there before. */
  begin(scenario: Scenario): Promise<TerminalWorld>
}

interface SharedOptions {
  /** Once, before the start. */
  prepare?(world: World): void
  /** What lies in the project stays there from test to test. */
  readonly keepsProject?: boolean
  /** How the program is run; in a process of its own unless told. */
  readonly open?: typeof openTerminal
  /** A program that takes no command by then has something open: the next test gets a new one, which is only slower. */
  readonly patienceMs?: number
}

/** No guess at what comes next, no notes and no memories: a request of one test must not take a reply of the next. */
const QUIET = [
  '--settings',
  '{"promptSuggestionEnabled":false,"autoMemoryRequests":false,"compaction":{"notes":false}}',
]
const PATIENCE_MS = 15_000

/**
 * For tests that leave nothing behind but words and files of the project: no rules, modes, choices or settings. End with
 * the prompt free, or the next test waits a little and gets a new program.
 */
export const shareTerminal = (
  options: Omit<TerminalOptions, 'early'> & SharedOptions = {},
): SharedTerminal => {
  let open: { readonly terminal: TerminalWorld; play(scenario: Scenario): void } | undefined
  const close = async (): Promise<void> => {
    await open?.terminal[Symbol.asyncDispose]()
    open = undefined
  }
  afterAll(close)
  const start = async (scenario: Scenario): Promise<TerminalWorld> => {
    const playing: { replies: Scenario['replies'] } = { replies: [] }
    const play = ({ replies }: Scenario): void => {
      // Copies: what another test used up of the same replies is there again.
      playing.replies = replies.map(reply => ({ ...reply }))
    }
    play(scenario)
    const terminal = await (options.open ?? openTerminal)(playing, {
      ...options,
      args: [...QUIET, ...(options.args ?? [])],
    })
    open = { terminal, play }
    return terminal
  }
  return {
    async begin(scenario) {
      if (open && !(await cleared(open.terminal, options.patienceMs ?? PATIENCE_MS))) await close()
      if (!open) return fromHere(await start(scenario))
      if (!options.keepsProject) empty(open.terminal.world)
      open.play(scenario)
      return fromHere(open.terminal)
    },
  }
}

/** Whether it was said since so many writes that the conversation begins anew. */
const saysCleared = ({ program }: TerminalWorld, writes: number): boolean =>
  program.raw
    .slice(writes)
    .map(({ bytes }) => bytes)
    .join('')
    .includes('Conversation cleared.')

/** Whether the conversation begins anew and the prompt is free. */
const cleared = async (terminal: TerminalWorld, patienceMs: number): Promise<boolean> => {
  const began = performance.now()
  await leaveText(terminal)
  const writes = terminal.program.raw.length
  terminal.say('/clear')
  while (!saysCleared(terminal, writes) || terminal.bottom()[1] !== '>') {
    if (performance.now() - began > patienceMs) return false
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return true
}

/** A text in the prompt, or its shell line, is what tests end with. */
const leaveText = async ({ program, bottom }: TerminalWorld): Promise<void> => {
  const [, first = ''] = bottom()
  const press = async (key: string): Promise<void> => {
    const writes = program.raw.length
    program.key(key)
    // Esc with a letter right behind it is another key.
    await program.waitFor(() => program.raw.length > writes)
  }
  if (/^[>!#] ./.test(first)) await press('ctrl+c')
  if (/^[!#]/.test(first)) await press('escape')
}

const empty = ({ project }: World): void => {
  for (const name of readdirSync(project)) rmSync(join(project, name), { recursive: true, force: true })
}

/** The terminal as if it had been opened now: older rows, writes and requests are not to be seen. */
const fromHere = (terminal: TerminalWorld): TerminalWorld => {
  const { world } = terminal
  const asked = world.server.requests.length
  const server = {
    ...world.server,
    get requests() {
      return world.server.requests.slice(asked)
    },
  }
  const program = withoutOlder(terminal)
  return {
    ...terminal,
    world: { ...world, server },
    program,
    async [Symbol.asyncDispose]() {
      // Its end is that of the file.
    },
  }
}

const withoutOlder = ({ program, bottom }: TerminalWorld): PtyProgram => {
  const panel = bottom().length
  const rows = program.scrolled() + program.screen().length - panel
  const writes = program.raw.length
  const texts = program.lines()
  const lines = texts.findLastIndex((text, at) => /^─{10,}/.test(text) && texts[at + 1]?.startsWith('>'))
  const masked = (screen: readonly string[]): string[] => {
    if (program.isAlternate()) return [...screen]
    const hidden = rows - program.scrolled()
    return screen.map((row, y) => (y < hidden ? '' : row))
  }
  return {
    ...program,
    get raw() {
      return program.raw.slice(writes)
    },
    screen: () => masked(program.screen()),
    scrolled: () => Math.max(0, program.scrolled() - rows),
    scrollback: () => program.scrollback().slice(rows),
    lines: () => program.lines().slice(lines),
    async waitFor(wanted) {
      let row = -1
      await program.waitFor(whole => {
        const screen = masked(whole)
        if (typeof wanted === 'function') return wanted(screen)
        row = screen.findIndex(text =>
          typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text),
        )
        return row >= 0
      })
      return row
    },
  }
}
