import type { Token } from 'marked'

/** What the blank line before the next block depends on. */
export interface Flow {
  /** The type of the block before. */
  readonly previous: string | undefined
  /** The source has a blank line behind it. */
  readonly blank: boolean
}

export const FLOW_START: Flow = { previous: undefined, blank: false }

const PROSE = ['paragraph', 'text']

/**
 * Between blocks stands one empty line. A list directly below the words that announce it stays with them, and inside
 * an item only what the source has apart is apart.
 */
export const needsGap = (flow: Flow, type: string, level: 'top' | 'inside'): boolean => {
  if (flow.previous === undefined) return false
  if (flow.blank) return true
  return level === 'top' && !(type === 'list' && PROSE.includes(flow.previous))
}

export const flowAfter = (flow: Flow, token: Token): Flow => {
  if (token.type === 'space') return { ...flow, blank: true }
  if (token.type === 'def') return flow
  return { previous: token.type, blank: endsBlank(token.raw) }
}

export const endsBlank = (raw: string): boolean => {
  const end = raw.slice(raw.trimEnd().length)
  return end.indexOf('\n') !== end.lastIndexOf('\n')
}
