import { type Message, plainText, SYNTHETIC_MODEL, toolUses } from '../../protocol/message.ts'

/** Of the newest messages, so many characters in all and of one. */
const MAX_CHARS = 12_000
const MAX_ONE = 1_500

/** The end of a conversation for somebody who was not there: what was said, and which tools were called. */
export const spokenOf = (messages: readonly Message[]): string => {
  const lines: string[] = []
  let room = MAX_CHARS
  for (const message of messages.toReversed()) {
    const line = lineOf(message)
    if (line === undefined) continue
    room -= line.length
    if (room < 0) break
    lines.push(line)
  }
  return lines.reverse().join('\n\n')
}

/** Something was said on both sides: before, there is nothing to guess from and nothing to sum up. */
export const hasTalk = (messages: readonly Message[]): boolean =>
  messages.some(message => message.type === 'assistant' && message.message.model !== SYNTHETIC_MODEL)

const lineOf = (message: Message): string | undefined => {
  if (message.type === 'user') {
    if (message.isMeta) return undefined
    const text = plainText(message.message.content).trim()
    return text === '' ? undefined : `Person: ${clip(text)}`
  }
  if (message.type !== 'assistant' || message.message.model === SYNTHETIC_MODEL) return undefined
  const text = plainText(message.message.content).trim()
  const calls = toolUses(message.message.content).map(({ name, input }) => `[${name} ${about(input)}]`)
  const all = [text, ...calls].filter(Boolean).join('\n')
  return all === '' ? undefined : `Assistant: ${clip(all)}`
}

const SUBJECTS = ['file_path', 'path', 'command', 'pattern', 'url', 'query', 'description'] as const
const MAX_SUBJECT = 120

const about = (input: unknown): string => {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>
  const subject = SUBJECTS.map(key => fields[key]).find(value => typeof value === 'string')
  return typeof subject === 'string' ? subject.replace(/\s+/g, ' ').slice(0, MAX_SUBJECT) : ''
}

/** Beginnings and ends say most. */
const clip = (text: string): string =>
  text.length <= MAX_ONE ? text : `${text.slice(0, MAX_ONE / 2)}\n…\n${text.slice(-MAX_ONE / 2)}`
