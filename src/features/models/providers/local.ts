import { bearer, type Provider } from './provider.ts'

const localServer = (
  name: string,
  title: string,
  at: { readonly port: number } & Pick<Provider['endpoint'], 'variable' | 'read'>,
): Provider => ({
  name,
  title,
  protocol: 'openai-chat',
  endpoint: { url: `http://127.0.0.1:${at.port}/v1`, ...at },
  auth: [bearer(`${name.toUpperCase().replaceAll('-', '_')}_API_KEY`)],
  framing: 'sse',
  secretNames: [],
  keyless: true,
  chat: { effort: 'none' },
})

/** `0.0.0.0:11434` is where it listens: from here that is this machine. */
const ollamaAddress = (value: string): string => {
  const text = /^https?:\/\//i.test(value) ? value : `http://${value}`
  // Whoever uses it says that it is no address.
  if (!URL.canParse(text)) return value
  const url = new URL(text)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.port === '' && url.protocol === 'http:') url.port = '11434'
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/v1`
}

/** Servers on this machine, by the ports they come with. */
export const LOCAL_SERVERS: readonly Provider[] = [
  localServer('ollama', 'Ollama', { port: 11_434, variable: 'OLLAMA_HOST', read: ollamaAddress }),
  localServer('lmstudio', 'LM Studio', { port: 1234 }),
  localServer('llama-cpp', 'llama.cpp', { port: 8080 }),
  localServer('vllm', 'vLLM', { port: 8000 }),
]
