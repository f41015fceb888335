import type { Position, TextEdit } from 'vscode-languageserver-protocol'
import { ToolError } from '../../../protocol/tool.ts'
import type { CodePlan } from '../../../protocol/tools/code-help.ts'
import { isNotebook } from '../notebook-code.ts'
import { fileOf } from '../open-server.ts'
import { readText } from '../read-text.ts'
import { says } from './says.ts'

/** The files whose text an edit of a server would change. */
export const filesIn = (edit: unknown): readonly string[] => [...edited([edit]).byFile.keys()]

/** The files that edits of servers would leave, whole. Throws ToolError for what is more than changed text. */
export const readWorkspaceEdit = (edits: readonly unknown[]): CodePlan['changes'] => {
  const { byFile, moved } = edited(edits)
  if (moved.length > 0) throw new ToolError(says('otherFiles', { paths: moved.slice(0, 5) }))
  const notebooks = [...byFile.keys()].filter(isNotebook)
  if (notebooks.length > 0) throw new ToolError(says('notebooks', { paths: notebooks.slice(0, 5) }))
  const changes = [...byFile].map(([path, list]) => ({ path, before: readText(path), list }))
  const unread = changes.flatMap(({ path, before }) => (before === undefined ? [path] : []))
  if (unread.length > 0) throw new ToolError(says('unread', { paths: unread.slice(0, 5) }))
  return changes.flatMap(({ path, before = '', list }) => {
    const after = applyEdits(before, list)
    return after === before ? [] : [{ path, before, after }]
  })
}

/** By file; those that would be made, moved or deleted apart. */
const edited = (edits: readonly unknown[]) => {
  const byFile = new Map<string, TextEdit[]>()
  const moved: string[] = []
  const add = (uri: unknown, list: unknown): void => {
    const path = fileOf(uri)
    if (path === undefined || !Array.isArray(list)) return
    byFile.set(path, [...(byFile.get(path) ?? []), ...list.filter(isTextEdit)])
  }
  for (const edit of edits) {
    const { changes, documentChanges } = Object(edit) as Record<string, unknown>
    if (Array.isArray(documentChanges))
      for (const each of documentChanges as unknown[]) {
        const { kind, uri, newUri, textDocument, edits: list } = Object(each) as Record<string, unknown>
        if (kind !== undefined) moved.push(fileOf(newUri ?? uri) ?? String(newUri ?? uri))
        else add(Object(textDocument).uri, list)
      }
    else for (const [uri, list] of Object.entries(Object(changes))) add(uri, list)
  }
  return { byFile, moved }
}

const isTextEdit = (value: unknown): value is TextEdit => {
  const { range, newText } = Object(value) as Partial<TextEdit>
  return (
    typeof newText === 'string' &&
    typeof range?.start?.line === 'number' &&
    typeof range.start.character === 'number' &&
    typeof range.end?.line === 'number' &&
    typeof range.end.character === 'number'
  )
}

/** Edits as the protocol has them: all of them are of the text as it is. */
const applyEdits = (text: string, edits: readonly TextEdit[]): string => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const offset = ({ line, character }: Position): number => {
    const start = starts[line]
    if (start === undefined) return text.length
    const end = (starts[line + 1] ?? text.length + 1) - 1
    const last = text[end - 1] === '\r' ? end - 1 : end
    return Math.min(start + character, Math.max(last, start))
  }
  const sorted = edits
    .map(({ range, newText }, index) => ({
      from: offset(range.start),
      to: offset(range.end),
      newText,
      index,
    }))
    .toSorted((one, other) => one.from - other.from || one.index - other.index)
  let made = ''
  let at = 0
  for (const { from, to, newText } of sorted) {
    if (from < at) continue
    made += text.slice(at, from) + newText
    at = Math.max(at, to)
  }
  return made + text.slice(at)
}
