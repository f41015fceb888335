import { numberField } from '../../../lib/values/read-field.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Body, Subject } from '../../../protocol/messages/presentation.ts'
import type { Words } from '../text/en.ts'
import { type Hunk, newFile, readHunks } from './hunk.ts'
import type { ToolRow } from './row.ts'

/** A call in one line: what is used, on what, and what came of it. */
export interface ToolFacts {
  readonly name: string
  readonly subject: string
  readonly outcome: string
  readonly hunks?: readonly Hunk[]
}

export const factsOf = (row: ToolRow, words: Words, cwd: string): ToolFacts => {
  const hunks = hunksOf(row)
  return {
    name: nameOf(row),
    subject: oneLine(inside(subjectOf(row), cwd)),
    outcome: hunks ? '' : outcomeOf(row, words),
    ...(hunks ? { hunks } : {}),
  }
}

/** A tool of a server is named with it. */
export const nameOf = ({ name, presentation }: Pick<ToolRow, 'name' | 'presentation'>): string => {
  const body = presentation?.body
  return body?.type === 'server' && body.tool ? `${body.tool.server} · ${body.tool.name}` : name
}

const subjectOf = ({ presentation, input }: ToolRow): string => {
  const { subject, body } = presentation ?? {}
  switch (subject?.type) {
    case 'text':
      return inEnglish(subject.text)
    case 'file':
      return subject.path || inputText(input)
    case 'command':
      return subject.command || inputText(input)
    case 'search': {
      const directory = subject.path ?? subject.glob
      return directory === undefined ? subject.pattern : `${subject.pattern} · ${directory}`
    }
    default:
      return summaryOf(subject, body) ?? inputText(input)
  }
}

/** Calls whose input has too much to list it; undefined: it is listed. */
const summaryOf = (subject: Subject | undefined, body: Body | undefined): string | undefined => {
  switch (body?.type) {
    case 'todos':
    case 'plan':
      return ''
    case 'questions':
      return body.questions[0]
    case 'agent':
    case 'page':
    case 'links':
      return subject?.type === 'summary' ? inEnglish(subject.text) || undefined : undefined
    default:
      return undefined
  }
}

/** Without the working directory, where it begins with that. */
export const inside = (text: string, cwd: string): string =>
  cwd !== '' && text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text

const MOST = 300
const oneLine = (text: string): string => {
  const line = text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '')
    .join(' ⏎ ')
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line
}

const inputText = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const values = Object.entries(input)
  const [only] = values
  if (values.length === 1 && typeof only?.[1] === 'string') return only[1]
  return values
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}`)
    .join(', ')
}

/** What an edit changed. */
const hunksOf = ({ presentation }: ToolRow): readonly Hunk[] | undefined => {
  const body = presentation?.body
  if (body?.type !== 'diff') return undefined
  if (body.created !== undefined) return newFile(body.created)
  return body.patch && readHunks(body.patch)
}

/** Calls whose result says nothing but that it is done. */
const isSelfEvident = (body: Body | undefined): boolean =>
  body?.type === 'todos' || body?.type === 'plan' || (body?.type === 'agent' && body.skill !== undefined)

const outcomeOf = (row: ToolRow, words: Words): string => {
  if (row.result === undefined || row.state === 'denied' || isSelfEvident(row.presentation?.body)) return ''
  // Its answer is shown; the rest of the result is for the model.
  if (agentReport(row) !== undefined) return ''
  const { subject, outcome } = row.presentation ?? {}
  if (subject?.type === 'text' && outcome !== undefined) return inEnglish(outcome)
  const code = numberField(row.output, 'exitCode')
  if (code !== undefined && code !== 0) return words.exitCode(code)
  if (row.result.trim() === '') return words.noOutput
  return words.lines(row.result.trimEnd().split('\n').length)
}

/** What an agent answered in the end; undefined: it is no agent's call, or there is no answer yet. */
export const agentReport = ({ presentation, state }: ToolRow): string | undefined => {
  const body = presentation?.body
  if (body?.type !== 'agent' || state !== 'done' || !body.completed) return undefined
  const text = (body.answer ?? '').trim()
  return text === '' ? undefined : text
}

/** Small changes are shown at once. */
const SMALL = 40

/** Whether a call is unfolded before anybody touched it. */
export const opensBy = (row: ToolRow, { hunks }: ToolFacts): 'open' | 'closed' => {
  if (row.presentation?.body?.type === 'todos' || row.state === 'denied' || row.state === 'failed')
    return 'open'
  // What an agent found is what one waited for.
  if (agentReport(row) !== undefined) return 'open'
  return hunks && hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= SMALL ? 'open' : 'closed'
}
