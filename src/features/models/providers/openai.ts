import { bearer, type Provider } from './provider.ts'

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
