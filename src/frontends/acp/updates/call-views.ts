import type { ToolCallContent, ToolKind } from '@agentclientprotocol/sdk'
import { escapeText } from '../../../lib/escape-text.ts'
import { pathField } from '../../../lib/values/call-fields.ts'
import { listField, numberField, textField } from '../../../lib/values/read-field.ts'
import { textContent } from './text-content.ts'

/** How a call is shown before its result is there. */
export interface CallView {
  readonly kind: ToolKind
  /** `short` makes a path relative where it can be. */
  title(input: unknown, short: (path: string) => string): string
  /** The file it is about. */
  path?(input: unknown): string | undefined
  line?(input: unknown): number | undefined
  content?(input: unknown, path: string): readonly ToolCallContent[]
  /** The result is output or source text, not prose. */
  readonly verbatim?: boolean
}

const filePath = pathField

const firstLine = (text: string): string => {
  const [first = '', ...more] = text.trim().split('\n')
  return more.length > 0 ? `${first} …` : first
}

const about =
  (verb: string, name: string): CallView['title'] =>
  input => {
    const subject = textField(input, name)
    return subject === undefined ? verb : `${verb} ${firstLine(subject)}`
  }

const fileTitle =
  (verb: string): CallView['title'] =>
  (input, short) =>
    `${verb} ${short(filePath(input) ?? '')}`.trimEnd()

const plain = (title: string, kind: ToolKind): CallView => ({ kind, title: () => title })

const read: CallView = {
  kind: 'read',
  title(input, short) {
    const from = numberField(input, 'offset')
    const count = numberField(input, 'limit')
    const name = fileTitle('Read')(input, short)
    if (from === undefined && count === undefined) return name
    return `${name} (${from ?? 1}–${count === undefined ? '' : (from ?? 1) + count - 1})`
  },
  path: filePath,
  line: input => numberField(input, 'offset'),
  verbatim: true,
}

const edit: CallView = {
  kind: 'edit',
  title: fileTitle('Edit'),
  path: filePath,
  content: (input, path) =>
    [input, ...listField(input, 'edits')].flatMap((one): readonly ToolCallContent[] => {
      const oldText = textField(one, 'old_string')
      const newText = textField(one, 'new_string')
      if (newText === undefined || oldText === newText) return []
      return [{ type: 'diff', path, ...(oldText ? { oldText } : {}), newText }]
    }),
}

const bash: CallView = {
  kind: 'execute',
  title: input => firstLine(textField(input, 'command') ?? 'Run a command'),
  content: input => {
    const description = textField(input, 'description')
    return description === undefined ? [] : [textContent(description)]
  },
  verbatim: true,
}

const search =
  (verb: string): CallView['title'] =>
  (input, short) => {
    const where = textField(input, 'path')
    return `${verb} ${textField(input, 'pattern') ?? ''}${where === undefined ? '' : ` in ${short(where)}`}`
  }

const agent: CallView = {
  kind: 'think',
  title: input => textField(input, 'description') ?? 'Run an agent',
  content: input => {
    const prompt = textField(input, 'prompt')
    return prompt === undefined ? [] : [textContent(prompt)]
  },
}

const todo = plain('Update the to-do list', 'think')
const stop = plain('Stop a background task', 'execute')
const output: CallView = { ...plain('Read background output', 'read'), verbatim: true }

/** The only place of this front end that knows tools by name, beside the questions of some. */
const VIEWS: Readonly<Record<string, CallView>> = {
  Agent: agent,
  AskUserQuestion: {
    kind: 'other',
    title: input => textField(listField(input, 'questions')[0], 'question') ?? 'Ask a question',
  },
  Bash: bash,
  BashOutput: output,
  Edit: edit,
  EnterPlanMode: plain('Enter plan mode', 'switch_mode'),
  ExitPlanMode: {
    ...plain('Ready to code?', 'switch_mode'),
    content: input => {
      const plan = textField(input, 'plan')
      return plan === undefined ? [] : [textContent(plan)]
    },
  },
  Glob: { kind: 'search', title: search('Find'), path: dirOf, verbatim: true },
  Grep: { kind: 'search', title: search('Search for'), path: dirOf, verbatim: true },
  KillShell: stop,
  Monitor: { kind: 'execute', title: about('Watch', 'command') },
  MultiEdit: edit,
  NotebookEdit: { kind: 'edit', title: fileTitle('Edit'), path: filePath },
  Read: read,
  Skill: { kind: 'other', title: about('Use the skill', 'skill') },
  Task: agent,
  TaskCreate: { kind: 'think', title: about('Add a task:', 'subject') },
  TaskList: todo,
  TaskOutput: output,
  TaskStop: stop,
  TaskUpdate: todo,
  TodoWrite: todo,
  ToolSearch: { kind: 'search', title: about('Look up tools:', 'query') },
  WebFetch: { kind: 'fetch', title: about('Fetch', 'url') },
  WebSearch: { kind: 'fetch', title: about('Search the web for', 'query') },
  Write: { kind: 'edit', title: fileTitle('Write'), path: filePath },
}

function dirOf(input: unknown): string | undefined {
  return textField(input, 'path')
}

export const callView = (name: string): CallView =>
  (Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined) ?? serverView(name) ?? genericView(name)

/** Tools of MCP servers carry the server in their name. */
const serverView = (name: string): CallView | undefined => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined ? undefined : plain(`${server}: ${tool}`, 'other')
}

const genericView = (name: string): CallView => ({
  kind: 'other',
  title: input => {
    const subject = Object.values(typeof input === 'object' && input !== null ? input : {}).find(
      value => typeof value === 'string',
    )
    return typeof subject === 'string' ? `${name}: ${firstLine(subject)}` : name
  },
})

const MOST_TITLE = 300

/** Words of a model: nothing in a title may hide, reorder or break the line. */
export const safeTitle = (title: string): string => {
  const line = escapeText(title).replaceAll('\n', ' ').replaceAll('\t', ' ')
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line
}
