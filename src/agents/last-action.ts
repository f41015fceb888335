import { escapeLine } from '../lib/escape-text.ts'

const MOST_CHARS = 80
/** What tells most about a call, the first that is there. */
const TELLING = [
  'description',
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'url',
  'query',
  'skill',
  'path',
]

/** A call in a few words, for people. */
export const actionOf = (name: string, input: unknown): string => {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>
  const key = TELLING.find(each => typeof fields[each] === 'string' && fields[each] !== '')
  return escapeLine(key === undefined ? name : `${name}: ${String(fields[key])}`, MOST_CHARS)
}
