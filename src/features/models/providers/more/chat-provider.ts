import { bearer, type Provider } from '../provider.ts'

/** What a row of the chat-completions protocol says of itself; the rest is the same for all. */
export type ChatRow = Pick<Provider, 'name' | 'title'> &
  Partial<Omit<Provider, 'protocol' | 'endpoint' | 'auth' | 'framing' | 'secretNames'>> & {
    readonly url: string
    readonly key: string
    readonly base?: string
  }

export const chatProvider = (row: ChatRow): Provider => {
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
