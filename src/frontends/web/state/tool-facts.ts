import { commandField, pathField } from '../../../lib/values/call-fields.ts'
import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
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

type Subject = (input: unknown) => string | undefined

const pattern: Subject = input => {
  const place = textField(input, 'path') ?? textField(input, 'glob')
  const wanted = textField(input, 'pattern') ?? ''
  return place === undefined ? wanted : `${wanted} · ${place}`
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  Bash: commandField,
  Edit: pathField,
  MultiEdit: pathField,
  Write: pathField,
  NotebookEdit: pathField,
  Read: pathField,
  Grep: pattern,
  Glob: pattern,
  Agent: input => textField(input, 'description'),
  Task: input => textField(input, 'description'),
  WebFetch: input => textField(input, 'url'),
  WebSearch: input => textField(input, 'query'),
  Skill: input => {
    const name = textField(input, 'skill') ?? textField(input, 'command') ?? ''
    return `/${name.replace(/^\//, '')} ${textField(input, 'args') ?? ''}`.trim()
  },
  TodoWrite: () => '',
  ExitPlanMode: () => '',
  AskUserQuestion: input => textField(listField(input, 'questions')[0], 'question'),
}

export const factsOf = (row: ToolRow, words: Words, cwd: string): ToolFacts => {
  const hunks = hunksOf(row)
  const subject = SUBJECTS[row.name]?.(row.input) ?? genericSubject(row.input)
  return {
    name: readableName(row.name),
    subject: oneLine(inside(subject, cwd)),
    outcome: hunks ? '' : outcomeOf(row, words),
    ...(hunks ? { hunks } : {}),
  }
}

/** `mcp__server__tool` is a tool of a server. */
export const readableName = (name: string): string => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined ? name : `${server} · ${tool}`
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

const genericSubject = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const values = Object.entries(input)
  const [only] = values
  if (values.length === 1 && typeof only?.[1] === 'string') return only[1]
  return values
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}`)
    .join(', ')
}

/** What an edit changed. */
const hunksOf = ({ output }: ToolRow): readonly Hunk[] | undefined => {
  if (textField(output, 'type') === 'create') return newFile(textField(output, 'content') ?? '')
  return Array.isArray(field(output, 'structuredPatch'))
    ? readHunks(field(output, 'structuredPatch'))
    : undefined
}

/** Calls whose result says nothing but that it is done. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(['TodoWrite', 'ExitPlanMode', 'EnterPlanMode', 'Skill'])

const outcomeOf = (row: ToolRow, words: Words): string => {
  if (row.result === undefined || row.state === 'denied' || SELF_EVIDENT.has(row.name)) return ''
  // Its answer is shown; the rest of the result is for the model.
  if (agentReport(row) !== undefined) return ''
  const code = numberField(row.output, 'exitCode')
  if (code !== undefined && code !== 0) return words.exitCode(code)
  if (row.result.trim() === '') return words.noOutput
  return words.lines(row.result.trimEnd().split('\n').length)
}

/** What an agent answered in the end; undefined: it is no agent's call, or there is no answer yet. */
export const agentReport = ({ name, state, output }: ToolRow): string | undefined => {
  if (name === 'Skill') return state === 'done' ? skillReport(output) : undefined
  if ((name !== 'Agent' && name !== 'Task') || state !== 'done') return undefined
  if (textField(output, 'status') !== 'completed') return undefined
  const texts = listField(output, 'content').flatMap(block => textField(block, 'text') ?? [])
  const text = texts.join('\n\n').trim()
  return text === '' ? undefined : text
}

/** A skill that worked as an agent; the text of any other is for the model. */
const skillReport = (output: unknown): string | undefined => {
  const text = textField(output, 'status') === 'forked' ? (textField(output, 'text') ?? '').trim() : ''
  return text === '' ? undefined : text
}

/** Small changes are shown at once. */
const SMALL = 40

/** Whether a call is unfolded before anybody touched it. */
export const opensBy = (row: ToolRow, { hunks }: ToolFacts): 'open' | 'closed' => {
  if (row.name === 'TodoWrite' || row.state === 'denied' || row.state === 'failed') return 'open'
  // What an agent found is what one waited for.
  if (agentReport(row) !== undefined) return 'open'
  return hunks && hunks.reduce((sum, { lines }) => sum + lines.length, 0) <= SMALL ? 'open' : 'closed'
}
