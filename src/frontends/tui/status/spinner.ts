import { escapeLine, escapeProse } from '../../../lib/escape-text.ts'
import { clockTime } from '../../../lib/text/clock-time.ts'
import { withAside } from '../../../lib/text/written-signs.ts'
import type { Doing } from '../state/doing.ts'
import type { EscapeUse } from '../state/escape-use.ts'
import { idleTime } from '../state/idle-time.ts'
import type { TurnState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { shortCount } from '../text/amounts.ts'
import type { Words } from '../text/words.ts'
import type { Theme } from '../theme/theme.ts'
import { fitParts } from '../transcript/fit-parts.ts'
import { callActivity } from './activity.ts'

export interface SpinnerView {
  readonly doing: Doing
  readonly now: number
  readonly theme: Theme
  readonly words: Pick<Words, 'status'>
  readonly width: number
  /** Paths inside it are shown short. */
  readonly cwd: string
  readonly reducedMotion: boolean
  /** Who gets Esc; a dialog says itself what it does there. */
  readonly escape: EscapeUse
  /** A foreground command has run long enough to be sent to the background. */
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
  const silent = silence(turn, view)
  const spent = seconds(worked(turn, now))
  const tone = silent === undefined ? 'spinner' : 'stalled'
  const parts = [
    { text: theme.paint(tone, `${glyph(turn, view)} ${activity(turn, view)}`), rank: 9 },
    { text: silent === undefined ? '' : theme.paint('stalled', words.stalled(silent)), rank: 8 },
    { text: spent < 1 ? '' : theme.paint('dim', words.duration(spent)), rank: 6 },
    {
      text: turn.outputTokens < 1 ? '' : theme.paint('dim', words.tokens(shortCount(turn.outputTokens))),
      rank: 4,
    },
    { text: turn.interrupting ? '' : theme.paint('dim', stopHint(view)), rank: 7 },
    { text: view.movable ? theme.paint('dim', words.backgroundHint) : '', rank: 3 },
    { text: tip(turn, view), rank: 1 },
  ]
  return fitParts(parts, width, theme.paint('faint', ' · '))
}

const stopHint = (view: SpinnerView): string => {
  const { status } = view.words
  if (view.escape === 'dialog') return ''
  return view.escape === 'text' ? status.interruptHint : status.stopHint
}

/** The same one for the whole turn; keys that a tip names are not for dialogs. */
const tip = ({ startedAt }: TurnState, view: SpinnerView): string => {
  const { now, theme, words, tips, doing } = view
  const chosen = tips[seconds(startedAt) % tips.length]
  if (chosen === undefined || doing.kind === 'waiting' || view.escape === 'dialog') return ''
  if (now - startedAt < TIP_AFTER_MS) return ''
  return theme.paint('faint', words.status.tip(escapeProse(chosen, LONGEST_TIP)))
}

/** What the turn has taken, without the time the person took over questions. */
const worked = (turn: TurnState, now: number): number => now - turn.startedAt - idleTime(turn, now)

/** Seconds without a word from the model while it should be speaking. */
const silence = (
  { heardAt, interrupting }: TurnState,
  { doing: { kind }, now }: SpinnerView,
): number | undefined => {
  const speaks = kind === 'requesting' || kind === 'thinking' || kind === 'responding' || kind === 'calling'
  const quiet = seconds(now - heardAt)
  return speaks && !interrupting && quiet >= STALLED_AFTER_S ? quiet : undefined
}

/** The same one for the whole turn. */
const ownVerb = ({ startedAt }: TurnState, verbs: readonly string[]): string =>
  escapeLine(verbs[seconds(startedAt) % verbs.length] ?? '', LONGEST_NAME)

const activity = (
  turn: TurnState,
  { words: { status: words }, now, doing, cwd, width, verbs = [] }: SpinnerView,
): string => {
  if (turn.interrupting) return words.interrupting
  switch (doing.kind) {
    case 'retrying': {
      // It is being tried right now.
      if (!turn.retry || turn.retry.at <= now) return words.requesting
      const { at, attempt, maxAttempts, why, host, waits } = turn.retry
      if (waits) return words.limitWait(clockTime(at, now), words.duration(seconds(at - now)))
      const whom = host === undefined ? '' : ` (${escapeLine(host, LONGEST_NAME)})`
      return `${words.retrying(Math.max(0, seconds(at - now)), attempt, maxAttempts)} — ${words.retryCause(why)}${whom}`
    }
    case 'tool':
      return callActivity(doing.call, { words, cwd, width })
    case 'hook':
      return escapeProse(doing.text, LONGEST_NAME)
    case 'requesting': {
      // In the first request of a turn the turn's own time says the same.
      const waited = seconds(now - turn.heardAt)
      const first = waited >= seconds(worked(turn, now)) - 1
      const told = first || waited < WAIT_TOLD_AFTER_S || waited >= STALLED_AFTER_S
      return told ? words.requesting : withAside(words.requesting, words.duration(waited))
    }
    case 'thinking':
    case 'responding':
      return ownVerb(turn, verbs) || words[doing.kind]
    case 'calling':
    case 'deciding':
    case 'goal':
    case 'finishing':
    case 'compacting':
    case 'waiting':
      return words[doing.kind === 'goal' ? 'checkingGoal' : doing.kind]
  }
}

const glyph = ({ startedAt }: TurnState, { now, reducedMotion, doing }: SpinnerView): string => {
  if (doing.kind === 'waiting') return '?'
  if (reducedMotion) return '●'
  return GLYPHS[Math.floor((now - startedAt) / GLYPH_MS) % GLYPHS.length] ?? '●'
}

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000))

const GLYPHS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** How long one picture stands: few bytes, still alive. */
export const GLYPH_MS = 120
const STALLED_AFTER_S = 15
const WAIT_TOLD_AFTER_S = 3
const LONGEST_NAME = 60
const LONGEST_TIP = 200
const TIP_AFTER_MS = 10_000
