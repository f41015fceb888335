import type { JsonRecord } from '../json-shape.ts'
import type { Step } from './block-steps.ts'
import type { StreamPlan } from './play-steps.ts'
import type { WireBody } from './wire-body.ts'

/** One way of asking and answering: how a body becomes a Messages request and a plan becomes bytes. */
export interface Dialect {
  readonly toMessages: (body: WireBody, path: string) => WireBody
  /** A renderer for one streamed answer. */
  readonly renderer: (body: WireBody) => (step: Step) => string | Uint8Array
  /** The answer to a request without `stream`. */
  readonly whole: (plan: StreamPlan, body: WireBody) => string
  /** It is streamed whatever the body says. */
  readonly streams?: true
  /** Rules of this dialect alone that the request breaks. */
  readonly check?: (body: WireBody) => readonly string[]
  /** Of a streamed answer. Absent: server-sent events. */
  readonly contentType?: string
}

/** A message of one of the two roles. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonRecord[]
}

/** Other dialects have a message for every result or item; this one has one per turn. */
export const mergeTurns = (turns: readonly Turn[]): readonly Turn[] => {
  const merged: Turn[] = []
  for (const turn of turns) {
    const before = merged.at(-1)
    if (before?.role === turn.role)
      merged[merged.length - 1] = { ...turn, content: [...before.content, ...turn.content] }
    else merged.push(turn)
  }
  return merged
}

export const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const parseArguments = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    // The check of the request says that an object was expected.
    return undefined
  }
}
