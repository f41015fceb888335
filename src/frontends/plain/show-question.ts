import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { revealBlanks } from '../../lib/reveal-blanks.ts'
import { counted } from '../../lib/text/counted.ts'
import { textWidth } from '../../lib/text-width.ts'
import type { Danger, PermissionRequest, RequestDetails } from '../../protocol/permission.ts'
import type { Paint } from './paint.ts'
import { LEFT_OUT, showMarked } from './show-marked.ts'
import { callPreview, callSubject } from './tool-views.ts'
import { yesNoHint } from './yes-no-hint.ts'

const MAX_DIFF_LINES = 40
const LINE_CHARS = 160
const COMMAND_WIDTH = 100
const MORE_LINES = /^… .*more lines/

const DANGERS: Readonly<Record<Danger, string>> = {
  runs_download: 'This downloads a program and runs it.',
  private_key: 'This reads a private key.',
  deletes_tree: 'This deletes directories and everything in them.',
  as_root: 'This runs with administrator rights.',
  loses_work: 'This discards uncommitted changes.',
  destructive_tool: 'The server says this tool can destroy things.',
  rewrites_remote: 'This overwrites the remote.',
  secrets: 'This reads a file that may hold passwords or tokens.',
  protected: 'This changes settings that decide what runs later.',
}

/** What is asked about destroys, leaks or leaves the sandbox: Enter alone does not allow it. */
export const isDangerous = ({ decision, details }: PermissionRequest): boolean =>
  decision.because.type === 'sandboxOverride' || (details?.dangers ?? []).length > 0

/** The question, up to the place where the answer goes. */
export const showQuestion = (request: PermissionRequest, cwd: string, paint: Paint): string => {
  const { details } = request
  const subject = callSubject(request, cwd)
  const what = `${escapeLine(request.toolName)}(${subject})`
  const preview = details?.diff
    ? showDiff(details.diff, paint)
    : callPreview(request.presentation?.body, paint)
  const marked = details?.subject && isWorthShowing(details, subject) ? showSubject(details, paint) : []
  const why = details?.why ?? request.decision.because.text
  const isWhole = ![...preview, ...marked].some(line => LEFT_OUT.test(line) || MORE_LINES.test(line))
  // What a rule would stand for must be before one's eyes.
  const rules = isWhole ? (details?.saves ?? []).filter(save => save.file !== undefined) : []
  const said = [
    ...(details?.dangers ?? []).map(danger => paint('red', DANGERS[danger])),
    ...(details ? descriptionOf(details) : []).map(line => paint('dim', line)),
    ...(details?.background ? [paint('yellow', 'Runs in the background.')] : []),
  ]
  return [
    ...[...preview, ...marked].map(line => `      ${line}`),
    ...said.map(line => `    ${line}`),
    `  ${paint('yellow', '?')} ${paint('dim', escapeLine(revealBlanks(why), 200))}`,
    ...rules.map(
      ({ rule, file = '' }) =>
        `    ${paint('dim', `(the rule ${escapeLine(rule, 200)} in ${escapeLine(file, 200)} would allow it from then on)`)}`,
    ),
    `    ${paint('yellow', `Allow ${what}? ${yesNoHint(isDangerous(request) ? 'no' : 'yes')}`)} `,
  ].join('\n')
}

const showDiff = ({ text, cut }: NonNullable<RequestDetails['diff']>, paint: Paint): readonly string[] => {
  const lines = text.split('\n')
  const shown = lines.slice(0, MAX_DIFF_LINES).map(line => {
    const safe = escapeLine(revealBlanks(line, undefined, { keepWide: true }), LINE_CHARS)
    if (line.startsWith('+')) return paint('green', safe)
    return line.startsWith('-') ? paint('red', safe) : paint('dim', safe)
  })
  const left = lines.length - shown.length
  if (left > 0) shown.push(`… ${cut ? 'more than ' : ''}${counted(left, 'more line')}`)
  else if (cut) shown.push('… more lines, left out')
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
  `${paint('bold', answer)} ${paint('dim', '(scripted answer)')}\n`

const descriptionOf = ({ asker, description, saidBy }: RequestDetails): readonly string[] => {
  if (asker === 'goal') return ['This checks whether your goal is reached.']
  if (description === undefined) return []
  const model = asker === 'workflow' ? 'Workflow: ' : 'Model: '
  const says = saidBy === undefined ? model : `${escapeLine(saidBy, 100)} says: `
  return [`${says}${escapeLine(revealBlanks(description), 200)}`]
}
