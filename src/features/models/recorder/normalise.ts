import { createHash } from 'node:crypto'
import type { ModelRequest } from '../../../protocol/model.ts'

/** What differs from one run to the next and means nothing. */
export interface RunFacts {
  /** Working directory of the run. */
  readonly cwd?: string | undefined
  readonly home?: string | undefined
}

export type Normalise = (text: string) => string

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const TIMESTAMP = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g
const DATE = /\b(?:19|20)\d{2}-\d{2}-\d{2}\b/g
const TEMPORARY =
  /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders\/[^/\s"'\\]+\/[^/\s"'\\]+\/T)\/[^/\s"'\\,;:)]+/g

export const createNormaliser = (facts: RunFacts): Normalise => {
  const named = [
    { from: facts.cwd, to: '<cwd>' },
    { from: facts.home, to: '<home>' },
  ].flatMap(({ from, to }) => (from && from.length > 1 ? [{ from, to }] : []))
  return text => {
    const placed = named.reduce((sofar, { from, to }) => sofar.replaceAll(from, to), text)
    return placed
      .replace(TEMPORARY, '<tmp>')
      .replace(UUID, '<uuid>')
      .replace(TIMESTAMP, '<time>')
      .replace(DATE, '<date>')
  }
}

export interface MessageSummary {
  readonly role: string
  readonly digest: string
  readonly preview: string
}

export interface RequestSummary {
  readonly model: string
  readonly system: string
  readonly tools: readonly string[]
  readonly messages: readonly MessageSummary[]
}

const PREVIEW = 160

/** What two requests are compared by. A digest covers a whole part, the preview is for people. */
export const summarise = (request: ModelRequest, normalise: Normalise): RequestSummary => ({
  model: request.model,
  system: digest(normalise(request.system.map(part => part.text).join('\n'))),
  tools: request.tools.map(tool => `${tool.name} ${digest(normalise(JSON.stringify(tool)))}`),
  messages: request.messages.map(message => {
    const text = normalise(JSON.stringify(message.content))
    return { role: message.role, digest: digest(text), preview: text.slice(0, PREVIEW) }
  }),
})

export const hashOf = (summary: RequestSummary): string =>
  digest(
    JSON.stringify([
      summary.model,
      summary.system,
      summary.tools,
      summary.messages.map(message => [message.role, message.digest]),
    ]),
  )

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
