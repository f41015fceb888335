import { COMMANDS } from '../../../src/features/commands/index.ts'
import { ALLOWED, idle } from './asked.ts'
import { withSettings } from './prompt-box.ts'
import { openTerminalHere } from './terminal-here.ts'
import type { TerminalWorld } from './terminal-world.ts'

/** These end the program, hand the session to another, sign in or start a run of agents, which have tests of their own; a heap dump takes many seconds. */
const APART = [
  ...['exit', 'resume', 'background', 'login', 'logout', 'heapdump'],
  ...['deep-research', 'ultrareview'],
]
/** The commands that can be run one after the other in one session. */
export const RUNNABLE = COMMANDS.map(({ name }) => name).filter(name => !APART.includes(name))
const isPanel = (screen: readonly string[]): boolean => !screen.some(row => /^[>!#]/.test(row))
const WRONG =
  /There is no (?!advisor|goal|schedule|task|session|plan|answer|background)|\n\s+at \S+ \(|TypeError|ReferenceError|is not a function|undefined/

const plain = (bytes: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is sent
  bytes.replaceAll(/\u001b\[[0-9;?]*[a-zA-Z]|\u001b\][^\u0007]*\u0007/g, '')

/** Runs it, goes through what it opened, and comes back to a prompt that takes keys. Answers what was written meanwhile. */
const runCommand = async ({ program, say }: TerminalWorld, name: string): Promise<string> => {
  const from = program.raw.length
  say(`/${name}`)
  await program.settled(120)
  const typed = (screen: readonly string[]): boolean => screen.some(row => /^[>!#].*zq/.test(row))
  // A panel may come late: it is left whenever it is there, and only the prompt shows what is typed.
  for (;;) {
    await program.waitFor(screen => isPanel(screen) || !/Esc (?:stop|停止)/.test(screen.join('\n')))
    if (isPanel(program.screen())) {
      for (let row = 0; row < 4; row++) program.key('down')
      await program.settled(30)
      program.key('escape')
      await program.settled(60)
      continue
    }
    program.type('zq')
    await program.waitFor(screen => typed(screen) || isPanel(screen))
    if (typed(program.screen())) break
  }
  program.key('ctrl+u')
  await program.waitFor(screen => !typed(screen))
  return plain(
    program.raw
      .slice(from)
      .map(({ bytes }) => bytes)
      .join(''),
  )
}

interface CommandRun {
  readonly language?: 'en' | 'zh'
  /** What is wrong with what a command wrote, besides that it failed. */
  readonly faults?: (written: string) => readonly string[]
}

/** Runs these in one session. Answers what was wrong with any of them. */
export const runCommands = async (
  names: readonly string[],
  { language = 'en', faults = () => [] }: CommandRun = {},
): Promise<readonly string[]> => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'done', repeat: true }] },
    { columns: 120, rows: 40, prepare: withSettings({ ...ALLOWED, uiLanguage: language }) },
  )
  await idle(terminal)
  const wrong: string[] = []
  for (const name of names) {
    const written = await runCommand(terminal, name)
    const found = WRONG.exec(written)
    if (found) wrong.push(`/${name}: ${written.slice(Math.max(0, found.index - 60), found.index + 120)}`)
    wrong.push(...faults(written).map(fault => `/${name}: ${fault}`))
  }
  return wrong
}
