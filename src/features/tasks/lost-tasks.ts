import { type Message, plainText } from '../../protocol/message.ts'
import { noteText } from './task-note.ts'

/** Notes on tasks whose end the history does not tell: they were ended with the program that ran them. */
export const lostTaskNotes = (history: readonly Message[]): readonly string[] => {
  const open = new Map<string, string>()
  for (const message of history) {
    if (message.type !== 'user') continue
    const result = message.toolUseResult as TaskResult | null | undefined
    if (typeof result === 'object' && result !== null) {
      if (typeof result.backgroundTaskId === 'string')
        open.set(result.backgroundTaskId, String(result.persistedOutputPath ?? ''))
      if (result.task?.status !== undefined && result.task.status !== 'running')
        open.delete(String(result.task.id))
    } else if (open.size > 0 && message.isMeta) {
      const { content } = message.message
      const text = typeof content === 'string' ? content : plainText(content)
      const ends = text.split('<task-notification>').filter(note => note.includes('\n<status>'))
      for (const id of open.keys())
        if (ends.some(note => note.startsWith(`\n<task-id>${id}</task-id>\n`))) open.delete(id)
    }
  }
  return [...open].map(([id, file]) =>
    noteText([
      ['task-id', id],
      ['status', 'killed'],
      [
        'summary',
        'The program ended while this background task ran. If it was killed, the task may still be running: look before you start it again.',
      ],
      ...(file ? [['output-file', file] as const] : []),
    ]),
  )
}

/** What the tools that start, read and stop tasks leave in the history. */
interface TaskResult {
  readonly backgroundTaskId?: unknown
  readonly persistedOutputPath?: unknown
  readonly task?: { readonly id?: unknown; readonly status?: unknown }
}
