import { bearer, type Provider } from './provider.ts'

const chatProvider = (
  row: Pick<
    Provider,
    'name' | 'title' | 'chat' | 'models' | 'keysAt' | 'keyBegins' | 'keyCheck' | 'reservesOutput'
  > & {
    readonly url: string
    readonly key: string
    readonly base?: string
  },
): Provider => {
  const { url, key, base, ...rest } = row
  return {
    ...rest,
    protocol: 'openai-chat',
    endpoint: { url, ...(base === undefined ? {} : { variable: base }) },
    auth: [bearer(key)],
    framing: 'sse',
    secretNames: [key],
  }
}

/** The vendor of the responses protocol. */
export const openai: Provider = {
  name: 'openai',
  title: 'OpenAI',
  protocol: 'openai-responses',
  endpoint: { url: 'https://api.openai.com/v1', variable: 'OPENAI_BASE_URL' },
  auth: [bearer('OPENAI_API_KEY')],
  keysAt: 'platform.openai.com/api-keys',
  keyBegins: /^sk-(?:proj|svcacct|admin)-/,
  framing: 'sse',
  secretNames: ['OPENAI_API_KEY'],
  models: { usual: 'gpt-6.1-sol', small: 'gpt-6-luna' },
  searchesAt: 'api.openai.com',
}

const { models: _newest, searchesAt: _own, ...openaiAddress } = openai

/**
 * The same vendor's older protocol, for servers that stand behind its address and know only that. Nothing is usual
 * there: the vendor's newest take no tools in it.
 */
export const openaiChat: Provider = {
  ...openaiAddress,
  name: 'openai-chat',
  storedAs: 'openai',
  title: 'OpenAI (chat completions)',
  protocol: 'openai-chat',
  chat: { maxTokens: 'max_completion_tokens', files: true },
}

export const openrouter = chatProvider({
  name: 'openrouter',
  reservesOutput: true,
  title: 'OpenRouter',
  url: 'https://openrouter.ai/api/v1',
  key: 'OPENROUTER_API_KEY',
  base: 'OPENROUTER_BASE_URL',
  keysAt: 'openrouter.ai/settings/keys',
  keyBegins: /^sk-or-/,
  // Its list of models is there for everybody.
  keyCheck: '/key',
  chat: { effort: 'reasoning', reasoning: 'reasoning_details', files: true },
  models: { usual: 'anthropic/claude-sonnet-4.5', small: 'anthropic/claude-haiku-4.5' },
})

export const groq = chatProvider({
  name: 'groq',
  reservesOutput: true,
  title: 'Groq',
  url: 'https://api.groq.com/openai/v1',
  key: 'GROQ_API_KEY',
  base: 'GROQ_BASE_URL',
  keysAt: 'console.groq.com/keys',
  keyBegins: /^gsk_/,
  chat: { maxTokens: 'max_completion_tokens' },
  models: { usual: 'openai/gpt-oss-120b', small: 'openai/gpt-oss-20b' },
})

/** Ids of calls must be nine letters and digits. */
export const mistral = chatProvider({
  name: 'mistral',
  title: 'Mistral',
  url: 'https://api.mistral.ai/v1',
  key: 'MISTRAL_API_KEY',
  base: 'MISTRAL_BASE_URL',
  keysAt: 'console.mistral.ai/api-keys',
  chat: { effort: 'none', streamUsage: false, callId: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 } },
  models: { usual: 'mistral-medium-latest' },
})

/** Wants its reasoning back with the calls that came of it. */
export const deepseek = chatProvider({
  name: 'deepseek',
  title: 'DeepSeek',
  url: 'https://api.deepseek.com/v1',
  key: 'DEEPSEEK_API_KEY',
  base: 'DEEPSEEK_BASE_URL',
  keysAt: 'platform.deepseek.com/api_keys',
  chat: { effort: 'none', reasoning: 'reasoning_content' },
  models: { usual: 'deepseek-flash' },
})

export const xai = chatProvider({
  name: 'xai',
  title: 'xAI',
  url: 'https://api.x.ai/v1',
  key: 'XAI_API_KEY',
  base: 'XAI_BASE_URL',
  keysAt: 'console.x.ai',
  keyBegins: /^xai-/,
  models: { usual: 'grok-4.7' },
})
