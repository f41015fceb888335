import { relative } from 'node:path'
import { escapeText } from '../../lib/escape-text.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { RewindFile, RewindReport, UnrestoredFile } from '../../protocol/session/file-history.ts'

type Report = Extract<RewindReport, { readonly canRewind: true }>

/** What will be done, file by file. */
export const renderPlan = (
  plan: Report,
  { cwd, dryRun }: { readonly cwd: string; readonly dryRun: boolean },
): LocalizedText =>
  lines([
    answerText(plan.files.length === 0 ? 'no_changes' : dryRun ? 'would_change' : 'changing'),
    ...plan.files.map(file => fileLine(file, cwd)),
    ...keptLines(plan.kept, cwd),
    ...(plan.notCovered.length > 0
      ? [answerText('not_covered'), ...plan.notCovered.map(text => `  ${oneLine(text)}`)]
      : []),
    '',
  ])

/** An earlier rewind that did not come to its end, and how to take back what it did. */
export const renderCutOff = (report: RewindReport, sessionId: string): Text =>
  report.cutOff === undefined
    ? ''
    : lines([answerText('cut_off', { command: commandFor(sessionId, report.cutOff) }), ''])

const commandFor = (sessionId: string, id: string): string =>
  `capstan -p --resume ${sessionId} --rewind-files ${id}`

/** What was done, where it differs from the plan, and how to take it back. */
export const renderOutcome = (
  plan: Report,
  done: Report,
  at: { readonly cwd: string; readonly sessionId: string },
): Text => {
  const planned = new Set(plan.kept.map(file => file.path))
  const late = done.kept.filter(file => !planned.has(file.path))
  const skipped = keptLines(late, at.cwd)
  if (done.files.length === 0) return skipped.length === 0 ? '' : lines([...skipped, ''])
  const [added, removed] = [done.insertions, done.deletions]
  return lines([
    ...skipped,
    answerText('rewound', { count: done.files.length, added, removed }),
    ...(done.undo === undefined
      ? []
      : [answerText('to_undo', { command: commandFor(at.sessionId, done.undo) })]),
    '',
  ])
}

const fileLine = ({ action, path, insertions, deletions }: RewindFile, cwd: string): LocalizedText =>
  answerText('file_change', {
    action: answerText(`file_${action}`),
    name: nameOf(path, cwd),
    added: insertions,
    removed: deletions,
  })

const keptLines = (kept: readonly UnrestoredFile[], cwd: string): readonly Text[] =>
  kept.length === 0
    ? []
    : [
        answerText('rewind_skipped'),
        ...kept.map(({ path, why, localized = why }) =>
          answerText('indented', {
            text: answerText('named_why', { name: nameOf(path, cwd), why: localized }),
          }),
        ),
      ]

const nameOf = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return oneLine(name.startsWith('..') ? path : name)
}

/** One line, whatever a file is called. */
const oneLine = (text: string): string => escapeText(text).replaceAll('\n', '\\n')
