import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk'

/** Of one result; the client shows a part of it, and the model has it whole. */
const MOST_CHARS = 20_000

export const textBlock = (text: string): ContentBlock => ({ type: 'text', text })

export const textContent = (text: string): ToolCallContent => ({ type: 'content', content: textBlock(text) })

/** Output of a program or lines of a file: Markdown in it must not count as such. */
export const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.endsWith('\n') ? text.slice(0, -1) : text}\n${fence}`
}

export const bounded = (text: string): string => {
  if (text.length <= MOST_CHARS) return text
  const cut = text.lastIndexOf('\n', MOST_CHARS)
  const head = text.slice(0, cut > 0 ? cut : MOST_CHARS)
  return `${head}\n… ${text.length - head.length} more characters`
}
