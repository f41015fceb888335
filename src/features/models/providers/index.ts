import { anthropic } from './anthropic.ts'
import { azure, bedrock, foundry, github, vertex } from './cloud.ts'
import { gemini } from './gemini.ts'
import { LOCAL_SERVERS } from './local.ts'
import { openai, openaiChat } from './openai.ts'
import type { Provider } from './provider.ts'

/** One line for each, in the order in which one with a credential is looked for. */
export const MAKERS: readonly Provider[] = [openai, openaiChat, gemini]
export const CLOUDS: readonly Provider[] = [bedrock, vertex, foundry, azure, github]

/** Used where nothing names another, then those that every run knows; all others are in `all.ts`. */
export const PROVIDERS: readonly [Provider, ...Provider[]] = [
  anthropic,
  ...MAKERS,
  ...CLOUDS,
  ...LOCAL_SERVERS,
]

/** Variables with keys of those that not every run loads: where one is set, they are loaded. */
export const MORE_KEYS: readonly string[] =
  'OPENROUTER GROQ MISTRAL DEEPSEEK XAI AI_GATEWAY ALIBABA_CODING_PLAN ARK CEREBRAS DASHSCOPE FIREWORKS HUNYUAN KIMI LKEAP MINIMAX MOONSHOT NVIDIA OLLAMA QIANFAN QIANFAN_CODING_PLAN SILICONFLOW STEPFUN TENCENT_CODING_PLAN TOGETHER ZAI ZHIPU'
    .split(' ')
    .map(name => `${name}_API_KEY`)
    .concat('COPILOT_GITHUB_TOKEN')

/** What opens the way to any of them, by name: no child gets it, whoever answers. */
export const PROVIDER_SECRETS: readonly string[] = PROVIDERS.flatMap(({ secretNames }) => secretNames).concat(
  MORE_KEYS,
)
