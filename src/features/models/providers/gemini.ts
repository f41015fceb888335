import type { AuthScheme, Provider } from './provider.ts'

const keyIn = (variable: string): AuthScheme => ({
  kind: 'key',
  variable,
  headers: key => ({ 'x-goog-api-key': key }),
})

/** The vendor of the generateContent protocol. */
export const gemini: Provider = {
  name: 'gemini',
  title: 'Google Gemini',
  protocol: 'gemini',
  endpoint: { url: 'https://generativelanguage.googleapis.com', variable: 'GEMINI_BASE_URL' },
  auth: [keyIn('GEMINI_API_KEY'), keyIn('GOOGLE_API_KEY')],
  keysAt: 'aistudio.google.com/apikey',
  keyBegins: /^AIza/,
  framing: 'sse',
  secretNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  searchesAt: 'generativelanguage.googleapis.com',
  models: { usual: 'gemini-3.8-flash', small: 'gemini-3.5-flash-lite' },
}
