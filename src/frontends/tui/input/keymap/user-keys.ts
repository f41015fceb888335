import { escapeLine } from '../../../../lib/escape-text.ts'
import { nearestName } from '../../../../lib/nearest-name.ts'
import { ABSENT_ACTIONS, type AbsentReason, KEY_ACTIONS, keyActionOf } from './actions.ts'
import { isKeyContext, KEY_CONTEXTS } from './contexts.ts'
import { keyLines, pathKey } from './key-lines.ts'
import type { Binding } from './keymap.ts'
import { parseKeys, type Stroke } from './stroke.ts'

/** A thing in the file that does not count, and why; facts, the words are elsewhere. */
export interface KeysProblem {
  readonly line: number
  readonly kind: 'json' | 'shape' | 'context' | 'action' | 'absent' | 'keys' | 'reserved'
  readonly name: string
  /** What may have been meant. */
  readonly nearest?: string
  /** Of an action of another program. */
  readonly reason?: AbsentReason
}

export interface UserKeys {
  readonly bindings: readonly Binding[]
  readonly problems: readonly KeysProblem[]
}

/** Always interrupt, end, and Enter: a person must be able to get out. */
const RESERVED: ReadonlySet<Stroke> = new Set(['ctrl+c', 'ctrl+d', 'ctrl+m'])

/** Reads the person's file. What is wrong is told and left out; the rest counts. */
export const parseUserKeys = (text: string): UserKeys => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // Said to the person, who has to mend it.
    return { bindings: [], problems: [{ line: lineOfError(text, error), kind: 'json', name: String(error) }] }
  }
  const lines = keyLines(text)
  const lineAt = (...path: readonly (string | number)[]): number => lines.get(pathKey(...path)) ?? 1
  const groups = isRecord(value) ? value['bindings'] : undefined
  if (!Array.isArray(groups))
    return { bindings: [], problems: [{ line: lineAt('bindings'), kind: 'shape', name: 'bindings' }] }
  const read = groups.map((group: unknown, index) =>
    readGroup(group, (...path) => lineAt('bindings', index, ...path)),
  )
  return {
    bindings: read.flatMap(each => each.bindings),
    problems: read.flatMap(each => each.problems),
  }
}

type LineAt = (...path: readonly (string | number)[]) => number

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nearest = (name: string, names: readonly string[]): { readonly nearest?: string } => {
  const found = names.find(each => each.toLowerCase() === name.toLowerCase()) ?? nearestName(name, names)
  return found === undefined ? {} : { nearest: found }
}

const readGroup = (group: unknown, lineAt: LineAt): UserKeys => {
  const context = isRecord(group) ? group['context'] : undefined
  const bound = isRecord(group) ? group['bindings'] : undefined
  if (typeof context !== 'string' || !isRecord(bound))
    return { bindings: [], problems: [{ line: lineAt(), kind: 'shape', name: 'context, bindings' }] }
  if (!isKeyContext(context)) {
    const problem = { line: lineAt('context'), kind: 'context', name: context } as const
    return { bindings: [], problems: [{ ...problem, ...nearest(context, KEY_CONTEXTS) }] }
  }
  const bindings: Binding[] = []
  const problems: KeysProblem[] = []
  for (const [written, action] of Object.entries(bound)) {
    const read = readBinding(written, action)
    if ('kind' in read) problems.push({ ...read, line: lineAt('bindings', written) })
    else bindings.push({ context, ...read })
  }
  return { bindings, problems }
}

const readBinding = (
  written: string,
  action: unknown,
): Omit<Binding, 'context'> | Omit<KeysProblem, 'line'> => {
  const strokes = parseKeys(written)
  if (!strokes) return { kind: 'keys', name: written }
  if (strokes.some(stroke => RESERVED.has(stroke))) return { kind: 'reserved', name: written }
  const keys = strokes.join(' ')
  if (action === null) return { keys, action }
  const known = typeof action === 'string' ? keyActionOf(action) : undefined
  if (known) return { keys, action: known }
  const reason = typeof action === 'string' ? ABSENT_ACTIONS.get(action) : undefined
  if (reason) return { kind: 'absent', name: String(action), reason }
  const name = typeof action === 'string' ? action : escapeLine(JSON.stringify(action) ?? '')
  return { kind: 'action', name, ...nearest(name, KEY_ACTIONS) }
}

/** The platform names a line or an offset only for some mistakes; a word that is no JSON can be found. */
const lineOfError = (text: string, error: unknown): number => {
  const message = String(error)
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const offset = /position (\d+)/.exec(message)?.[1]
  const strange = /(?:"(?:[^"\\\n]|\\.)*"|[{}[\],:\s]|-?\d[\d.eE+-]*|true|false|null)*/y.exec(text)?.[0]
    .length
  return text.slice(0, offset === undefined ? strange : Number(offset)).split('\n').length
}
