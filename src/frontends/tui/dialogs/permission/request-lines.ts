import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { revealBlanks } from '../../../../lib/reveal-blanks.ts'
import { fromHome } from '../../../../lib/short-path.ts'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { shortReason } from '../../../../protocol/messages/permissions/allow-list.ts'
import type { PermissionMode, PermissionRequest, RequestDetails } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import type { Theme } from '../../theme/theme.ts'
import { renderDiff } from '../../transcript/diff/render-diff.ts'
import type { View } from '../../transcript/render-options.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import { titleOf } from '../title-of.ts'
import { debugLines } from './debug-lines.ts'
import { markedLines, riskyLines } from './marked-lines.ts'
import { printedLines, triedLines } from './tried-lines.ts'

interface LinesRenderOptions {
  readonly theme: Theme
  readonly words: Words
  readonly width: number
}

/** What would happen: the change, the command, or whatever the tool was given. */
export const subjectLines = (
  request: PermissionRequest,
  given: View & LinesRenderOptions,
): readonly Line[] => {
  const { tried, subject } = request.details ?? {}
  if (!tried) return plainSubject(request, given)
  const look = { ...given, blanks: given.words.dialogs.blanks }
  const command = subject ? markedLines(subject, look) : []
  const changed = request.details?.diff ? plainSubject(withoutCommand(request), given) : []
  return [...command, ...triedLines(tried, given), ...changed, ...printedLines(tried, given)]
}

const withoutCommand = ({ details, ...request }: PermissionRequest): PermissionRequest => {
  const { subject: _, ...rest } = details as RequestDetails
  return { ...request, details: rest }
}

const plainSubject = (
  { details, input }: PermissionRequest,
  given: View & LinesRenderOptions,
): readonly Line[] => {
  const { diff, subject } = details ?? {}
  const look = { ...given, blanks: given.words.dialogs.blanks }
  if (diff) {
    const cut = diff.cut ? [look.theme.paint('warn', look.words.dialogs.cutDiff)] : []
    // A command that changes a file is as interesting as what it changes; of a tool that edits, the path is in the diff.
    const command = subject && subject.text !== diff.path ? markedLines(subject, look) : []
    const path = shownPath(diff.path, look.cwd)
    return [...command, ...nameLines(path, look), ...renderDiff({ ...diff, path }, look), ...cut]
  }
  if (subject && subject.text !== '') return markedLines(subject, look)
  const text = JSON.stringify(input, null, 2) ?? ''
  return text === '{}' || text === '' ? [] : markedLines({ text, risky: [] }, look)
}

/** Columns that a diff needs beside the name of its file, to say how much changes. */
const COUNTS = 16

/** A name too long for the first line of a diff, which would cut off its end, stands above it whole. */
const nameLines = (path: string, { theme, words, width }: LinesRenderOptions): readonly Line[] => {
  const name = safeLine(revealBlanks(path, words.dialogs.blanks))
  return name === path && textWidth(name) + COUNTS <= width ? [] : wrapAnsi(theme.paint('path', name), width)
}

/** Where in the lines of a command stands what made it ask; of a change everything counts. */
export const riskyLineNumbers = (
  { details }: PermissionRequest,
  { width, words }: LinesRenderOptions,
): readonly number[] =>
  details?.subject && !details.diff
    ? riskyLines(details.subject, { width, blanks: words.dialogs.blanks })
    : []

/** Why it asks, and if wanted of every part. */
export const reasonLines = (
  request: PermissionRequest,
  look: LinesRenderOptions & { readonly explained: boolean; readonly debug?: PermissionMode | undefined },
): readonly Line[] => [
  ...dangerLines(request, look),
  ...scriptLines(request, look),
  ...aboutLines(request, look),
  ...whyLines(request, look),
  ...noRuleLines(request, look),
  ...(look.explained ? explanationLines(request, look) : []),
  ...(look.debug ? debugLines(request, { ...look, mode: look.debug }) : []),
]

/** In plain words, before any reason. */
const dangerLines = (
  { details }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] =>
  (details?.dangers ?? []).flatMap(danger =>
    wrapAnsi(theme.paint('bad', words.dialogs.dangers[danger]), width),
  )

/** Around the line that makes the call. */
const AROUND = 2

/** Which call of a script it is, and where in the script it stands. */
const scriptLines = (
  { script }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] => {
  if (!script) return []
  const { code, line = 1, call, before } = script
  const all = code.split('\n')
  const from = Math.max(0, line - 1 - AROUND)
  const shown = all.slice(from, line + AROUND).map((text, at) => {
    const number = from + at + 1
    const row = `${String(number).padStart(4)} ${safeLine(revealBlanks(text, words.dialogs.blanks))}`
    return truncateAnsi(theme.paint(number === script.line ? 'accent' : 'dim', row), width)
  })
  return [theme.paint('info', words.dialogs.scriptAsks(call, before)), ...shown]
}

