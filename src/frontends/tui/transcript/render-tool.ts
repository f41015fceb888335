import { ansiWidth, truncateAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import { failureForPeople } from '../../../lib/failure-text.ts'
import { declinedWords } from '../../../lib/refusal.ts'
import { inOneLine, withAside } from '../../../lib/text/written-signs.ts'
import { isServerCall } from '../state/call-kind.ts'
import type { ToolItem } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Tone } from '../theme/theme.ts'
import { callName, linkedSubject, presentationOf, shownText } from './call-title.ts'
import { fitLines } from './fit-lines.ts'
import { foldedLines } from './folded-lines.ts'
import { hang } from './hang.ts'
import type { View } from './render-options.ts'
import { safeFirstLine, safeLine } from './safe-text.ts'
import { callView } from './tool-views/index.ts'
import { liveOutput } from './tool-views/output-view.ts'
import { textResult } from './tool-views/text-result.ts'

const DOT_TONES: Readonly<Record<ToolItem['state'], Tone>> = {
  arriving: 'dim',
  queued: 'dim',
  waiting: 'warn',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  interrupted: 'warn',
  background: 'info',
}
/** States one must see without colour as well. */
const DOTS: Partial<Record<ToolItem['state'], string>> = {
  failed: '✗',
  denied: '✗',
  arriving: '○',
  queued: '○',
  waiting: '○',
}

/** The dot before a title, and the blanks between its parts. */
const MARK_COLUMNS = 4
const LEAST_SUBJECT = 12
const BODY_MARK = '  └ '
/** Before this nobody asks how long it takes. */
const LEAST_ELAPSED_MS = 2_000

/** A call: its title, and below it what it gave or is doing. */
export const renderTool = (item: ToolItem, view: View): readonly Line[] => {
  const title = titleLines(item, view)
  const body = bodyOf(item, view)
  return body.length === 0 ? title : [...title, ...body]
}

const titleLines = (item: ToolItem, view: View): readonly Line[] => {
  const title = callTitle(item, view)
  if (view.plain) return wrapAnsi(title, view.width)
  const mark = `${view.theme.paint(DOT_TONES[item.state], DOTS[item.state] ?? '●')} `
  return hang({ mark }, view, ({ width }) =>
    view.verbose ? wrapAnsi(title, width) : [truncateAnsi(title, width)],
  )
}

/** Name, subject and, while it goes on, for how long. */
export const callTitle = (item: ToolItem, view: View): string => {
  const { theme } = view
  const words = theme.paint('tool', callName(item, view))
  const about = linkedSubject(item, view)
  const known = item.state === 'done' ? callView(item).facts(view) : []
  const state = [stateWords(item, view), ...known.map(fact => `· ${fact}`)].filter(Boolean).join(' ')
  // What it took keeps its place: the subject is cut instead.
  const room = view.width - ansiWidth(words) - ansiWidth(state) - MARK_COLUMNS
  const shown =
    known.length === 0 || view.verbose ? about : truncateAnsi(about, Math.max(LEAST_SUBJECT, room))
  return [words, shown, state === '' ? '' : theme.paint('dim', state)].filter(part => part !== '').join(' ')
}

const stateWords = (item: ToolItem, { now, words, plain }: View): string => {
  const { states, duration } = words.transcript
  const spent = item.startedAt === undefined ? 0 : now - item.startedAt
  const elapsed = spent >= LEAST_ELAPSED_MS ? duration(spent) : ''
  if (plain)
    return withAside(
      '',
      inOneLine([states[item.state], item.state === 'running' ? elapsed : ''].filter(Boolean)),
    ).trimStart()
  if (item.state === 'running' && elapsed !== '') return `· ${elapsed}`
  const waits = item.state === 'waiting' || (item.state === 'queued' && elapsed !== '')
  return waits ? `· ${states[item.state]}` : ''
}

const bodyOf = (item: ToolItem, view: View): readonly Line[] => {
  const mark = view.plain ? '  ' : view.theme.paint('dim', BODY_MARK)
  const rest = view.plain ? '  ' : ' '.repeat(BODY_MARK.length)
  return hang({ mark, rest }, view, inner =>
    fitLines([...saidLines(item, inner), ...bodyLines(item, inner)], inner.width),
  )
}

const bodyLines = (item: ToolItem, view: View): readonly Line[] => {
  const shown = callView(item)
  const { theme, words } = view
  switch (item.state) {
    case 'arriving':
    case 'queued':
    case 'waiting':
      return []
    case 'running':
      return shown.live?.(view, callTitle) ?? liveOutput(item, view)
    case 'done':
      return resultLines(item, view) ?? textResult(item.text ?? '', view)
    case 'failed':
      return (shown.showsFailure && resultLines(item, view)) || failureLines(item, view)
    case 'denied':
      return deniedLines(item, view)
    case 'interrupted':
      return (
        (item.output !== undefined && shown.showsFailure && resultLines(item, view)) || [
          theme.paint('warn', words.transcript.states.interrupted),
          ...liveOutput(item, view),
        ]
      )
    case 'background':
      return resultLines(item, view) ?? [words.transcript.inBackground('')]
  }
}

/** What a call gave, as its presentation says it; undefined: only the text of the result does. */
const resultLines = (item: ToolItem, view: View): readonly Line[] | undefined => {
  const { background, outcome } = presentationOf(item)
  if (background !== undefined) return [view.words.transcript.inBackground(safeLine(background))]
  const lines = callView(item).result(view)
  if (lines !== undefined || outcome === undefined) return lines
  return wrapAnsi(shownText(outcome, view), view.width)
}

/** What the person said with their yes is theirs, and the model has read it. */
const saidLines = ({ said }: ToolItem, { theme, words, width }: View): readonly Line[] =>
  said === undefined ? [] : wrapAnsi(theme.paint('good', words.transcript.approved(safeLine(said))), width)

const failureLines = (item: ToolItem, view: View): readonly Line[] =>
  (item.text ?? '').trim() === ''
    ? [view.theme.paint('bad', view.words.transcript.states.failed)]
    : foldedLines(shownFailure(item, view), { head: 5, tail: 0, tone: 'bad' }, view)

/** The whole view has what the model was told; a server of others speaks for itself. */
const shownFailure = ({ presentation, text = '' }: ToolItem, { verbose, words }: View): string =>
  verbose || isServerCall(presentation)
    ? text
    : words.localize(failureForPeople(text, words.transcript.failures))

/** A no of the person's own, with their words if there were any; else why it was refused. */
const deniedLines = (item: ToolItem, view: View): readonly Line[] => {
  const { theme, words } = view
  const said = declinedWords(item.text ?? '')
  if (said === undefined)
    return [theme.paint('bad', words.transcript.states.denied), ...reasonLines(item, view)]
  return wrapAnsi(theme.paint('bad', words.transcript.declined(safeLine(said))), view.width)
}

/** What the person said with their no is in what the model was told. */
const reasonLines = (item: ToolItem, view: View): readonly Line[] => {
  if (view.verbose) return foldedLines(item.text ?? '', { head: 0, tail: 0, tone: 'dim' }, view)
  const first = safeFirstLine(view.words.localize(item.refusal ?? item.text ?? ''))
  return first === '' ? [] : [truncateAnsi(view.theme.paint('dim', first), view.width)]
}
