import { escapeLine } from '../../lib/escape-text.ts'
import { revealBlanks } from '../../lib/reveal-blanks.ts'
import { fromDirectory } from '../../lib/short-path.ts'
import { inEnglish, type Localize, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { Body, CommandEnd, DiffBody, Presentation } from '../../protocol/messages/presentation.ts'
import { type Paint, sayIn } from './paint.ts'
import { countChanges, showPatch, showReplacement } from './show-change.ts'

/** A call as it came; without a presentation its input is all there is. */
interface Call {
  readonly input: unknown
  readonly presentation?: Presentation | undefined
}

/** What the call is about, for `● Name(…)`. Safe for a terminal, like every line of this file. */
export const callSubject = (
  { input, presentation }: Call,
  cwd: string,
  localize: Localize = inEnglish,
): string => {
  const whole = (): string => escapeLine(JSON.stringify(input) ?? '')
  const { subject, body } = presentation ?? {}
  switch (subject?.type) {
    case 'text':
      return escapeLine(localize(subject.text))
    // All of it would be a program on one line.
    case 'summary':
      return body?.type === 'script' ? escapeLine(localize(subject.text)) : whole()
    case 'file':
      return body?.type === 'diff' && !isTold(body) ? whole() : shownPath(subject.path, cwd)
    case 'command':
      return escapeLine(revealBlanks(subject.command))
    case 'search': {
      if (subject.of === 'names') return escapeLine(subject.pattern)
      const pattern = escapeLine(JSON.stringify(subject.pattern))
      return subject.path === undefined
        ? pattern
        : localize(lineText('search_in', { pattern, path: shownPath(subject.path, cwd) }))
    }
    default:
      return whole()
  }
}

const shownPath = (path: string, cwd: string): string => escapeLine(fromDirectory(path, cwd))

/** The call says what it would change, so that this can be shown beforehand. */
const isTold = ({ replaces, writes }: DiffBody): boolean => (replaces ?? writes) !== undefined

/** What a person should see before they say yes, beyond the subject. */
export const callPreview = (body: Body | undefined, paint: Paint): readonly string[] => {
  if (body?.type !== 'diff' || !isTold(body)) return []
  if (body.writes) return showReplacement('', body.writes.content ?? '', paint)
  const [first] = body.replaces ?? []
  return showReplacement(first?.before ?? '', first?.after ?? '', paint)
}

/** First line: the summary. `undefined` where the text of the result says it. */
export const callResult = (
  presentation: Presentation | undefined,
  paint: Paint,
): readonly string[] | undefined => {
  const { body, outcome, subject } = presentation ?? {}
  switch (body?.type) {
    case 'content': {
      const { amount } = body
      return typeof amount === 'object' && amount.of === 'lines'
        ? [sayIn(paint, lineText('lines', { count: amount.count }))]
        : undefined
    }
    case 'diff':
      return isTold(body) ? showChange(body, paint) : undefined
    case 'output':
      return body.ended && showCommand(body.ended, paint)
    case 'matches':
      return body.shown && [sayIn(paint, found(body.shown))]
    default:
      return subject?.type === 'text' && outcome !== undefined
        ? [escapeLine(sayIn(paint, outcome))]
        : undefined
  }
}

const MOST_CALLS = 8
const CALL_SIGNS = { running: '…', done: '✓', failed: '✗', denied: '✗' } as const

/** The calls of a script, above what it gave: how many, and the first of them. */
export const scriptCalls = (presentation: Presentation | undefined, paint: Paint): readonly string[] => {
  const { body, outcome } = presentation ?? {}
  if (body?.type !== 'script' || outcome === undefined) return []
  const shown = body.calls.slice(0, MOST_CALLS)
  const more = body.calls.length - shown.length + body.more
  return [
    escapeLine(sayIn(paint, outcome)),
    ...shown.map(({ tool, about, state }) => `${CALL_SIGNS[state]} ${escapeLine(`${tool} ${about}`, 120)}`),
    ...(more > 0 ? [`… +${more}`] : []),
  ]
}

const linesText = (count: number): LocalizedText => lineText('lines', { count })

const found = ({ files, lines }: { readonly files: number; readonly lines?: number }): LocalizedText => {
  const inFiles = lineText('files', { count: files })
  return lines === undefined ? inFiles : lineText('found_in', { lines: linesText(lines), files: inFiles })
}

const showChange = ({ created, patch }: DiffBody, paint: Paint): readonly string[] | undefined => {
  if (created !== undefined)
    return [sayIn(paint, lineText('created', { lines: linesText(countLines(created)) }))]
  if (!patch) return undefined
  const { added, removed } = countChanges(patch)
  const head = lineText('changed', { lines: linesText(added), removed })
  return [sayIn(paint, head), ...showPatch(patch, paint)]
}

const HEAD_LINES = 16
const TAIL_LINES = 3

const showCommand = ({ stdout, exitCode }: CommandEnd, paint: Paint): readonly string[] => {
  const ended =
    exitCode === null ? lineText('ended_early') : lineText('exit_code', { code: String(exitCode) })
  const status = paint(exitCode === 0 ? 'green' : 'red', sayIn(paint, ended))
  const lines = stdout.split('\n').filter(line => line.trim() !== '')
  const left = lines.length - HEAD_LINES - TAIL_LINES
  const shown = (some: readonly string[]) => some.map(line => tint(escapeLine(line, 120), paint))
  if (left <= 1) return [status, ...shown(lines)]
  const gap = paint('dim', sayIn(paint, lineText('left_out', { lines: linesText(left) })))
  return [status, ...shown(lines.slice(0, HEAD_LINES)), gap, ...shown(lines.slice(-TAIL_LINES))]
}

/** The marks test runners put before what passed and what failed. */
const tint = (line: string, paint: Paint): string => {
  if (/^\s*(?:✔|✓|ok\b)/.test(line)) return paint('green', line)
  if (/^\s*(?:✖|✗|✘|not ok\b)/.test(line)) return paint('red', line)
  return paint('dim', line)
}

const countLines = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
