import { anthropic } from './anthropic.ts'
import { azure, bedrock, foundry, github, vertex } from './cloud.ts'
import { gemini } from './gemini.ts'
import { LOCAL_SERVERS } from './local.ts'
import { deepseek, groq, mistral, openai, openaiChat, openrouter, xai } from './openai.ts'
import type { Provider } from './provider.ts'

/** One line for each, in the order in which one with a credential is looked for. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [
  // Used where nothing names another.
  anthropic,
  openai,
  openaiChat,
  gemini,
  openrouter,
  groq,
  mistral,
  deepseek,
  xai,
  bedrock,
  vertex,
  foundry,
  azure,
  github,
  ...LOCAL_SERVERS,
]

/** What opens the way to any of them, by name: no child gets it, whoever answers. */
export const PROVIDER_SECRETS: readonly string[] = PROVIDERS.flatMap(({ secretNames }) => secretNames)
