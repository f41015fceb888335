import { relative } from 'node:path'
import { escapeText } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'
import type { RewindFile, RewindReport, UnrestoredFile } from '../../protocol/session/file-history.ts'

type Report = Extract<RewindReport, { readonly canRewind: true }>

/** What will be done, file by file. */
export const renderPlan = (
  plan: Report,
  { cwd, dryRun }: { readonly cwd: string; readonly dryRun: boolean },
): string => {
  const head = plan.files.length === 0 ? 'No files need to change.' : dryRun ? 'Would change:' : 'Changing:'
  return lines([
    head,
    ...plan.files.map(file => `  ${fileLine(file, cwd)}`),
    ...keptLines(plan.kept, cwd),
    ...(plan.notCovered.length > 0
      ? ['Not covered:', ...plan.notCovered.map(text => `  ${oneLine(text)}`)]
      : []),
  ])
}

/** An earlier rewind that did not come to its end, and how to take back what it did. */
export const renderCutOff = (report: RewindReport, sessionId: string): string =>
  report.cutOff === undefined
    ? ''
    : `An earlier rewind was interrupted. To undo what it did: ${commandFor(sessionId, report.cutOff)}\n`

const commandFor = (sessionId: string, id: string): string =>
  `capstan -p --resume ${sessionId} --rewind-files ${id}`

/** What was done, where it differs from the plan, and how to take it back. */
export const renderOutcome = (
  plan: Report,
  done: Report,
  at: { readonly cwd: string; readonly sessionId: string },
): string => {
  const planned = new Set(plan.kept.map(file => file.path))
  const late = done.kept.filter(file => !planned.has(file.path))
  if (done.files.length === 0) return lines(keptLines(late, at.cwd))
  return lines([
    ...keptLines(late, at.cwd),
    `Rewound ${counted(done.files.length, 'file')} (+${done.insertions} -${done.deletions}).`,
    ...(done.undo === undefined ? [] : [`To undo: ${commandFor(at.sessionId, done.undo)}`]),
  ])
}

const fileLine = ({ action, path, insertions, deletions }: RewindFile, cwd: string): string =>
  `${action.padEnd(8)}  ${nameOf(path, cwd)}  +${insertions} -${deletions}`

const keptLines = (kept: readonly UnrestoredFile[], cwd: string): readonly string[] =>
  kept.length === 0 ? [] : ['Skipped:', ...kept.map(({ path, why }) => `  ${nameOf(path, cwd)}: ${why}`)]

const nameOf = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return oneLine(name.startsWith('..') ? path : name)
}

/** One line, whatever a file is called. */
const oneLine = (text: string): string => escapeText(text).replaceAll('\n', '\\n')

const lines = (all: readonly string[]): string => all.map(line => `${line}\n`).join('')
