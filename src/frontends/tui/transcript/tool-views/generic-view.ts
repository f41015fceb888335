import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

const MAX_SUBJECT = 200

/** For tools nobody wrote a view for. */
export const genericView: ToolView = {
  name: item => readableName(item.name),
  subject: input => safeLine(subjectOf(input)).slice(0, MAX_SUBJECT),
  result: (item, view) => textResult(item.text ?? '', view),
}

/** For tools of MCP servers. */
export const serverView: ToolView = { ...genericView, folds: 'server', foldsLooks: true }

/** The text the model was told, folded. */
export const textResult = (text: string, view: View) =>
  text.trim() === ''
    ? [view.theme.paint('dim', view.words.transcript.noOutput)]
    : foldedLines(text, { head: 4, tail: 0, tone: 'dim' }, view)

/** `mcp__server__tool` is a tool of a server. */
const readableName = (name: string): string => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return safeLine(server === undefined ? name : `${server} · ${tool}`)
}

const subjectOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const entries = Object.entries(input)
  const [only] = entries
  if (entries.length === 1 && only && typeof only[1] === 'string') return only[1]
  return entries.map(([name, value]) => `${name}: ${valueText(value)}`).join(', ')
}

const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 60)}…` : value
  return JSON.stringify(value) ?? ''
}
