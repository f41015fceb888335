import { escapeText } from '../../lib/escape-text.ts'
import { linkText } from '../../protocol/messages/cli/links.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** What a `capstan://` link asks for. Anybody can write one: it opens and shows, and does nothing by itself. */
export interface DeepLink {
  /** A session to go on with. */
  readonly session?: string
  /** A directory to begin in. */
  readonly directory?: string
  /** Stands in the input; never sent. */
  readonly prompt?: string
}

export type LinkRead =
  | { readonly kind: 'link'; readonly link: DeepLink }
  | { readonly kind: 'refused'; readonly why: LocalizedText }

/** A desktop may pass so much on; nobody reads more before pressing Enter. */
const MOST_LINK = 20_000
const MOST_PROMPT = 5_000
const MOST_PATH = 1_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const KEYS: readonly string[] = ['prompt', 'dir']
/** What makes a command of a text, also as Chinese keyboards write it. */
const COMMAND = /^\s*[!/#！／＃、]/u
const LINE_SIGNS = /[\n\t]/g

/**
 * `capstan://new?dir=…&prompt=…` and `capstan://session/<id>?prompt=…`. What is not exactly one of these is refused as a
 * whole: nothing of a link is guessed, repaired or handed on as a flag.
 */
export const readLink = (text: string): LinkRead => {
  if (text.length > MOST_LINK) return refused(linkText('too_long', { most: MOST_LINK }))
  const [, place, query = ''] = /^capstan:\/\/([\w/-]{1,60}?)\/?(?:\?([^#]*))?$/.exec(text) ?? []
  if (place === undefined) return refused(linkText('no_link'))
  const session = /^session\/([\w-]+)$/.exec(place)?.[1]
  if (session === undefined ? place !== 'new' : !UUID.test(session)) return refused(linkText('no_link'))
  const fields = readFields(query)
  if (!fields) return refused(linkText('fields', { keys: KEYS }))
  const { prompt, dir } = fields
  if (session !== undefined && dir !== undefined) return refused(linkText('fields', { keys: ['prompt'] }))
  const why = promptProblem(prompt) ?? directoryProblem(dir)
  if (why) return refused(why)
  return {
    kind: 'link',
    link: {
      ...(session === undefined ? {} : { session }),
      ...(dir === undefined ? {} : { directory: dir }),
      ...(prompt === undefined || prompt === '' ? {} : { prompt }),
    },
  }
}

const refused = (why: LocalizedText): LinkRead => ({ kind: 'refused', why })

/** Each key once, and none but ours. */
const readFields = (query: string): { readonly prompt?: string; readonly dir?: string } | undefined => {
  const found: Record<string, string> = {}
  if (query === '') return found
  for (const part of query.split('&')) {
    const [, key = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(part) ?? []
    if (!KEYS.includes(key) || Object.hasOwn(found, key)) return undefined
    const decoded = decode(value)
    if (decoded === undefined) return undefined
    found[key] = decoded
  }
  return found
}

const decode = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    // It is not what a link is written in.
    return undefined
  }
}

const promptProblem = (prompt = ''): LocalizedText | undefined => {
  if (prompt.length > MOST_PROMPT) return linkText('long_prompt', { most: MOST_PROMPT })
  if (hidden(prompt.replace(LINE_SIGNS, ' '))) return linkText('hidden')
  // A prompt is shown to be read; a command would run with the Enter of somebody who did not read.
  return COMMAND.test(prompt) ? linkText('command') : undefined
}

const directoryProblem = (directory: string | undefined): LocalizedText | undefined => {
  if (directory === undefined) return undefined
  const steps = directory.split('/')
  const isPlain = directory.startsWith('/') && !directory.startsWith('//') && !steps.includes('..')
  return isPlain && directory.length <= MOST_PATH && !hidden(directory) ? undefined : linkText('directory')
}

/** What acts on a terminal, or cannot be seen. */
const hidden = (text: string): boolean =>
  /\p{Cc}/u.test(text) || escapeText(text) !== text || !text.isWellFormed()
