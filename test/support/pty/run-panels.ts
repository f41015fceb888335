import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMMANDS } from '../../../src/features/commands/index.ts'
import type { World } from '../run-program.ts'
import { SAMPLE_SERVER } from '../sample-server.ts'
import { ALLOWED, idle } from './asked.ts'
import { withSettings } from './prompt-box.ts'
import { openTerminalHere } from './terminal-here.ts'
import type { TerminalWorld } from './terminal-world.ts'

/** The commands that open a panel. */
export const PANEL_COMMANDS = COMMANDS.filter(({ panel }) => panel !== undefined).map(({ name }) => name)

interface PanelRun {
  readonly commands: readonly string[]
  /** Of each panel at most so many rows; absent: all. */
  readonly most?: number
  readonly columns?: number
  readonly rows?: number
  readonly language?: 'en' | 'zh'
  /** What is wrong with what a screen shows, besides that it makes no sense. */
  readonly faults?: (text: string) => readonly string[]
  /** A file that gets what each row shows, for whoever reads along. */
  readonly log?: string | undefined
}

const POINTER = /^\s*❯ /
const TABS = /^ (?:.* )?\[([^\]]+)\]/
const isPrompt = (screen: readonly string[]): boolean => screen.some(row => /^[>!#](?: |$)/.test(row))
const WRONG =
  /There is no (?!goal|schedule|task|session|plan|answer|background)|\n\s+at \S+ \(|TypeError|ReferenceError|is not a function|\bundefined\b|\[object Object\]|\bNaN\b/

/** Everything there is a panel for: messages, an edit, memories, skills, agents, a server, a hook, a schedule. */
const furnish = (world: World, uiLanguage: 'en' | 'zh'): void => {
  const files: readonly (readonly [string, string])[] = [
    [join(world.project, 'a.txt'), 'one\n'],
    [join(world.config, 'skills/greet/SKILL.md'), '---\ndescription: Greets people\n---\nSay hello.\n'],
    [join(world.config, 'agents/scout.md'), '---\nname: scout\ndescription: Looks around\n---\nLook.\n'],
    [join(world.config, 'CLAUDE.md'), '# Mine\nUse tabs.\n'],
    [
      join(world.config, '.claude.json'),
      JSON.stringify({ mcpServers: { sample: { command: process.execPath, args: [SAMPLE_SERVER, '{}'] } } }),
    ],
  ]
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  withSettings({
    ...ALLOWED,
    uiLanguage,
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  })(world)
}

const REPLIES = [
  { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'BEGIN' } },
  {
    tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } },
    when: { toolResult: { tool: 'Read' } },
  },
  { text: 'Changed it.', when: { toolResult: { tool: 'Edit' } } },
  { text: 'done', repeat: true },
]

const DRAFT = 'zq draft'

class PanelWalk {
  readonly wrong: string[] = []
  readonly #terminal: TerminalWorld
  readonly #run: PanelRun

  constructor(terminal: TerminalWorld, run: PanelRun) {
    this.#terminal = terminal
    this.#run = run
  }

