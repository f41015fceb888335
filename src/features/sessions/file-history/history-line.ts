import { isAbsolute } from 'node:path'
import { isObject } from '../../../lib/is-object.ts'
import { type Entry, isMessageEntry } from '../../../protocol/entry.ts'
import type { Message } from '../../../protocol/message.ts'
import type { FileHistoryLine } from '../../../protocol/session/file-history.ts'
import { isHash } from './backup-store.ts'

/** The id of a message that begins a turn: said by a person or in their place, not the result of a call. */
export const promptOf = (message: Message): string | undefined => {
  if (message.type !== 'user' || message.isCompactSummary) return undefined
  const { content } = message.message
  if (typeof content !== 'string' && content.some(block => block.type === 'tool_result')) return undefined
  return message.uuid
}

/** Where a state of the files begins: with a message that begins a turn, or where the conversation went over to another branch. */
export const checkpointOf = (message: Message): string | undefined =>
  message.type === 'system' && message.leftUuid !== undefined ? message.uuid : promptOf(message)

/** What an entry tells the history, if anything. */
export const historyLineOf = (entry: Entry): FileHistoryLine | undefined => {
  if (entry.type === 'file-history-snapshot') return entry
  const message = isMessageEntry(entry) && !entry.isSidechain ? checkpointOf(entry) : undefined
  return message === undefined ? undefined : { message }
}

const MAX_COMMAND_CHARS = 80

/** A command as a report names it, in one short line. */
export const commandName = (command: string): string => {
  const text = command.replace(/\s+/g, ' ').trim()
  return text.length > MAX_COMMAND_CHARS ? `${text.slice(0, MAX_COMMAND_CHARS - 1)}…` : text
}

const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(item => typeof item === 'string'))

const isVersion = (value: unknown): boolean => {
  if (value === null) return true
  if (!isObject(value)) return false
  if ('link' in value) return typeof value['link'] === 'string' && value['link'] !== ''
  const mode = value['mode']
  return isHash(value['hash']) && (mode === undefined || isMode(mode))
}

const isMode = (mode: unknown): boolean =>
  Number.isInteger(mode) && Number(mode) >= 0 && Number(mode) <= 0o777

const isPlainPath = (path: string): boolean =>
  isAbsolute(path) && !path.includes('\0') && !path.split('/').includes('..')

const isFolders = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    Object.entries(value).every(
      ([path, change]) =>
        isPlainPath(path) &&
        isObject(change) &&
        [change['before'], change['after']].every(mode => mode === null || isMode(mode)),
    ))

/** Read strictly, because files are written from it: a line that is wrong in any part does not count. */
export const isFileHistory = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['messageUuid'] === 'string' &&
  isObject(value['files']) &&
  Object.entries(value['files']).every(
    ([path, change]) =>
      isPlainPath(path) && isObject(change) && isVersion(change['before']) && isVersion(change['after']),
  ) &&
  (value['shared'] === undefined || typeof value['shared'] === 'boolean') &&
  [undefined, 'begun', 'ended'].some(state => value['rewind'] === state) &&
  isTexts(value['dirs']) &&
  isFolders(value['folders']) &&
  isTexts(value['specials']) &&
  isTexts(value['uncovered']) &&
  isTexts(value['unseen']) &&
  isTexts(value['beyond']) &&
  [undefined, true].some(intent => value['intent'] === intent) &&
  isTexts(value['ended']) &&
  (value['begun'] === undefined || (isObject(value['begun']) && isTexts(Object.values(value['begun']))))
