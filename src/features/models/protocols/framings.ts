import type { Provider } from '../providers/provider.ts'
import { createSseParser, type SseParser } from './sse.ts'

export type Framing = Provider['framing']

/** Makes a reader for the bytes of one streamed reply. Asked for when the request has left: until then nobody waits for it. */
export type MakeParser = () => SseParser | Promise<SseParser>

/** How the events of a streamed reply are cut out of its bytes, one line for each way; the usual one is here already. */
export const parserFor = (framing: Framing): MakeParser =>
  framing === 'sse' ? createSseParser : async () => (await import('./aws/event-stream.ts')).createAwsParser()
