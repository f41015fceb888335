import type { Provider } from './provider.ts'

/** The vendor of the Messages protocol, and every server that speaks it. */
export const anthropic: Provider = {
  name: 'anthropic',
  title: 'Anthropic',
  protocol: 'anthropic',
  endpoint: { url: 'https://api.anthropic.com', variable: 'ANTHROPIC_BASE_URL' },
  auth: [
    { kind: 'key', variable: 'ANTHROPIC_API_KEY', headers: key => ({ 'x-api-key': key }) },
    {
      kind: 'token',
      variable: 'ANTHROPIC_AUTH_TOKEN',
      headers: token => ({ authorization: `Bearer ${token}` }),
    },
  ],
  login: 'unnamed',
  keysAt: 'console.anthropic.com/settings/keys',
  keyBegins: /^sk-ant-/,
  framing: 'sse',
  toolReferences: true,
  searchesAt: 'api.anthropic.com',
  secretNames: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
}
