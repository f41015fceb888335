import { escapeLine } from '../../../lib/escape-text.ts'
import type { TurnState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import type { Theme } from '../theme/theme.ts'
import { shortCount } from './amounts.ts'
import { fitParts } from './fit-parts.ts'

export interface SpinnerView {
  readonly now: number
  readonly theme: Theme
  readonly words: Pick<Words, 'status'>
  readonly width: number
  readonly reducedMotion: boolean
  /** Foreground commands that could go on in the background. */
  readonly movable: boolean
  /** Words of the person's own for what the model does; the usual ones are among them where an empty one is. */
  readonly verbs?: readonly string[]
  /** Worth knowing, one is said in a turn that takes its time; where they come from they may be anything. */
  readonly tips: readonly string[]
}

/** What it is doing, for how long, at what cost, and how to stop it. */
export const spinnerLine = (turn: TurnState, view: SpinnerView): Line => {
  const { theme, now, width } = view
  const words = view.words.status
  const silent = silence(turn, now)
  const tone = silent === undefined ? 'spinner' : 'stalled'
  const parts = [
    { text: theme.paint(tone, `${glyph(turn, view)} ${activity(turn, view)}`), rank: 9 },
    { text: silent === undefined ? '' : theme.paint('stalled', words.stalled(silent)), rank: 8 },
    { text: theme.paint('dim', words.duration(seconds(now - turn.startedAt))), rank: 6 },
    {
      text: turn.outputTokens < 1 ? '' : theme.paint('dim', words.tokens(shortCount(turn.outputTokens))),
      rank: 4,
    },
    { text: turn.interrupting ? '' : theme.paint('dim', words.stopHint), rank: 7 },
    { text: view.movable ? theme.paint('dim', words.backgroundHint) : '', rank: 3 },
    { text: tip(turn, view), rank: 1 },
  ]
  return fitParts(parts, width, theme.paint('faint', ' · '))
}

/** The same one for the whole turn. */
const tip = ({ startedAt, phase }: TurnState, { now, theme, words, tips }: SpinnerView): string => {
  const chosen = tips[seconds(startedAt) % tips.length]
  if (chosen === undefined || phase === 'waiting' || now - startedAt < TIP_AFTER_MS) return ''
  return theme.paint('faint', words.status.tip(escapeLine(chosen, LONGEST_TIP)))
}

/** Seconds without a word from the model while it should be speaking. */
const silence = ({ phase, heardAt, interrupting }: TurnState, now: number): number | undefined => {
  const speaks = phase === 'requesting' || phase === 'thinking' || phase === 'responding'
  const quiet = seconds(now - heardAt)
  return speaks && !interrupting && quiet >= STALLED_AFTER_S ? quiet : undefined
}

/** The same one for the whole turn. */
const ownVerb = ({ startedAt }: TurnState, verbs: readonly string[]): string =>
  escapeLine(verbs[seconds(startedAt) % verbs.length] ?? '', LONGEST_NAME)

const activity = (turn: TurnState, { words: { status: words }, now, verbs = [] }: SpinnerView): string => {
  if (turn.interrupting) return words.interrupting
  switch (turn.phase) {
    case 'retrying': {
      if (!turn.retry) return words.requesting
      const { at, attempt, maxAttempts, why } = turn.retry
      return `${words.retrying(Math.max(0, seconds(at - now)), attempt, maxAttempts)} — ${words.retryCause(why)}`
    }
    case 'tool':
      // The model chose the name.
      return words.running(escapeLine(turn.activity ?? '', LONGEST_NAME))
    case 'thinking':
    case 'responding':
      return ownVerb(turn, verbs) || words[turn.phase]
    case 'requesting':
    case 'compacting':
    case 'waiting':
      return words[turn.phase]
  }
}

const glyph = ({ phase, startedAt }: TurnState, { now, reducedMotion }: SpinnerView): string => {
  if (phase === 'waiting') return '?'
  if (reducedMotion) return '●'
  return GLYPHS[Math.floor((now - startedAt) / GLYPH_MS) % GLYPHS.length] ?? '●'
}

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000))

const GLYPHS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** How long one picture stands: few bytes, still alive. */
export const GLYPH_MS = 120
const STALLED_AFTER_S = 15
const LONGEST_NAME = 60
const LONGEST_TIP = 200
const TIP_AFTER_MS = 10_000
