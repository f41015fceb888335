import { isAbsolute, resolve } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import { languageOf } from './languages.ts'

/** The latest messages; what was before is another task. */
const MOST_MESSAGES = 60
/** Of what the person said. */
const MOST_SAID = 4
const MOST_CHARS = 8_000
const MOST_WORDS = 40
const MOST_PATHS = 40

/** A word that looks like a name in code: with an inner capital, an underscore, a dot or a slash. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:[./:-]{1,2}[\p{L}\p{N}_$]+)*/gu
const IS_NAME = /\p{Ll}\p{Lu}|\p{L}_\p{L}|[./]\p{L}/u

/** What a conversation is about: files that were looked at or changed, and names that were said. */
export const focusOf = (
  messages: readonly Message[],
  cwd: string,
): { readonly paths: readonly string[]; readonly words: readonly string[] } => {
  const paths = new Set<string>()
  const words = new Set<string>()
  const addPath = (path: string): void => {
    const absolute = isAbsolute(path) ? path : resolve(cwd, path)
    paths.delete(absolute)
    paths.add(absolute)
  }
  for (const path of messages.slice(-MOST_MESSAGES).flatMap(pathsIn)) addPath(path)
  for (const text of saidIn(messages))
    for (const [word] of text.matchAll(NAME)) {
      if (!IS_NAME.test(word)) continue
      if (languageOf(word) !== undefined) addPath(word)
      const name = word.split(/[./:]/).at(-1) ?? word
      if (languageOf(word) === undefined && name.length > 2) words.add(name)
    }
  return { paths: [...paths].slice(-MOST_PATHS), words: [...words].slice(0, MOST_WORDS) }
}

const saidIn = (messages: readonly Message[]): readonly string[] =>
  messages
    .filter(message => message.type === 'user' && message.isMeta !== true)
    .slice(-MOST_SAID)
    .flatMap(message =>
      message.type === 'user' ? plainText(message.message.content).slice(0, MOST_CHARS) : [],
    )

const pathsIn = (message: Message): readonly string[] => {
  if (message.type !== 'assistant') return []
  return message.message.content.flatMap(block => {
    if (block.type !== 'tool_use' || !isObject(block.input)) return []
    const path = block.input['file_path']
    return typeof path === 'string' && languageOf(path) !== undefined ? [path] : []
  })
}
