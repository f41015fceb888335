import type { HookHandler, HookSource } from '../../protocol/hook.ts'

const MAX_CHARS = 80

/** What a hook runs, for messages: cut, on one line. */
export const labelOf = (handler: HookHandler): string => `\`${cut(whatRuns(handler))}\``

/** The same without quotes, whole. */
export const whatRuns = (handler: HookHandler): string => {
  const { type, command, args = [], url, server, tool, prompt, callbackId } = handler
  switch (type) {
    case 'command':
      return [command ?? '', ...args].join(' ')
    case 'http':
      return `POST ${url}`
    case 'mcp_tool':
      return `mcp__${server}__${tool}`
    case 'prompt':
    case 'agent':
      return `${type}: ${prompt}`
    case 'callback':
      return `callback ${callbackId}`
    default:
      return type
  }
}

const cut = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line
}

/** Who brought a hook, in a word or two. */
export const sourceName = (source: HookSource): string =>
  'name' in source ? `${source.level} ${source.name}` : source.level
