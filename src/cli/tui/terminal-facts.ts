import type { SystemPort } from '../../frontends/tui/ports/system-port.ts'
import { programOf } from '../../frontends/tui/terminal/facts.ts'
import { isOn } from '../../host/environment.ts'
import type { Env } from '../../protocol/host.ts'

type Terminal = SystemPort['terminal']
type Colours = Terminal['colours']

const TRUE_COLOURS = 16_777_216

/** What the environment says about the terminal and about how its owner wants to read it. */
export const terminalFacts = (env: Env): Terminal => {
  const screenReader = isOn(env, 'CLAUDE_AX_SCREEN_READER') || isOn(env, 'INK_SCREEN_READER')
  return {
    program: programOf(env),
    tmux: isSet(env, 'TMUX') || termOf(env).startsWith('tmux'),
    ssh: isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY') || isSet(env, 'SSH_CLIENT'),
    colours: coloursFrom(env),
    hyperlinks: hasHyperlinks(env),
    screenReader,
    // What moves is read out again and again.
    reducedMotion: screenReader || isOn(env, 'CLAUDE_REDUCED_MOTION'),
  }
}

const isSet = (env: Env, name: string): boolean => (env[name] ?? '') !== ''
const termOf = (env: Env): string => (env['TERM'] ?? '').toLowerCase()

/** A wish counts before what the terminal can do; FORCE_COLOR names one program, NO_COLOR all of them. */
export const coloursFrom = (env: Env): Colours =>
  forcedColours(env) ?? (isSet(env, 'NO_COLOR') ? 0 : foundColours(env))

const forcedColours = (env: Env): Colours | undefined => {
  const wish = env['FORCE_COLOR']
  if (wish === undefined) return undefined
  switch (wish.toLowerCase()) {
    case '0':
    case 'false':
      return 0
    case '1':
      return 16
    case '2':
      return 256
    case '3':
      return TRUE_COLOURS
    default:
      return Math.max(16, foundColours(env)) as Colours
  }
}

const TRUE_PROGRAMS: ReadonlySet<string> = new Set(
  'iterm.app wezterm ghostty kitty vscode hyper tabby windows-terminal vte warpterminal rio'.split(' '),
)

const foundColours = (env: Env): Colours => {
  const term = termOf(env)
  if (term === 'dumb' || term === '') return isSet(env, 'WT_SESSION') ? TRUE_COLOURS : 0
  // GNU screen keeps the variables of the terminal around it, but not its colours.
  if (isSet(env, 'STY')) return term.includes('256') ? 256 : 16
  if (/^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return TRUE_COLOURS
  if (/-direct$|^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/.test(term))
    return TRUE_COLOURS
  // Inside tmux the colours are those it was told of, whatever it runs in.
  if (!isSet(env, 'TMUX') && TRUE_PROGRAMS.has(programOf(env))) return TRUE_COLOURS
  return /256/.test(term) || isSet(env, 'TMUX') ? 256 : 16
}

const LINK_PROGRAMS: ReadonlySet<string> = new Set(
  'iterm.app wezterm ghostty kitty vscode hyper tabby windows-terminal'.split(' '),
)
/** The first of the library behind GNOME's terminals. */
const FIRST_VTE_WITH_LINKS = 5000
const FIRST_TMUX_WITH_LINKS = 3.4

/** One that does not know links shows their text, but nothing of where they lead: only where they are known to work. */
const hasHyperlinks = (env: Env): boolean => {
  const wish = env['FORCE_HYPERLINK']
  if (wish !== undefined && wish !== '') return wish !== '0' && wish.toLowerCase() !== 'false'
  const term = termOf(env)
  if (term === 'dumb' || isSet(env, 'STY')) return false
  if (isSet(env, 'TMUX'))
    return (
      env['TERM_PROGRAM'] === 'tmux' &&
      Number.parseFloat(env['TERM_PROGRAM_VERSION'] ?? '') >= FIRST_TMUX_WITH_LINKS
    )
  if (LINK_PROGRAMS.has(programOf(env))) return true
  if (Number(env['VTE_VERSION'] ?? 0) >= FIRST_VTE_WITH_LINKS) return true
  return isSet(env, 'KONSOLE_VERSION') || /^(?:xterm-ghostty|alacritty|foot|contour|rio)/.test(term)
}
