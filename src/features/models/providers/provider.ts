import type { Authorization } from '../../../protocol/credential.ts'

/** Who answers, as data. A provider with a known wire is one of these and nothing else. */
export interface Provider {
  readonly name: string
  /** How requests and replies are written. */
  readonly protocol: 'anthropic'
  readonly endpoint: {
    readonly url: string
    /** Variable that names another address. */
    readonly variable: string
  }
  /** Ways to show who asks, the first one found counts. */
  readonly auth: readonly AuthScheme[]
  /** How the pieces of a streamed reply are told apart. */
  readonly framing: 'sse'
  /** Variables that no child process may see. */
  readonly secretNames: readonly string[]
}

export interface AuthScheme {
  readonly kind: 'key' | 'token'
  /** Variable it is taken from. */
  readonly variable: string
  headers(secret: string): Authorization
}
