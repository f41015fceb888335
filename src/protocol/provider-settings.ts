import type { LocalizedText } from './messages/localized-text.ts'
import type { Effort } from './model.ts'

export interface ModelOverride {
  readonly window?: number
  readonly maxOutput?: number
  readonly thinking?: 'adaptive' | 'budget' | 'none'
  readonly hidesThinking?: boolean
  readonly effort?: readonly Effort[]
  readonly documents?: boolean
  readonly images?: boolean
  readonly tools?: 'text'
  readonly taskBudget?: boolean
  readonly price?: PriceSetting
  /** It has a fast mode, at this price. */
  readonly fast?: PriceSetting
}

/** Per million tokens; what a cache costs is derived where it is not said. */
export interface PriceSetting {
  /** Absent: USD. */
  readonly currency?: 'USD' | 'CNY'
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite5m?: number
  readonly cacheWrite1h?: number
}

/** A client that everybody may know, and where it signs people in. */
export interface ProviderOAuth {
  readonly clientId: string
  /** Variable that holds its secret, where the server insists on one. */
  readonly clientSecretEnv?: string
  /** Publishes its addresses; those that are said here go before. */
  readonly issuer?: string
  readonly authorizationEndpoint?: string
  readonly tokenEndpoint?: string
  readonly deviceEndpoint?: string
  readonly revocationEndpoint?: string
  readonly scopes?: readonly string[]
  /** As the client was registered; absent: any port of 127.0.0.1. One of another machine shows the code to paste. */
  readonly redirectUri?: string
  /** Added to the address of the sign-in page. */
  readonly params?: Readonly<Record<string, string>>
  /** How a token is sent: as a bearer token, unless it stands where the provider's key would. */
  readonly tokenUse?: 'bearer' | 'key'
}

/** A provider as settings describe it. */
export interface ProviderSetting {
  /** It and the address may be absent where the name is a built-in provider's. */
  readonly protocol?: string
  readonly baseUrl?: string
  /** Variable that holds the key; absent: none is sent. */
  readonly apiKeyEnv?: string
  /** Variables that hold keys, used in turn when one is at its limit; `saved`: the one of a sign-in. */
  readonly keys?: readonly string[]
  readonly keyOrder?: 'in-order' | 'round-robin'
  /** Command that prints the key. */
  readonly apiKeyHelper?: string
  readonly oauth?: ProviderOAuth
  readonly headers?: Readonly<Record<string, string>>
  readonly models?: readonly (Pick<
    ModelOverride,
    'window' | 'maxOutput' | 'price' | 'documents' | 'images' | 'tools'
  > & {
    readonly id: string
  })[]
}

/** A cloud that /setup-bedrock and /setup-vertex set up. */
export type Cloud = 'bedrock' | 'vertex'

/** One way to sign in, as a dialog offers it. */
export interface CloudWay {
  /** What stands for it behind the command, `auth=profile profile=dev` say. */
  readonly words: string
  readonly label: LocalizedText
  /** What was found of it on this machine. */
  readonly detail?: LocalizedText
  /** It has to be named: what is asked for, as the key of a word. */
  readonly asks?: 'file'
  readonly region?: string
}

/** What a dialog asks about, step by step; its answers go behind the command as words. */
export interface CloudSteps {
  readonly cloud: Cloud
  readonly title: string
  readonly ways: readonly CloudWay[]
  readonly region: string
  /** Asked for by Google's cloud; '' where none was found. */
  readonly project?: string
  /** Words that pin the models that are known here. */
  readonly pins: string
}

/** How far it is; `text` says it to whoever has no screen. */
export interface CloudSetup {
  readonly text: LocalizedText
  /** What a screen asks; absent: there is nothing more to ask. */
  readonly ask?: { readonly steps: CloudSteps } | { readonly plan: CloudPlan }
}

/** What would be written, to be approved. */
export interface CloudPlan {
  readonly title: string
  readonly plan: LocalizedText
  /** The command that writes it. */
  readonly line: string
}
