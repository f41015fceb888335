import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import type { AssistantBlock, UserBlock } from '../../../protocol/message.ts'
import {
  callBlock,
  type Fields,
  type ForeignTalk,
  type ForeignTurn,
  isFields,
  resultBlock,
  sessionIdFrom,
  textBlock,
  textOf,
  timeFrom,
} from './foreign-talk.ts'

const MAX_PART_BYTES = 64 * 1024 * 1024
const MAX_FILES = 100_000

/** What `opencode export` prints, or a session of its storage, whose messages and parts are files beside it. */
export const readOpencodeTalk = (file: string): ForeignTalk | undefined => {
  const value = readJson(file)
  if (!isFields(value)) return undefined
  if (isFields(value['info']) && Array.isArray(value['messages']))
    return talkOf(value['info'], value['messages'].filter(isFields))
  const isStored = /^ses_/.test(textOf(value['id'])) && typeof value['directory'] === 'string'
  return isStored ? talkOf(value, storedMessages(file, textOf(value['id']))) : undefined
}

const talkOf = (info: Fields, messages: readonly Fields[]): ForeignTalk => {
  const turns = messages.flatMap(turnsOf)
  const title = textOf(info['title'])
  return {
    sessionId: sessionIdFrom('opencode', textOf(info['id'])),
    cwd: textOf(info['directory']),
    ...(title === '' ? {} : { title }),
    turns,
    left: messages.filter(message => turnsOf(message).length === 0).length,
  }
}

/** `storage/session/<project>/<id>.json` → `storage/message/<id>/*.json` and `storage/part/<message>/*.json`. */
const storedMessages = (file: string, id: string): readonly Fields[] => {
  const storage = dirname(dirname(dirname(file)))
  if (basename(dirname(dirname(file))) !== 'session' || !/^[\w-]+$/.test(id)) return []
  return filesIn(join(storage, 'message', id)).flatMap(info => {
    const name = textOf(info['id'])
    return /^[\w-]+$/.test(name) ? [{ info, parts: filesIn(join(storage, 'part', name)) }] : []
  })
}

/** Ids ascend with time, and files are called like them. */
const filesIn = (directory: string): readonly Fields[] => {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(directory)
    .filter(name => name.endsWith('.json'))
    .sort()
    .slice(0, MAX_FILES)
    .flatMap(name => {
      const value = readJson(join(directory, name))
      return isFields(value) ? [value] : []
    })
}

const readJson = (file: string): unknown => {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size <= MAX_PART_BYTES
      ? parseBoundedJson(readFileSync(file, 'utf8'))
      : undefined
  } catch {
    // One damaged part does not keep out the rest.
    return undefined
  }
}

/** An answer holds its calls with their results: those come back as a message of their own. */
const turnsOf = ({ info, parts }: Fields): readonly ForeignTurn[] => {
  if (!isFields(info)) return []
  const all = (Array.isArray(parts) ? parts : []).filter(isFields)
  const at = timeFrom(isFields(info['time']) ? info['time']['created'] : undefined)
  const texts = all.flatMap(part =>
    part['type'] === 'text' && part['synthetic'] !== true && part['ignored'] !== true
      ? [textBlock(textOf(part['text']))]
      : [],
  )
  if (info['role'] === 'user') return texts.length === 0 ? [] : [{ role: 'user', at, content: texts }]
  if (info['role'] !== 'assistant') return []
  return all.flatMap(part => answered(part, at, textOf(info['modelID']) || 'opencode'))
}

const answered = (part: Fields, at: string, model: string): readonly ForeignTurn[] => {
  const assistant = (content: readonly AssistantBlock[]): ForeignTurn => ({
    role: 'assistant',
    at,
    model,
    content,
  })
  if (part['type'] === 'text') return [assistant([textBlock(textOf(part['text']))])]
  const state = part['state']
  if (part['type'] !== 'tool' || !isFields(state)) return []
  const isError = state['status'] === 'error'
  const text = isError ? textOf(state['error']) : textOf(state['output'])
  const results: readonly UserBlock[] = [resultBlock(part['callID'], text, { isError })]
  return [
    assistant([callBlock(part['callID'], part['tool'], state['input'])]),
    { role: 'user', at, content: results },
  ]
}
