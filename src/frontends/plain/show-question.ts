import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { revealBlanks } from '../../lib/reveal-blanks.ts'
import { textWidth } from '../../lib/text-width.ts'
import { tryFirstText } from '../../protocol/messages/engine/try-first.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { PermissionRequest, RequestDetails } from '../../protocol/permission.ts'
import { type Paint, sayIn } from './paint.ts'
import { LEFT_OUT, showMarked } from './show-marked.ts'
import { callPreview, callSubject } from './tool-views.ts'
import { yesNoHint } from './yes-no-hint.ts'

const MAX_DIFF_LINES = 40
const LINE_CHARS = 160
const COMMAND_WIDTH = 100
const MOST_PRINTED = 10
const MORE_LINES = /^… .*(?:more lines?|行)/

/** What is asked about destroys, leaks or leaves the sandbox: Enter alone does not allow it. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

/** The question, up to the place where the answer goes. */
export const showQuestion = (request: PermissionRequest, cwd: string, paint: Paint): string => {
  const { details } = request
  const say = (text: Text): string => sayIn(paint, text)
  const subject = callSubject(request, cwd, say)
  const what = `${escapeLine(request.toolName)}(${subject})`
  const preview = details?.diff
    ? showDiff(details.diff, paint)
    : callPreview(request.presentation?.body, paint)
  const marked = details?.subject && isWorthShowing(details, subject) ? showSubject(details, paint) : []
  const { because } = request.decision
  const why = say(details?.localized ?? because.localized ?? because.text)
  const isWhole = ![...preview, ...marked].some(line => LEFT_OUT.test(line) || MORE_LINES.test(line))
  // What a rule would stand for must be before one's eyes.
  const rules = isWhole ? (details?.saves ?? []).filter(save => save.file !== undefined) : []
  const said = [
    ...triedLines(details, say),
    ...(details?.dangers ?? []).map(danger => paint('red', say(lineText(danger)))),
    ...(request.script ? [paint('cyan', say(lineText('script_asks', request.script)))] : []),
    ...(details ? descriptionOf(details) : []).map(line => paint('dim', say(line))),
    ...(details?.background ? [paint('yellow', say(lineText('background')))] : []),
  ]
  return [
    ...[...preview, ...marked].map(line => `      ${line}`),
    ...said.map(line => `    ${line}`),
    `  ${paint('yellow', '?')} ${paint('dim', escapeLine(revealBlanks(why), 200))}`,
    ...rules.map(
      ({ rule, file = '' }) =>
        `    ${paint('dim', say(lineText('rule_would', { rule: escapeLine(rule, 200), file: escapeLine(file, 200) })))}`,
    ),
    `    ${paint('yellow', `${say(lineText('allow', { what }))} ${say(yesNoHint(isDangerous(request) ? 'no' : 'yes'))}`)} `,
  ].join('\n')
}

const triedLines = (details: RequestDetails | undefined, say: (text: Text) => string): readonly string[] => {
  const { said = [], listed = [], output = '' } = details?.tried ?? {}
  const printed = output
    .split('\n')
    .slice(-MOST_PRINTED)
    .map(line => `  ${escapeLine(revealBlanks(line), LINE_CHARS)}`)
  return [
    ...said.map(say),
    ...listed.map(text => `  ${say(text)}`),
    ...(output === '' ? [] : [say(tryFirstText('printed')), ...printed]),
  ]
}

const showDiff = ({ text, cut }: NonNullable<RequestDetails['diff']>, paint: Paint): readonly string[] => {
  const lines = text.split('\n')
  const shown = lines.slice(0, MAX_DIFF_LINES).map(line => {
    const safe = escapeLine(revealBlanks(line, undefined, { keepWide: true }), LINE_CHARS)
    if (line.startsWith('+')) return paint('green', safe)
    return line.startsWith('-') ? paint('red', safe) : paint('dim', safe)
  })
  const left = lines.length - shown.length
  if (left > 0) shown.push(sayIn(paint, lineText(cut ? 'more_than' : 'more_lines', { count: left })))
  else if (cut) shown.push(sayIn(paint, lineText('cut')))
  return shown
}

/** The line of the call may have cut it, or not shown which piece is meant. */
const isWorthShowing = ({ subject, diff }: RequestDetails, shown: string): boolean => {
  if (!subject || subject.text === diff?.path) return false
  const whole = subject.risky.every(span => span.from === 0 && span.to === subject.text.length)
  return !whole || escapeText(subject.text) !== shown
}

const showSubject = ({ subject }: RequestDetails, paint: Paint): readonly string[] => {
  if (!subject) return []
  // A path is on the line of the call already, short.
  const isPath = subject.risky.length <= 1 && subject.text.startsWith('/') && !/\s/.test(subject.text)
  if (isPath && textWidth(subject.text) <= COMMAND_WIDTH) return []
  return showMarked(subject.text, subject.risky, { width: COMMAND_WIDTH, paint })
}

export const showAnswer = (answer: 'yes' | 'no', paint: Paint): string =>
  `${paint('bold', sayIn(paint, lineText(answer)))}${paint('dim', sayIn(paint, lineText('scripted')))}\n`

const descriptionOf = ({ asker, description, saidBy }: RequestDetails): readonly LocalizedText[] => {
  if (asker === 'goal') return [lineText('goal_check')]
  if (asker === 'rule') return [lineText('rule_check')]
  if (description === undefined) return []
  const text = escapeLine(revealBlanks(description), 200)
  if (saidBy !== undefined) return [lineText('somebody_says', { who: escapeLine(saidBy, 100), text })]
  return [lineText(asker === 'workflow' ? 'workflow_says' : 'model_says', { text })]
}
