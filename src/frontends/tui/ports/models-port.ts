/** A model that can be asked for by `value`. */
export interface ModelRow {
  readonly value: string
  /** False: what is said of it is assumed. */
  readonly known: boolean
  /** Tokens. */
  readonly window: number
  /** USD per million tokens; absent: unknown. */
  readonly price?: { readonly input: number; readonly output: number }
}

/** Whether a provider can be used, and what it needs where it cannot. */
export type ProviderAccess =
  | { readonly kind: 'key'; readonly source: string }
  | { readonly kind: 'keyless' | 'running' }
  | { readonly kind: 'account'; readonly account: string; readonly variables: readonly string[] }
  | { readonly kind: 'no-key'; readonly variables: readonly string[] }
  | { readonly kind: 'not-running'; readonly url: string }

export interface ProviderModels {
  readonly title: string
  readonly access: ProviderAccess
  readonly models: readonly ModelRow[]
}

/** Who could answer, from this machine. */
export interface ModelsPort {
  /** Looks for servers on this machine until the signal ends. Empty: the session lives elsewhere. */
  list(signal: AbortSignal): Promise<readonly ProviderModels[]>
}
