import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { listField, numberField, textField } from '../../../lib/values/read-field.ts'

export interface ShownChange {
  readonly content: readonly ToolCallContent[]
  readonly locations: readonly ToolCallLocation[]
}

/** A change that was made, from the output of the tool; undefined when it tells of none. */
export const madeChange = (output: unknown, path: string): ShownChange | undefined => {
  const content = textField(output, 'content')
  if (textField(output, 'type') === 'create' && content !== undefined)
    return { content: [{ type: 'diff', path, newText: content }], locations: [{ path }] }
  const hunks = listField(output, 'structuredPatch')
  if (hunks.length === 0) return undefined
  return {
    content: hunks.map(hunk => hunkDiff(path, listField(hunk, 'lines').map(String))),
    locations: hunks.map(hunk => ({ path, line: Math.max(1, numberField(hunk, 'newStart') ?? 1) })),
  }
}

/** A change that is asked about, from its unified diff. */
export const askedChange = (unified: string, path: string): ShownChange => {
  const hunks: string[][] = []
  for (const line of unified.split('\n')) {
    if (line.startsWith('@@')) hunks.push([])
    else if (/^[ +\-\\]/.test(line)) hunks.at(-1)?.push(line)
  }
  return {
    content: hunks.filter(lines => lines.length > 0).map(lines => hunkDiff(path, lines)),
    locations: [{ path }],
  }
}

/** Nothing before it: the file is new, or was empty. */
const hunkDiff = (path: string, lines: readonly string[]): ToolCallContent => {
  const oldText = sideOf(lines, '-')
  const newText = sideOf(lines, '+') ?? ''
  return { type: 'diff', path, ...(oldText === undefined ? {} : { oldText }), newText }
}

const sideOf = (lines: readonly string[], sign: '-' | '+'): string | undefined => {
  const kept: string[] = []
  for (const [at, line] of lines.entries()) {
    if (line[0] !== ' ' && line[0] !== sign) continue
    const isLast = lines[at + 1]?.startsWith('\\') === true
    kept.push(isLast ? line.slice(1) : `${line.slice(1)}\n`)
  }
  return kept.length === 0 ? undefined : kept.join('')
}
