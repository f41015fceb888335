import type { Authorization } from '../../../protocol/credential.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ProviderOAuth } from '../../../protocol/provider-settings.ts'
import type { ReadError } from '../errors.ts'
import type { ChatHabits } from '../protocols/openai-chat/chat-habits.ts'

/** How requests and replies are written. */
export const PROTOCOLS = [
  'anthropic',
  'openai-chat',
  'openai-responses',
  'gemini',
  'bedrock',
  'vertex',
] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** Who answers, as data. A provider with a known wire is one of these and nothing else. */
export interface Provider {
  /** What stands before the slash in the name of a model. */
  readonly name: string
  /** As people call it. */
  readonly title: string
  readonly protocol: Protocol
  /** In what its chat-completions differ from the plain ones. */
  readonly chat?: ChatHabits
  readonly endpoint: {
    readonly url: string
    /** Variable that names another address. */
    readonly variable?: string
    /** The address that a value of the variable means, where it is not one already. */
    read?(value: string): string
    /** The address that follows from other variables; a sentence says what is missing. */
    build?(env: Readonly<Record<string, string | undefined>>): string | { readonly missing: LocalizedText }
  }
  /** Ways to show who asks, the first one found counts. */
  readonly auth: readonly AuthScheme[]
  /** Reads its refusals where they say more than the usual words and codes; what it leaves out is read as usual. */
  readonly readError?: ReadError
  /** How the pieces of a streamed reply are told apart. */
  readonly framing: 'sse' | 'aws-event-stream'
  /** Variables that no child process may see once the provider is used. */
  readonly secretNames: readonly string[]
  /** Whose accounts show who asks, where no key does. */
  readonly account?: 'aws' | 'google' | 'azure'
  /** It answers only where it is named: its key is there for other things or for another row, too. */
  readonly byName?: true
  /** Another way to that one: lists leave it out unless somebody asks for it. */
  readonly wayTo?: string
  /** Variable that makes it the one for models that name nobody. */
  readonly switch?: string
  /** Variable that says that a gateway in front of it shows who asks. */
  readonly unsigned?: string
  /** It sells the models of another, by these ids of its own. */
  readonly sells?: Readonly<Record<string, string>>
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** It may be asked without a key, wherever it runs. */
  readonly keyless?: true
  /** A client of ours that it signs people in with. */
  readonly oauth?: ProviderOAuth
  /** `/login` alone means it. */
  readonly login?: 'unnamed'
  /** Page where people create a key. */
  readonly keysAt?: string
  /** How its keys begin, where nobody else's do. */
  readonly keyBegins?: RegExp
  /** What only a good key is answered at, below its address; absent: as usual for its protocol. Null: nothing is. */
  readonly keyCheck?: string | null
  /** What is stored for that one is for this one, too. */
  readonly storedAs?: string
  /** It counts all of the output that a request allows, used or not, against a quota or a balance. */
  readonly reservesOutput?: true
  /** At its own address it loads definitions of tools that results refer to. */
  readonly toolReferences?: true
  /** The host at which it searches the web itself when a request asks for that. */
  readonly searchesAt?: string
  /** Used where nobody names a model: the usual one, and the one for small questions. */
  readonly models?: { readonly usual: string; readonly small?: string }
}

export interface AuthScheme {
  readonly kind: 'key' | 'token'
  /** Variable it is taken from. */
  readonly variable: string
  headers(secret: string): Authorization
}

/** The usual way: a key in an authorization header. */
export const bearer = (variable: string): AuthScheme => ({
  kind: 'key',
  variable,
  headers: key => ({ authorization: `Bearer ${key}` }),
})
