import { fileName } from './diff-parts.ts'
import type { JudgedFinding } from './finding.ts'
import { messageOf } from './sarif.ts'

const LEVELS = { error: 'error', warning: 'warning', note: 'notice' } as const

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Lines by which a job of GitHub Actions marks places of a change. */
export const annotations = (findings: readonly JudgedFinding[]): string =>
  findings
    .map(finding => {
      const at = `file=${escapeProperty(finding.file)},line=${finding.line},title=${escapeProperty(finding.title)}`
      return `::${LEVELS[finding.severity]} ${at}::${escapeData(messageOf(finding))}\n`
    })
    .join('')

/**
 * A review as GitHub's API takes it for a pull request. Without an event it stays a draft that only its author sees. What
 * is not on a line of the diff stands in its text.
 */
export const draftComments = (findings: readonly JudgedFinding[], diff: string): object => {
  const shown = linesOfDiff(diff)
  const isShown = ({ file, line }: JudgedFinding): boolean => shown.get(file)?.has(line) ?? false
  const body = findings
    .filter(finding => !isShown(finding))
    .map(finding => `- \`${finding.file}:${finding.line}\` ${bodyOf(finding)}`)
    .join('\n')
  return {
    body,
    comments: findings
      .filter(isShown)
      .map(finding => ({ path: finding.file, line: finding.line, side: 'RIGHT', body: bodyOf(finding) })),
  }
}

/** A picture is asked for when somebody looks, and its address can carry away what the model has read. */
const bodyOf = (finding: JudgedFinding): string =>
  messageOf(finding)
    .replaceAll('![', '!\\[')
    .replaceAll(/<(?=\s*\/?\s*(?:img|picture|source|video|audio|image|svg)\b)/gi, '&lt;')

/** Lines of the new side that a diff shows, by file: comments of a forge can only stand there. */
export const linesOfDiff = (diff: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const files = new Map<string, Set<number>>()
  let lines: Set<number> | undefined
  let [next, left] = [0, 0]
  for (const line of diff.split('\n')) {
    if (left > 0) {
      if (line.startsWith('-') || line.startsWith('\\')) continue
      lines?.add(next++)
      left--
      continue
    }
    if (line.startsWith('+++ ')) {
      const name = fileName(line.slice('+++ '.length))
      lines = new Set()
      if (name !== undefined) files.set(name, lines)
    }
    const [, from, count = '1'] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from !== undefined) [next, left] = [Number(from), Number(count)]
  }
  return files
}
