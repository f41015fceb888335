import type { Provider } from '../providers/provider.ts'
import { createSseParser, type SseParser } from './sse.ts'

export type Framing = Provider['framing']

/** Makes a reader for the bytes of one streamed reply. */
export type MakeParser = () => SseParser

/** How the events of a streamed reply are cut out of its bytes, one line for each way; the usual one is here already. */
export const loadFraming = async (framing: Framing): Promise<MakeParser> =>
  framing === 'sse' ? createSseParser : (await import('./aws/event-stream.ts')).createAwsParser
