import type { Runner } from './runner.ts'

/** One line for each kind of hook; what it needs loads with its first run. */
export const RUNNERS: Readonly<Record<string, () => Promise<Runner>>> = {
  command: async () => (await import('./process.ts')).runProcess,
  http: async () => (await import('./http.ts')).runHttp,
  prompt: async () => (await import('./judge.ts')).runPrompt,
  agent: async () => (await import('./judge.ts')).runVerifier,
  mcp_tool: async () => (await import('./call.ts')).runServerTool,
  callback: async () => (await import('./call.ts')).runCallback,
  function: async () => (await import('./call.ts')).runFunction,
}
