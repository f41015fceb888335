import type { OAuthTokens } from '../../features/oauth/oauth-tokens.ts'

export type StoredEntries = Readonly<Record<string, StoredEntry>>

/** The secret itself, or word that the keychain has it. */
export type StoredEntry = { /** Another one for each sign-in. */ readonly since: number } & (
  | { readonly kind: 'key'; readonly in: 'file'; readonly apiKey: string }
  | { readonly kind: 'oauth'; readonly in: 'file'; readonly tokens: OAuthTokens }
  | { readonly kind: 'key' | 'oauth'; readonly in: 'keychain' }
)

export interface StoredServer {
  readonly baseUrl: string
  readonly model: string
}
