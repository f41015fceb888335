import type { ScreenFacts } from './main-area.ts'
import type { Reflow } from './reflow.ts'

/** What a terminal can do and how it behaves, as far as the environment tells. */
export interface TerminalFacts extends ScreenFacts {
  readonly tmux: boolean
  /** Knows next to nothing: no keyboard protocol, no strings. */
  readonly plain: boolean
  /** Which terminal it is cannot be told from the environment: the answer to {@link ASK_DEVICE} says more. */
  readonly unknown: boolean
  /** The way it shows notifications. */
  readonly notification: 'osc9' | 'osc99' | 'osc777' | 'bell'
  /** Shows progress. Others take the same sequence for a notification that says `4;3`. */
  readonly progress: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

export const factsFrom = (env: Environment): TerminalFacts => {
  const term = env['TERM'] ?? ''
  const program = programOf(env)
  const tmux = env['TMUX'] !== undefined || term.startsWith('tmux')
  const plain = term === 'linux' || term === 'dumb' || term.startsWith('vt')
  return {
    // Those that do not know it ignore it, but for the Linux console.
    synchronised: !plain,
    reflow: reflowOf({ env, term, program, tmux }),
    tmux,
    plain,
    unknown: isUnknown({ env, term, program, tmux }),
    notification: NOTIFICATIONS[program] ?? 'bell',
    progress: PROGRESS.has(program),
  }
}

/** Also inside tmux, which keeps the variables of the terminal it was started in. */
export const programOf = (env: Environment): string => {
  const program = (env['TERM_PROGRAM'] ?? '').toLowerCase()
  if (program !== '' && program !== 'tmux') return program
  if (env['KITTY_WINDOW_ID'] !== undefined || env['TERM'] === 'xterm-kitty') return 'kitty'
  if (env['GHOSTTY_RESOURCES_DIR'] !== undefined) return 'ghostty'
  if (env['WEZTERM_PANE'] !== undefined) return 'wezterm'
  if (env['ITERM_SESSION_ID'] !== undefined) return 'iterm.app'
  if (env['WT_SESSION'] !== undefined) return 'windows-terminal'
  if (env['VTE_VERSION'] !== undefined) return 'vte'
  if (env['KONSOLE_VERSION'] !== undefined) return 'konsole'
  if (env['TERMINAL_EMULATOR'] !== undefined) return (env['TERMINAL_EMULATOR'] ?? '').toLowerCase()
  return /^(alacritty|foot|contour|rio|rxvt)/.exec(env['TERM'] ?? '')?.[1] ?? ''
}

const NOTIFICATIONS: Readonly<Record<string, TerminalFacts['notification']>> = {
  kitty: 'osc99',
  ghostty: 'osc777',
  wezterm: 'osc777',
  warpterminal: 'osc777',
  vte: 'osc777',
  'iterm.app': 'osc9',
}

const PROGRESS: ReadonlySet<string> = new Set(['windows-terminal', 'ghostty', 'vte', 'mintty'])

/** Terminals made of xterm.js. */
const XTERM_JS = ['vscode', 'hyper', 'tabby', 'theia', 'jupyter']

interface Seen {
  readonly env: Environment
  readonly term: string
  readonly program: string
  readonly tmux: boolean
}

const cutsRows = ({ env, term }: Seen): boolean =>
  env['STY'] !== undefined ||
  env['XTERM_VERSION'] !== undefined ||
  /^(screen|linux|dumb|st$|st-|vt)/.test(term)

const isUnknown = (seen: Seen): boolean => !seen.tmux && !cutsRows(seen) && seen.program === ''

const reflowOf = (seen: Seen): Reflow => {
  if (seen.tmux) return 'tmux'
  if (cutsRows(seen)) return 'none'
  if (XTERM_JS.includes(seen.program)) return 'but-cursor-row'
  if (seen.program !== '') return 'all'
  // From far away it can be any, most of which break all rows; those that run here have a name, but for xterm.js.
  return seen.env['SSH_CONNECTION'] === undefined && seen.env['SSH_TTY'] === undefined
    ? 'but-cursor-row'
    : 'all'
}

/** Answered by a `device` reply. */
export const ASK_DEVICE = '\u001b[>c'

/** What the answer says about how the terminal breaks rows. */
export const reflowFromDevice = (answer: string): Reflow | undefined => {
  if (!answer.startsWith('>')) return undefined
  return answer === '>0;276;0' ? 'but-cursor-row' : 'all'
}
