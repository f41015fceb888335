import { type JudgedFinding, rankFindings } from '../../features/code-review/finding.ts'
import { annotations, draftComments } from '../../features/code-review/github.ts'
import { sarifReport } from '../../features/code-review/sarif.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Review } from './review-store.ts'

export const FORMATS = ['text', 'json', 'sarif', 'github', 'comments'] as const
export type Format = (typeof FORMATS)[number]

/** Only what survived; with `unsure` also what nobody could settle. */
export const survivors = ({ judged = [] }: Review, unsure: boolean): readonly JudgedFinding[] =>
  rankFindings(judged.filter(({ verdict }) => verdict === 'real' || (unsure && verdict === 'unsure')))

export const showReview = (
  review: Review,
  {
    format,
    unsure,
    version,
    localize,
  }: { format: Format; unsure: boolean; version: string; localize: Localize },
): string => {
  const findings = survivors(review, unsure)
  switch (format) {
    case 'json':
      return `${JSON.stringify({ id: review.id, what: review.change.what, counts: countsOf(review), usd: review.usd, sessions: review.sessions, leftOut: review.change.leftOut, findings })}\n`
    case 'sarif':
      return `${JSON.stringify(sarifReport(findings, { version }))}\n`
    case 'github':
      return annotations(findings)
    case 'comments':
      return `${JSON.stringify(draftComments(findings, review.change.diff))}\n`
    case 'text':
      return textOf(review, findings, localize)
  }
}

const countsOf = ({ judged = [], merged = [], found = 0, missing = [] }: Review) => {
  const count = (verdict: JudgedFinding['verdict']): number =>
    judged.filter(finding => finding.verdict === verdict).length
  return {
    found,
    merged: found - merged.length,
    refuted: count('refuted'),
    unsure: count('unsure'),
    unchecked: count('unchecked'),
    reproduced: judged.filter(({ verdict, reproduced }) => verdict === 'real' && reproduced !== undefined)
      .length,
    unproven: judged.filter(({ unproven }) => unproven !== undefined).length,
    missing,
  }
}

const textOf = (review: Review, findings: readonly JudgedFinding[], localize: Localize): string => {
  const items = findings.flatMap((finding, index) => [...itemLines(finding, String(index + 1), localize), ''])
  const { found, merged, refuted, unsure, unchecked, reproduced, unproven, missing } = countsOf(review)
  const counts = codeReviewText('counts', {
    shown: String(findings.length),
    found: String(found),
    merged: String(merged),
    refuted: String(refuted),
    unsure: String(unsure),
    unchecked: String(unchecked),
    reproduced: String(reproduced),
    usd: formatUsd(review.usd),
  })
  const nothing = findings.length === 0 ? [localize(codeReviewText('nothing'))] : []
  const claimed = unproven === 0 ? [] : [localize(codeReviewText('unproven', { count: String(unproven) }))]
  const silent = missing.length === 0 ? [] : [localize(codeReviewText('unanswered', { names: missing }))]
  return `${[...items, ...nothing, localize(counts), ...claimed, ...silent].join('\n')}\n`
}

/** What is said of a command, by how much it shows. */
const COMMANDS = [
  ['seen_by', 'reproduced'],
  ['looked_with', 'ran'],
  ['never_ran', 'unproven'],
] as const
type Told = (typeof COMMANDS)[number][0]

const itemLines = (finding: JudgedFinding, number: string, localize: Localize): readonly string[] => {
  const { file, line, severity, title, why, shows, because, evidence, patch } = finding
  const say = (row: 'shows' | 'checked' | Told, text: string): readonly string[] =>
    text.trim() === '' ? [] : [`   ${localize(codeReviewText(row, { text: escapeText(text) }))}`]
  const place = escapeText(`${file}:${line}`)
  const head = codeReviewText('item', {
    number,
    place,
    severity: codeReviewText(`severity_${severity}`),
    title: escapeText(title),
  })
  return [
    localize(head),
    ...(why.trim() === '' ? [] : [`   ${escapeText(why)}`]),
    ...say('shows', shows),
    ...say('checked', because),
    ...COMMANDS.flatMap(([row, field]) => say(row, finding[field] ?? '')),
    ...patchLines(evidence, codeReviewText('has_evidence'), localize),
    ...patchLines(patch, codeReviewText('has_patch', { number }), localize),
  ]
}

/** More than these is read in a worktree. */
const MOST_LINES = 40

const patchLines = (
  patch: string | undefined,
  title: LocalizedText,
  localize: Localize,
): readonly string[] => {
  if (patch === undefined) return []
  const lines = escapeText(patch).replace(/\n+$/, '').split('\n')
  const more = lines.length - MOST_LINES
  return [
    `   ${localize(title)}`,
    ...lines.slice(0, MOST_LINES).map(line => `     ${line}`),
    ...(more > 0 ? [`     ${localize(codeReviewText('more_lines', { count: String(more) }))}`] : []),
  ]
}
