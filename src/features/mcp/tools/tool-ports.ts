import type { ResultBlock } from '../../../protocol/message.ts'
import type { TraceHeaders } from '../../../protocol/telemetry/trace-headers.ts'

/** What results of servers need of the session. */
export interface ResultPorts {
  /** A picture as the model may get it; `undefined` when it cannot be one. */
  image(data: Uint8Array, mediaType: string): Promise<ResultBlock | undefined>
  /** Keeps what is no text; answers where. */
  save(name: string, data: Uint8Array): string
  /** Characters of a result that are shown whole. */
  readonly maxChars: number
  /** A call that takes longer goes on in the background, 0: none does; absent: after two minutes. */
  readonly backgroundMs?: number
  /** The span a call runs in, for its server; absent: nobody traces. */
  traceFor?(toolUseId: string): TraceHeaders | undefined
}
