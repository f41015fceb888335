import type { LocalizedText } from './messages/localized-text.ts'

/** A request that is complete but for what proves who sends it. */
export interface UnsignedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** In pieces, as they go over the wire. */
  readonly body: readonly Uint8Array[]
}

/** What opens the way to a provider. Its value never leaves it but in the headers of a request. */
export interface Credential {
  /** Where it came from, e.g. the name of a variable. */
  readonly source: string
  /** Headers to add. A provider may want a key, a token, or a signature over the whole request. Throws ModelError. */
  authorize(request: UnsignedRequest): Authorization | Promise<Authorization>
  /** The server refused these: true when there is something newer to try. Throws ModelError when only the person can help. */
  renew?(refused: Authorization): Promise<boolean>
  /** The server said that these are at their limit, for so long as far as it said: what else there is. */
  limited?(refused: Authorization, waitMs: number | undefined): Promise<LimitedKey>
  /** A request with these was answered: what people should know of the key behind them. */
  used?(sent: Authorization): Promise<KeyChange | undefined>
  /** Of several keys the one that these were made of, as `source` names it. */
  sourceOf?(refused: Authorization): Promise<string | undefined>
}

/** What is done about a key that is at its limit. Names and times, never a key. */
export type LimitedKey =
  /** With another one the same can be sent at once. */
  | KeyChange
  /** All are: the first comes back after so long. */
  | { readonly waitMs: number }

/** Which key is used from now on, unless each is used in its turn; and a sentence for the person. */
export interface KeyChange {
  readonly key?: string
  readonly text: LocalizedText
}

export type Authorization = Readonly<Record<string, string>>