/** What the model says it is for, which is only its word; that it would not be waited for; where else it can be answered. */
const aboutLines = (
  { details, editor }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] => {
  const { background } = details ?? {}
  const said = details && descriptionLine(details, words)
  return [
    ...(said === undefined ? [] : [theme.paint('dim', said)]),
    ...(background ? [theme.paint('warn', words.dialogs.inBackground)] : []),
    ...(editor === undefined ? [] : [theme.paint('info', words.dialogs.inEditor(safeLine(editor)))]),
  ].flatMap(line => wrapAnsi(line, width))
}

/** With the name of whoever says it. */
const descriptionLine = (
  { asker, description, saidBy }: RequestDetails,
  { dialogs }: Words,
): string | undefined => {
  if (asker === 'goal') return dialogs.goalCheck
  if (asker === 'rule') return dialogs.ruleCheck
  if (description === undefined) return undefined
  const model = asker === 'workflow' ? dialogs.workflowSays : dialogs.modelSays
  const says = saidBy === undefined ? model : dialogs.serverSays(safeLine(saidBy))
  return `${says}${safeLine(revealBlanks(description, dialogs.blanks))}`
}

/** What stays in sight, what can be scrolled, and where that begins: a change with the name of its file above. */
export const subjectParts = (
  { details }: PermissionRequest,
  lines: readonly Line[],
  look: View & LinesRenderOptions,
): { readonly head: readonly Line[]; readonly body: readonly Line[]; readonly start: number } => {
  const { diff } = details ?? {}
  const isEdit = diff !== undefined && details?.subject?.text === diff.path
  const names = isEdit ? 1 + nameLines(shownPath(diff.path, look.cwd), look).length : 0
  if (names === 0 || names > MOST_NAMES) return { head: [], body: lines, start: 0 }
  const body = lines.slice(names)
  const changed = body.findIndex(line => /^\s*\d+ [-+]/.test(stripAnsi(line)))
  return { head: lines.slice(0, names), body, start: Math.max(0, changed) }
}

/** A longer name leaves no room for the change: then it is part of what is scrolled. */
const MOST_NAMES = 3

const whyLines = (
  { details, decision }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] =>
  wrapAnsi(
    `${theme.paint('warn', words.dialogs.why)}${safeLine(
      revealBlanks(
        words.localize(shortReason(details?.localized ?? decision.because.localized)),
        words.dialogs.blanks,
      ),
    )}`,
    width,
  )

/** Why there is no answer for good, where people expect one. */
const noRuleLines = (
  { decision: { noRule, offer } }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] =>
  noRule === undefined || offer.length > 0
    ? []
    : wrapAnsi(
        theme.paint(
          'dim',
          safeLine(words.dialogs.noRule(revealBlanks(words.localize(noRule), words.dialogs.blanks))),
        ),
        width,
      )

/** What kind of thing it is; the thing itself stands below. */
export const requestTitle = (
  request: PermissionRequest,
  words: Pick<Words, 'dialogs' | 'localize'>,
): string => {
  const { about, title = request.toolName, localizedTitle } = request.details ?? {}
  const told = localizedTitle ? words.localize(localizedTitle) : title
  return titleOf(request, safeLine(about ? words.dialogs.askedAbout(about) : told), words)
}

/** Which piece made it ask, by which rule, about which path. */
const explanationLines = (
  { details, decision }: PermissionRequest,
  { theme, words, width }: LinesRenderOptions,
): readonly Line[] => {
  const { dialogs } = words
  const { text = '', risky = [] } = details?.subject ?? {}
  const parts = risky.map(
    ({ from, to, localized }) =>
      `${theme.paint('risky', safeLine(revealBlanks(text.slice(from, to), dialogs.blanks)))} — ${safeLine(words.localize(localized))}`,
  )
  const { rule } = decision.because
  const place = rule?.place === undefined ? '' : ` (${safeLine(rule.place.file)}:${rule.place.line})`
  const lines = [
    ...parts,
    ...(rule ? [`${dialogs.byRule} ${theme.paint('code', safeLine(rule.text))}${place}`] : []),
    ...(decision.blockedPath === undefined
      ? []
      : [`${dialogs.about} ${theme.paint('path', safeLine(decision.blockedPath))}`]),
    theme.paint('dim', dialogs.explainHint),
  ]
  return lines.flatMap(line => wrapAnsi(line, width))
}

/** Short inside the working directory and at home. */
export const shortened = (
  path: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string => fromHome(shownPath(path, cwd), home)
