import { chatProvider } from './chat-provider.ts'

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
