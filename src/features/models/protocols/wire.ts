import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ModelRequest, StreamEvent } from '../../../protocol/model.ts'
import type { ServerEvent } from './sse.ts'

/**
 * How one protocol writes requests and what its streamed events mean. Replies of every protocol become events of the
 * Messages stream, so that whoever reads them knows one kind only.
 */
export interface Wire {
  /** Below the base URL, with the query if there is one; or a whole address, where it depends on the model. */
  path(request: ModelRequest): string
  /** `betas`: what the person wants with every request. */
  headers?(request: ModelRequest, betas: readonly string[]): Readonly<Record<string, string>>
  /** The body of a streaming request, in pieces to be sent one after the other. */
  write(request: ModelRequest): readonly Uint8Array[]
  /** For one reply. */
  reader(request: ModelRequest): WireReader
  /**
   * A refused request can be written so that it is not: says for the person what is done without from now on. Undefined:
   * the refusal stands.
   */
  adapt?(request: ModelRequest, message: string): LocalizedText | undefined
  /** Whether its readers can read an answer that came whole although a stream was asked for. */
  readsWhole?(answer: string): boolean
  /** It can ask for an answer that comes at once, as `whole` in the request says. */
  readonly writesWhole?: true
  /** Where the provider counts tokens. */
  readonly count?: {
    path(request: ModelRequest): string
    write(request: ModelRequest): readonly Uint8Array[]
    /** Undefined: the answer cannot be read. */
    read(answer: string): number | undefined
  }
}

export interface WireReader {
  /** What an event means, in order; an `error` event says what went wrong. Throws ModelError for what cannot be read. */
  take(event: ServerEvent): readonly StreamEvent[]
  /** The stream came to its end: what is still to be said, where the protocol has no last word of its own. */
  end?(): readonly StreamEvent[]
}
