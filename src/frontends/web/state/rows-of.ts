import { turnCause } from '../../../protocol/agents/turn-cause.ts'
import type { AssistantBlock, AssistantMessage, Message, UserMessage } from '../../../protocol/message.ts'
import { inEnglish, type LocalizedText, savedText } from '../../../protocol/messages/localized-text.ts'
import { PROGRAM_STOPPED, type Row, type ToolRow } from './row.ts'
import { forPeople, picturesOf, type Result, withResult } from './tool-result.ts'

/** A transcript while it is put together. */
export interface Draft {
  readonly rows: Row[]
  /** Results whose calls are not there: those stand on a page that was not read yet. */
  readonly orphans: Map<string, Result>
}

/** Rows of messages that were read. */
export const rowsOf = (
  messages: readonly Message[],
  orphans: ReadonlyMap<string, Result> = new Map(),
): Draft => {
  const draft: Draft = { rows: [], orphans: new Map(orphans) }
  for (const message of messages) addRead(draft, message)
  return draft
}

/** A message of the history: the line that a live page had above it is not recorded, and is made again. */
export const addRead = (draft: Draft, message: Message): void => {
  const cause = turnCause(message)
  if (cause !== undefined)
    draft.rows.push({ kind: 'notice', id: `${message.uuid}-cause`, level: 'info', text: cause })
  addMessage(draft, message)
}

export const addMessage = (draft: Draft, message: Message, by?: string): void => {
  switch (message.type) {
    case 'user':
      addUser(draft, message, by)
      return
    case 'assistant':
      addAssistant(draft, message)
      return
    case 'system':
      if (message.subtype === 'compact_boundary') {
        if (message.compactMetadata?.by === 'clear') draft.rows.length = 0
        else draft.rows.push({ kind: 'compaction', id: message.uuid, text: message.content })
      } else if (message.subtype === 'informational')
        draft.rows.push({
          kind: 'notice',
          id: message.uuid,
          level: message.level ?? 'info',
          text: savedText(message.localized, message.content),
        })
      return
    case 'attachment':
      return
  }
}

const addUser = (draft: Draft, message: UserMessage, by?: string): void => {
  if (message.isCompactSummary) return
  const { content } = message.message
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  const texts: string[] = []
  let attachments = 0
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      const presentation = message.presentations?.[block.tool_use_id]
      addResult(draft, {
        block,
        output: message.toolUseResult,
        ...(presentation ? { presentation } : {}),
        ...(message.ran ? { ran: message.ran } : {}),
        ...(message.refused ? { refused: message.refused } : {}),
      })
    } else if (block.type === 'text') texts.push(block.text)
    else attachments += 1
  }
  const text = texts.join('\n')
  if (message.origin?.kind === 'interrupted')
    draft.rows.push({ kind: 'notice', id: message.uuid, level: 'notice', text: PROGRAM_STOPPED })
  if (message.isMeta || (text === '' && attachments === 0)) return
  const pictures = picturesOf(blocks)
  draft.rows.push(
    shellRow(message.uuid, text) ?? {
      kind: 'user',
      id: message.uuid,
      text,
      pictures,
      attachments: attachments - pictures.length,
      ...(by === undefined ? {} : { by }),
      ...writtenAt(message),
    },
  )
}

/** Messages of other programs may lack it. */
const writtenAt = ({ timestamp }: Message): { readonly at?: string } =>
  Number.isNaN(Date.parse(timestamp)) ? {} : { at: timestamp }

/** A command of the person's own is kept as their message. */
const shellRow = (id: string, text: string): Row | undefined => {
  const shell = /^<bash-input>([\s\S]*?)<\/bash-input>/.exec(text)
  if (!shell) return undefined
  const output = /<bash-stdout>([\s\S]*?)<\/bash-stdout>/.exec(text)?.[1] ?? ''
  const code = /<bash-exit-code>(\d+)<\/bash-exit-code>/.exec(text)?.[1]
  return {
    kind: 'shell',
    id,
    command: shell[1] ?? '',
    output: forPeople(output),
    running: false,
    ...(code === undefined ? {} : { exitCode: Number(code) }),
  }
}

const addResult = ({ rows, orphans }: Draft, result: Result): void => {
  const id = result.block.tool_use_id
  const at = rows.findLastIndex(row => row.kind === 'tool' && row.id === id)
  const row = rows[at]
  if (row?.kind === 'tool') rows[at] = withResult(row, result)
  else orphans.set(id, result)
}

const addAssistant = (draft: Draft, message: AssistantMessage): void => {
  for (const [index, block] of message.message.content.entries()) {
    const id = index === 0 ? message.uuid : `${message.uuid}-${index}`
    const row = message.isApiErrorMessage ? failedRow(block, id, message.localized) : blockRow(block, id)
    const presentation = row?.kind === 'tool' ? message.presentations?.[row.id] : undefined
    if (row?.kind === 'tool') addCall(draft, presentation ? { ...row, presentation } : row)
    else if (row) draft.rows.push(row.kind === 'text' ? { ...row, ...writtenAt(message) } : row)
  }
}

/** What went wrong, said in the place of an answer. */
const failedRow = (block: AssistantBlock, id: string, said: LocalizedText | undefined): Row | undefined =>
  block.type === 'text' && block.text.trim() !== ''
    ? { kind: 'notice', id, level: 'error', text: savedText(said, block.text) }
    : blockRow(block, id)

const blockRow = (block: AssistantBlock, id: string): Row | undefined => {
  switch (block.type) {
    case 'text':
      if (block.text.trim() === '') return undefined
      return { kind: 'text', id, text: block.text }
    case 'thinking':
      return block.thinking.trim() === '' ? undefined : { kind: 'thinking', id, text: block.thinking }
    case 'tool_use':
      return { kind: 'tool', id: block.id, name: block.name, input: block.input, state: 'waiting' }
    default:
      return undefined
  }
}

const addCall = ({ rows, orphans }: Draft, call: ToolRow): void => {
  const result = orphans.get(call.id)
  orphans.delete(call.id)
  const at = rows.findLastIndex(row => row.kind === 'tool' && row.id === call.id)
  const known = rows[at]
  // It may have started before it was written down.
  if (known?.kind === 'tool') rows[at] = { ...known, ...call, state: known.state }
  else rows.push(result ? withResult(call, result) : call)
}

/** What of a row can be found. */
export const textOfRow = (row: Row): string => {
  switch (row.kind) {
    case 'tool':
      return `${row.name} ${JSON.stringify(row.input) ?? ''} ${row.result ?? ''}`
    case 'shell':
      return `${row.command}\n${row.output}`
    case 'answer':
      return `${row.command}\n${inEnglish(row.text)}`
    case 'group':
      return row.rows.map(textOfRow).join('\n')
    case 'notice':
      return inEnglish(row.text)
    default:
      return row.text
  }
}
