import { anthropic } from './anthropic.ts'
import type { Provider } from './provider.ts'

/** One line for each; the first one is used where nothing names another. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [anthropic]

/** What opens the way to any of them, by name: children get none of it. */
export const PROVIDER_SECRETS: readonly string[] = PROVIDERS.flatMap(({ secretNames }) => secretNames)
