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

/** A session of pi: lines of a tree (`id`, `parentId`), the first a header of type `session`. */
export const isPiSession = (first: unknown): first is Fields =>
  isFields(first) && first['type'] === 'session' && typeof first['id'] === 'string'

export const readPiTalk = (lines: Iterable<unknown>): ForeignTalk | undefined => {
  let header: Fields | undefined
  let title = ''
  let total = 0
  const entries: Fields[] = []
  for (const line of lines) {
    total++
    if (!isFields(line)) continue
    if (line['type'] === 'session') header ??= line
    else if (line['type'] === 'session_info') title = textOf(line['name']) || title
    else entries.push(line)
  }
  if (!header) return undefined
  const turns = wayTo(entries).flatMap(turnOf)
  return {
    sessionId: sessionIdFrom('pi', textOf(header['id'])),
    cwd: textOf(header['cwd']),
    ...(title === '' ? {} : { title }),
    turns,
    left: total - 1 - turns.length,
  }
}

/** From the first to the newest entry; sessions of the first version have no tree, and are read in order. */
const wayTo = (entries: readonly Fields[]): readonly Fields[] => {
  if (!entries.some(entry => typeof entry['parentId'] === 'string')) return entries
  const byId = new Map(entries.map(entry => [textOf(entry['id']), entry]))
  const way: Fields[] = []
  const seen = new Set<string>()
  let at = entries.at(-1)
  while (at && !seen.has(textOf(at['id']))) {
    seen.add(textOf(at['id']))
    way.push(at)
    at = byId.get(textOf(at['parentId']))
  }
  return way.reverse()
}

const turnOf = (entry: Fields): readonly ForeignTurn[] => {
  const message = entry['message']
  if (entry['type'] !== 'message' || !isFields(message)) return []
  const at = timeFrom(entry['timestamp'] ?? message['timestamp'])
  const blocks = blocksIn(message['content'])
  switch (message['role']) {
    case 'user':
      return withContent<UserBlock>(blocks.flatMap(said), content => ({ role: 'user', at, content }))
    case 'assistant':
      return withContent<AssistantBlock>(blocks.flatMap(answered), content => ({
        role: 'assistant',
        at,
        model: textOf(message['model']) || 'pi',
        content,
      }))
    case 'toolResult': {
      const text = blocks.map(block => textOf(block['text'])).join('\n')
      const result = resultBlock(message['toolCallId'], text, { isError: message['isError'] === true })
      return [{ role: 'user', at, content: [result] }]
    }
    case 'bashExecution': {
      const text = `$ ${textOf(message['command'])}\n${textOf(message['output'])}`
      return [{ role: 'user', at, content: [textBlock(text)] }]
    }
    default:
      return []
  }
}

const withContent = <T>(
  content: readonly T[],
  make: (content: readonly T[]) => ForeignTurn,
): readonly ForeignTurn[] => (content.length === 0 ? [] : [make(content)])

const blocksIn = (content: unknown): readonly Fields[] =>
  typeof content === 'string' ? [textBlock(content)] : Array.isArray(content) ? content.filter(isFields) : []

const said = (block: Fields): readonly UserBlock[] => {
  if (block['type'] === 'text') return [textBlock(textOf(block['text']))]
  if (block['type'] !== 'image') return []
  const source = { type: 'base64', media_type: textOf(block['mimeType']), data: textOf(block['data']) }
  return [{ type: 'image', source } as UserBlock]
}

const answered = (block: Fields): readonly AssistantBlock[] => {
  if (block['type'] === 'text') return [textBlock(textOf(block['text']))]
  return block['type'] === 'toolCall' ? [callBlock(block['id'], block['name'], block['arguments'])] : []
}