  async walk(command: string): Promise<void> {
    const tabs = new Set<string>()
    for (;;) {
      const rows = new Set<string>()
      for (;;) {
        await this.#open(command)
        for (let at = 0; at < tabs.size; at++) await this.#press('right')
        const tab = this.#tab()
        const isLast = tabs.has(tab) || rows.size >= (this.#run.most ?? 500)
        if (isLast || !(await this.#toUnseen(rows))) {
          await this.#leave(`/${command}`)
          if (tabs.has(tab) || tab === '') return
          tabs.add(tab)
          break
        }
        await this.#choose(`/${command} ${tab}❯ ${this.#pointed()}`)
      }
    }
  }

  async #choose(where: string): Promise<void> {
    this.#look(where)
    await this.#press('enter')
    await this.#terminal.program.settled(80)
    this.#look(`${where} ⏎`)
    await this.#leave(where)
  }

  /** To the first row that was not chosen yet; false: all were. */
  async #toUnseen(rows: Set<string>): Promise<boolean> {
    // Where a list goes round, the first row is met again.
    for (const key of ['up', 'down']) {
      const met = new Set<string>()
      while (!met.has(this.#pointed())) {
        met.add(this.#pointed())
        if (key === 'down' && !rows.has(this.#pointed())) {
          rows.add(this.#pointed())
          return true
        }
        await this.#press(key)
      }
    }
    return false
  }

  async #press(key: string): Promise<void> {
    this.#terminal.program.key(key)
    await this.#terminal.program.settled(25)
  }

  /** The row that Enter chooses; whether it is the one in use does not make it another. */
  #pointed(): string {
    const row = this.#terminal.program.screen().find(each => POINTER.test(each)) ?? ''
    return row.replace(POINTER, '').replace('✓', '').trim()
  }

  #tab(): string {
    const row = this.#terminal.program.screen().find(each => TABS.test(each))
    return row === undefined ? '' : `${TABS.exec(row)?.[1] ?? ''} `
  }

  #hasDraft(): boolean {
    return this.#terminal.program.screen().some(row => row.includes(`> ${DRAFT}`))
  }

  async #open(command: string): Promise<void> {
    const { program } = this.#terminal
    await idle(this.#terminal)
    program.type(DRAFT)
    await program.waitFor(() => this.#hasDraft())
    program.key('ctrl+s')
    await program.waitFor(() => !this.#hasDraft())
    this.#terminal.say(`/${command}`)
    await program.waitFor(screen => !isPrompt(screen))
    await program.settled(80)
  }

  /** What a person reads has to make sense. */
  #look(where: string): void {
    const screen = this.#terminal.program.screen()
    const text = screen.join('\n')
    if (this.#run.log !== undefined) appendFileSync(this.#run.log, `##### ${where}\n${text.trimEnd()}\n`)
    const found = WRONG.exec(text)
    if (found) this.wrong.push(`${where}: "${found[0].trim()}" on the screen:\n${text}`)
    if (this.#run.faults) this.wrong.push(...this.#run.faults(text).map(fault => `${where}: ${fault}`))
    if (text.trim() === '') this.wrong.push(`${where}: an empty screen`)
  }

  /** Escape, as often as it takes, brings the prompt back, and the draft that was put aside is still there. */
  async #leave(where: string): Promise<void> {
    const { program } = this.#terminal
    for (let tries = 0; !isPrompt(program.screen()); tries++) {
      if (tries === 8) throw new Error(`${where}: Escape does not lead back:\n${program.screen().join('\n')}`)
      const before = program.screen().join('\n')
      program.key('escape')
      await program.waitFor(screen => isPrompt(screen) || screen.join('\n') !== before)
      await program.settled(30)
    }
    await idle(this.#terminal)
    program.key('ctrl+s')
    await program.waitFor(() => this.#hasDraft())
    program.key('ctrl+u')
    await program.waitFor(() => !this.#hasDraft())
  }
}

/** Presses Enter on the rows of every panel that these commands open. Answers what was wrong with any. */
export const runPanels = async (run: PanelRun): Promise<readonly string[]> => {
  const { columns = 100, rows = 40, language = 'en' } = run
  const wrong: string[] = []
  for (const command of run.commands) {
    await using terminal = await openTerminalHere(
      { replies: REPLIES },
      {
        columns,
        rows,
        prepare: world => furnish(world, language),
        env: { EDITOR: 'true', VISUAL: 'true' },
      },
    )
    await idle(terminal)
    terminal.say('BEGIN')
    await terminal.program.waitFor(/Changed it\./)
    const walk = new PanelWalk(terminal, run)
    await walk.walk(command)
    wrong.push(...walk.wrong)
  }
  return wrong
}
