import { textField } from '../../../lib/values/read-field.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import type { FileHistoryEntry, FileHistoryLine } from '../../../protocol/session/file-history.ts'
import { UNSEEN_END } from '../folds/effects.ts'
import { commandName } from './history-line.ts'

/**
 * A line about commands that were cut off with the program: what they did to files is not in the history, and whoever
 * rewinds must know. Undefined when there was none. Tools that write files by themselves kept a copy before.
 */
export const unseenCommands = (
  messages: readonly Message[],
  at: { readonly lines: readonly FileHistoryLine[]; readonly sessionId: string },
): FileHistoryEntry | undefined => {
  const cut = new Set(messages.flatMap(cutIn))
  // Of a command that was written down when it began, its own line tells.
  const begun = new Set(at.lines.flatMap(line => ('begun' in line ? Object.values(line.begun ?? {}) : [])))
  const unseen = messages
    .flatMap(message =>
      message.type === 'assistant' ? toolUses(message.message.content).flatMap(nameOf(cut)) : [],
    )
    .filter(name => !begun.has(name))
  const last = at.lines.at(-1)
  if (unseen.length === 0 || last === undefined) return undefined
  const messageUuid = 'message' in last ? last.message : last.messageUuid
  return { type: 'file-history-snapshot', sessionId: at.sessionId, messageUuid, files: {}, unseen }
}

/** Calls that got their result only now, in place of the real one. */
const cutIn = (message: Message): readonly string[] =>
  message.type === 'user' &&
  message.origin?.kind === UNSEEN_END &&
  typeof message.message.content !== 'string'
    ? message.message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    : []

const nameOf =
  (cut: ReadonlySet<string>) =>
  ({
    id,
    name,
    input,
  }: {
    readonly id: string
    readonly name: string
    readonly input: unknown
  }): readonly string[] => {
    if (!cut.has(id)) return []
    if (name.startsWith('mcp__')) return [name]
    const command = textField(input, 'command')
    return command === undefined ? [] : [commandName(command)]
  }
