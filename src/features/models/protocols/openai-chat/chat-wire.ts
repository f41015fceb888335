import type { ModelRequest } from '../../../../protocol/model.ts'
import { asList, asRecord, parsedJson } from '../../json-shape.ts'
import { type Feature, RefusedFeatures, usesFeature } from '../refused-features.ts'
import type { Wire } from '../wire.ts'
import type { ChatHabits } from './chat-habits.ts'
import { ChatReader } from './chat-reader.ts'
import { type ChatBody, createChatBody } from './chat-request.ts'

/** The chat-completions protocol, which most servers of the field speak. */
export const createChatWire = (
  habits: ChatHabits = {},
  extraBody?: Readonly<Record<string, unknown>>,
): Wire => {
  const refused = new RefusedFeatures()
  const bodyWith = (own: ChatHabits) => createChatBody({ habits: own, refused, extraBody })
  const native = bodyWith(habits)
  let written: ChatBody | undefined
  const isWritten = (request: ModelRequest): boolean =>
    habits.tools === 'text' || request.toolsAs === 'text' || refused.has(request, 'tools')
  const bodyFor = (request: ModelRequest): ChatBody => {
    if (!isWritten(request)) return native
    written ??= bodyWith({ ...habits, tools: 'text' })
    return written
  }
  const uses = (request: ModelRequest, feature: Feature): boolean => {
    if (feature === 'usage') return habits.streamUsage !== false
    if (feature === 'sealed' || (feature === 'tools' && isWritten(request))) return false
    return usesFeature(request, feature)
  }
  return {
    path: () => '/chat/completions',
    writesWhole: true,
    readsWhole: answer => asList(asRecord(parsedJson(answer))['choices']).length > 0,
    write: request => bodyFor(request).write(request),
    reader: request => new ChatReader(request, { names: native.names, habits, written: isWritten(request) }),
    adapt: (request, message) => refused.learn(request, { message, uses: feature => uses(request, feature) }),
  }
}
