import type { ModelRequest } from '../../../../protocol/model.ts'
import { asRecord } from '../../json-shape.ts'
import { type Feature, RefusedFeatures, usesFeature } from '../refused-features.ts'
import type { Wire } from '../wire.ts'
import { GeminiReader } from './gemini-reader.ts'
import { createGeminiBody } from './gemini-request.ts'

const HERE: readonly Feature[] = ['effort', 'images', 'temperature', 'tool_choice']

/** The generateContent protocol. */
export const createGeminiWire = (extraBody?: Readonly<Record<string, unknown>>): Wire => {
  const refused = new RefusedFeatures()
  const body = createGeminiBody(extraBody)
  return {
    path: request => `${pathOf(request)}:streamGenerateContent?alt=sse`,
    write: request => body.write(refused.strip(request)),
    reader: request => new GeminiReader(request, body.names),
    adapt: (request, message) =>
      refused.learn(request, {
        message,
        uses: feature => HERE.includes(feature) && usesFeature(request, feature),
      }),
    count: {
      path: request => `${pathOf(request)}:countTokens`,
      write: request => body.writeCount(request),
      read: parseCount,
    },
  }
}

const pathOf = ({ model }: ModelRequest): string => `/v1beta/models/${encodeURIComponent(model)}`

const parseCount = (text: string): number | undefined => {
  try {
    const count = asRecord(JSON.parse(text))['totalTokens']
    return typeof count === 'number' ? count : undefined
  } catch {
    // The caller reports the text itself.
    return undefined
  }
}
