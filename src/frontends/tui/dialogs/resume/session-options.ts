import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { fromHome } from '../../../../lib/short-path.ts'
import type { SessionRow } from '../../ports/sessions-port.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

export interface SessionsRenderOptions {
  readonly words: Words
  readonly now: number
  readonly home: string
  /** Where we are: rows of other directories name theirs. */
  readonly cwd: string
}

/** Title, then age, size, branch, folder and whether somebody has it open. */
export const sessionOptions = (
  rows: readonly SessionRow[],
  look: SessionsRenderOptions,
): readonly Option<SessionRow>[] =>
  rows.map(row => ({
    value: row,
    label: titleOf(row, look.words),
    detail: factsOf(row, look).join(' · '),
  }))

const titleOf = ({ title }: SessionRow, words: Words): string =>
  escapeProse(title, 70) || words.panels.resume.untitled

const factsOf = (row: SessionRow, { words, now, home, cwd }: SessionsRenderOptions): readonly string[] => [
  words.panels.ago(Math.max(0, now - row.modifiedAt)),
  words.transcript.bytes(row.bytes),
  ...(row.branch === undefined ? [] : [escapeLine(row.branch, 30)]),
  ...(row.cwd === cwd ? [] : [escapeLine(fromHome(row.cwd, home), 60)]),
  ...(row.open ? [words.panels.resume.open] : []),
  ...(row.member
    ? [words.panels.resume.member(escapeLine(row.member.name, 40), escapeLine(row.member.team, 40))]
    : []),
  ...(row.scripted ? [words.panels.resume.scripted] : []),
]

export interface Found {
  readonly id: string
  readonly snippet: string
}

/** Each session with a match once, with the words around the first. */
export const matchOptions = (
  found: readonly Found[],
  rows: readonly SessionRow[],
  look: SessionsRenderOptions,
): readonly Option<SessionRow>[] => {
  const known = new Map(rows.map(row => [row.id, row]))
  const first = new Map<string, Found>()
  for (const match of found) if (!first.has(match.id)) first.set(match.id, match)
  return [...first.values()].flatMap(({ id, snippet }) => {
    const row = known.get(id)
    return row ? [{ value: row, label: titleOf(row, look.words), detail: escapeProse(snippet, 160) }] : []
  })
}
