import { anthropic } from './anthropic.ts'
import type { Provider } from './provider.ts'

/** One line for each. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [
  // Used where nothing names another.
  anthropic,
]

/** What opens the way to any of them, by name: children get none of it. */
export const PROVIDER_SECRETS: readonly string[] = PROVIDERS.flatMap(({ secretNames }) => secretNames)
