import { closeSync, constants, openSync } from 'node:fs'
import type { PastCall } from '../../features/permissions/simulate/past-call.ts'
import { MAX_ENTRY_BYTES } from '../../features/sessions/log.ts'
import { parseEntry } from '../../features/sessions/parse-entry.ts'
import { isBlankLine, parseJsonLine, readLines } from '../../lib/jsonl.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import type { PermissionMode } from '../../protocol/permission.ts'

/** A call as it stands in a transcript, its effects not yet worked out. */
export interface WrittenCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Where it was made. */
  readonly cwd: string
  readonly mode: PermissionMode
  outcome: PastCall['outcome']
}

export interface Transcript {
  readonly calls: readonly WrittenCall[]
  /** Where the session began. */
  readonly start: string | undefined
  /** Lines that could not be read. */
  readonly damaged: number
}

/** Longer texts are content, which no rule looks at; keeping them would keep the whole transcript in memory. */
const MAX_KEPT_CHARS = 20_000

interface Draft {
  readonly calls: WrittenCall[]
  readonly open: Map<string, WrittenCall>
  start: string | undefined
  mode: PermissionMode
  damaged: number
}

/** Reads the calls of one transcript, line by line; whatever is torn, foreign or from another version is passed over. */
export const readTranscript = (path: string, since?: number): Transcript => {
  const draft: Draft = { calls: [], open: new Map(), start: undefined, mode: 'default', damaged: 0 }
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    for (const line of readLines(fd, { maxLineBytes: MAX_ENTRY_BYTES })) {
      if (!line.tooLong && isBlankLine(line.bytes)) continue
      const value = line.tooLong ? undefined : parseJsonLine(line.bytes)
      if (value === undefined) draft.damaged += 1
      else takeValue(draft, value, since)
    }
  } finally {
    closeSync(fd)
  }
  const { calls, start, damaged } = draft
  return { calls, start, damaged }
}

const takeValue = (draft: Draft, value: unknown, since: number | undefined): void => {
  const parsed = parseEntry(value)
  if (parsed.kind === 'metadata' && parsed.entry.type === 'mode') draft.mode = parsed.entry.mode
  if (parsed.kind !== 'message') return
  const { entry } = parsed
  if (entry.cwd !== '') draft.start ??= entry.cwd
  if (since !== undefined && Date.parse(entry.timestamp) < since) return
  takeMessage(draft, entry)
}

const takeMessage = (draft: Draft, entry: MessageEntry): void => {
  if (entry.type === 'assistant')
    for (const block of entry.message.content) {
      if (block.type !== 'tool_use' || typeof block.input !== 'object' || block.input === null) continue
      const call: WrittenCall = {
        tool: block.name,
        input: slim(block.input as WrittenCall['input']),
        cwd: entry.cwd || draft.start || '/',
        mode: draft.mode,
        outcome: 'unknown',
      }
      draft.calls.push(call)
      draft.open.set(block.id, call)
    }
  if (entry.type !== 'user' || typeof entry.message.content === 'string') return
  for (const block of entry.message.content) {
    const call = block.type === 'tool_result' ? draft.open.get(block.tool_use_id) : undefined
    if (!call || block.type !== 'tool_result') continue
    call.outcome = outcomeOf(block, entry.toolUseResult)
    draft.open.delete(block.tool_use_id)
  }
}

/** A call that gave a structured result ran, even if it failed; an error without one may be a refusal. */
const outcomeOf = (block: ToolResultBlock, output: unknown): PastCall['outcome'] => {
  if (!block.is_error || (typeof output === 'object' && output !== null)) return 'ran'
  const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content)
  return /permission|denied|doesn't want|not allowed|rejected/i.test(text) ? 'refused' : 'unknown'
}

const slim = (input: WrittenCall['input']): WrittenCall['input'] =>
  Object.fromEntries(
    Object.entries(input).filter(([key, value]) =>
      typeof value === 'string'
        ? key === 'command' || value.length <= MAX_KEPT_CHARS
        : typeof value !== 'object',
    ),
  )
