import { isObject } from '../is-object.ts'

const PLAIN = /^[\w@%+=:,./-]+$/

/** A word as a shell would want it, so that two words never read as one. */
const quoteWord = (word: string): string => (PLAIN.test(word) ? word : JSON.stringify(word))

const oneLine = (value: unknown): string =>
  typeof value === 'string' ? quoteWord(value) : (JSON.stringify(value) ?? String(value))

/**
 * Every field of a JSON value on one line: those of `first` as bare words, all others as `name: value`. No field is left
 * out, so that what somebody agrees to is what is there.
 */
export const describeFields = (value: unknown, first: readonly string[] = []): string => {
  if (!isObject(value)) return typeof value === 'string' ? value : oneLine(value)
  const words = first.flatMap(key => wordsIn(value[key]))
  const others = Object.entries(value)
    .filter(([key, field]) => !first.includes(key) && field !== undefined)
    .map(([key, field]) => `${quoteWord(key)}: ${oneLine(field)}`)
  return [...(words.length > 0 ? [words.join(' ')] : []), ...others].join('; ')
}

/**
 * The same for what is done by itself, such as a hook: a command without arguments is a line for a shell and stands as it
 * is, and the type is named only where no other field tells it.
 */
export const describeAction = (value: unknown): string => {
  if (!isObject(value)) return describeFields(value)
  const { type, ...fields } = value
  const isTold = (type === 'command' && 'command' in fields) || (type === 'http' && 'url' in fields)
  const { command, ...others } = isTold ? fields : value
  if (typeof command !== 'string' || 'args' in others)
    return describeFields(isTold ? fields : value, ['type', 'command', 'args', 'url'])
  const rest = describeFields(others, ['type', 'url'])
  return rest === '' ? command : `${command}; ${rest}`
}

const wordsIn = (value: unknown): readonly string[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(oneLine) : [oneLine(value)]
}
