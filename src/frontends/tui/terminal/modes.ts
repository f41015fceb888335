import { progressSignal, RESTORE_TITLE, SAVE_TITLE } from './signals.ts'

/** Ways of the terminal that are switched on while the program runs, and off again at its end. */
export interface TerminalModes {
  readonly enter: string
  readonly leave: string
}

const BRACKETED_PASTE = { on: '\u001b[?2004h', off: '\u001b[?2004l' }
const FOCUS_EVENTS = { on: '\u001b[?1004h', off: '\u001b[?1004l' }
/** Keys that look alike otherwise (Shift-Enter, Ctrl-I) are told apart. Pushed, so that popping leaves what was before. */
const KITTY_KEYS = { on: '\u001b[>1u', off: '\u001b[<u' }
/** The same in xterm's way, for terminals that know only that one. Those that know kitty's prefer it. */
const OTHER_KEYS = { on: '\u001b[>4;1m', off: '\u001b[>4m' }
/** Whoever has the terminal next finds the title it had. */
const TITLE = { on: SAVE_TITLE, off: RESTORE_TITLE }
/** Application keypad and cursor keys, mouse: left behind by a program that ended badly, and never wanted here. */
const CLEAN = '\u001b[?1l\u001b>\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l'

export interface ModeFacts {
  /** The Linux console prints what it does not know. */
  readonly plain?: boolean
  readonly tmux?: boolean
  /** Shows progress, which must not go on for a program that has ended. */
  readonly progress?: boolean
}

export const terminalModes = ({
  plain = false,
  tmux = false,
  progress = false,
}: ModeFacts = {}): TerminalModes => {
  const modes = plain ? [BRACKETED_PASTE] : [BRACKETED_PASTE, FOCUS_EVENTS, OTHER_KEYS, KITTY_KEYS, TITLE]
  const still = progress ? progressSignal({ state: 'none' }, { tmux }) : ''
  return {
    enter: modes.map(mode => mode.on).join(''),
    leave:
      still +
      [...modes]
        .reverse()
        .map(mode => mode.off)
        .join('') +
      (plain ? '' : CLEAN),
  }
}
