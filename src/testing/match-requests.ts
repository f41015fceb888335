import type { ModelRequest } from '../protocol/model.ts'
import { flat } from './read-entries.ts'

/** What a request must be like; what is absent does not matter. */
export interface RequestMatch {
  readonly model?: string | RegExp
  /** In the system prompt. */
  readonly system?: string | RegExp
  /** In the last message. */
  readonly lastMessage?: string | RegExp
  /** In any message. */
  readonly anyMessage?: string | RegExp
  /** Offers a tool of this name. */
  readonly tool?: string
  /** Why it is made: `main` for the conversation. */
  readonly source?: string
}

const fits = (text: string, wanted: string | RegExp | undefined): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))

export const matchesRequest = (request: ModelRequest, wanted: RequestMatch): boolean => {
  const messages = request.messages.map(({ content }) => flat(content))
  return (
    fits(request.model, wanted.model) &&
    fits(flat(request.system), wanted.system) &&
    fits(messages.at(-1) ?? '', wanted.lastMessage) &&
    fits(messages.join('\n'), wanted.anyMessage) &&
    (wanted.tool === undefined || request.tools.some(({ name }) => name === wanted.tool)) &&
    (wanted.source === undefined || request.source === wanted.source)
  )
}

/** Throws, and says what was asked, unless some request is like that; returns the first that is. */
export const assertRequest = (requests: readonly ModelRequest[], wanted: RequestMatch): ModelRequest => {
  const found = requests.find(request => matchesRequest(request, wanted))
  if (found) return found
  throw new Error(
    [
      `No request matches ${describe(wanted)}. There were ${requests.length}:`,
      ...requests.map(
        (request, index) => `  ${index}: ${request.source}, ${request.model}: ${last(request)}`,
      ),
    ].join('\n'),
  )
}

const describe = (wanted: RequestMatch): string =>
  Object.entries(wanted)
    .map(([key, value]) => `${key} ${value instanceof RegExp ? value : JSON.stringify(value)}`)
    .join(', ')

const SHOWN = 120
const last = ({ messages }: ModelRequest): string =>
  JSON.stringify(flat(messages.at(-1)?.content).slice(-SHOWN))
