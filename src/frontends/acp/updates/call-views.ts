import type { ToolCallContent, ToolKind } from '@agentclientprotocol/sdk'
import { escapeText } from '../../../lib/escape-text.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type {
  CallKind,
  PathRange,
  Presentation,
  ScriptBody,
} from '../../../protocol/messages/presentation.ts'
import type { ScriptOutput } from '../../../protocol/tools/script.ts'
import { textContent } from './text-content.ts'

/** A call as it came; without a presentation its name and input are all there is. */
export interface ShownCall {
  readonly name: string
  readonly input: unknown
  readonly presentation?: Presentation | undefined
}

const KINDS: Readonly<Record<CallKind, ToolKind>> = {
  read: 'read',
  edit: 'edit',
  run: 'execute',
  search: 'search',
  fetch: 'fetch',
  think: 'think',
  delegate: 'think',
  switch_mode: 'switch_mode',
  other: 'other',
}

export const callKind = ({ presentation }: ShownCall): ToolKind =>
  KINDS[presentation?.kind ?? 'other'] ?? 'other'

/** One line that says what is done. `short` makes a path relative where it can be. */
export const callTitle = (
  call: ShownCall,
  { short, localize }: { short(path: string): string; readonly localize: Localize },
): string => {
  const { title, subject } = call.presentation ?? {}
  if (title)
    return title
      .map(part => (typeof part === 'object' && 'path' in part ? rangeTitle(part, short) : localize(part)))
      .join(' ')
      .replace(/^(\S+) $/, '$1')
  if (subject?.type === 'text') return `${call.name}: ${firstLine(localize(subject.text))}`
  const { input } = call
  const values = Object.values(typeof input === 'object' && input !== null ? input : {})
  const said = values.find(value => typeof value === 'string')
  return typeof said === 'string' ? `${call.name}: ${firstLine(said)}` : call.name
}

const rangeTitle = ({ path, line, endLine }: PathRange, short: (path: string) => string): string => {
  const name = short(path)
  if (line === undefined && endLine === undefined) return name
  return `${name} (${line ?? 1}–${endLine ?? ''})`.trimStart()
}

const firstLine = (text: string): string => {
  const [first = '', ...more] = text.trim().split('\n')
  return more.length > 0 ? `${first} …` : first
}

/** The file or directory it is about. */
export const callPath = ({ presentation }: ShownCall): PathRange | undefined => presentation?.paths?.[0]

/** What is shown of it before its result is there. */
export const callContent = ({ presentation }: ShownCall, path: string): readonly ToolCallContent[] => {
  const body = presentation?.body
  const said = (text: string | undefined): readonly ToolCallContent[] =>
    text === undefined ? [] : [textContent(text)]
  switch (body?.type) {
    case 'diff':
      return (body.replaces ?? []).flatMap(({ before, after }): readonly ToolCallContent[] =>
        after === undefined || before === after
          ? []
          : [{ type: 'diff', path, ...(before ? { oldText: before } : {}), newText: after }],
      )
    case 'output':
      return said(body.description)
    case 'agent':
      return body.skill === undefined ? said(body.prompt) : []
    case 'script':
      return said(scriptText(body))
    case 'plan':
      return said(body.proposed)
    default:
      return []
  }
}

const VERBATIM: ReadonlySet<string> = new Set(['content', 'output', 'matches', 'log'])

/** The calls of a script as they ended, above what it gave. */
export const endedScript = ({ presentation }: ShownCall, output: unknown): readonly ToolCallContent[] => {
  const body = presentation?.body
  if (body?.type !== 'script') return []
  const { tree, calls } = output as Partial<ScriptOutput>
  if (!tree || !calls) return []
  const count = calls.reduce((sum, each) => sum + each.count, 0)
  return [textContent(scriptText({ ...body, calls: tree, more: count - tree.length }))]
}

/** The result is output or source text, not prose. */
export const isVerbatim = ({ presentation }: Pick<ShownCall, 'presentation'>): boolean =>
  VERBATIM.has(presentation?.body?.type ?? '')

const MOST_TITLE = 300

/** Words of a model: nothing in a title may hide, reorder or break the line. */
export const safeTitle = (title: string): string => {
  const line = escapeText(title).replaceAll('\n', ' ').replaceAll('\t', ' ')
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line
}

const SIGNS = { running: '…', done: '✓', failed: '✗', denied: '✗' } as const

/** A script with its calls below it, each on a line. */
const scriptText = ({ code = '', calls, more }: ScriptBody): string =>
  [
    '```js',
    escapeText(code).replaceAll('```', '`\u200b``'),
    '```',
    ...calls.map(({ tool, about, state }) => `- ${SIGNS[state]} ${safeTitle(`${tool} ${about}`)}`),
    ...(more > 0 ? [`- … +${more}`] : []),
  ].join('\n')
