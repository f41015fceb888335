import type { IncomingMessage } from 'node:http'
import type { Provider } from '../providers/provider.ts'
import { type EventSource, type EventSourceOptions, readEvents } from './event-source.ts'

export type Framing = Provider['framing']

/** How the events of a streamed reply are cut out of its bytes, one line for each way. */
export const FRAMINGS: Readonly<
  Record<Framing, (incoming: IncomingMessage, options: EventSourceOptions) => EventSource>
> = { sse: readEvents }
