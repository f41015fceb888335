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
}

export type Authorization = Readonly<Record<string, string>>
