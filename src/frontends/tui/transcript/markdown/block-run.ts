import type { Token, Tokens } from 'marked'
import type { Line } from '../../terminal/screen-port.ts'
import type { RenderOptions } from '../render-options.ts'
import { itemLines, renderBlock } from './blocks.ts'
import { endsBlank, FLOW_START, type Flow, flowAfter, needsGap } from './flow.ts'

/** What blocks that come later depend on, when earlier ones are gone from the text. */
export interface RunState {
  readonly flow: Flow
  /** A list of which items were rendered already, and which goes on. */
  readonly list?: { readonly next: number; readonly blank: boolean }
}

export const RUN_START: RunState = { flow: FLOW_START }

export interface Rendered {
  readonly lines: readonly Line[]
  readonly state: RunState
}

/** Blocks one after the other, each rendered as it would be with all of them before it. */
export const renderRun = (tokens: readonly Token[], state: RunState, look: RenderOptions): Rendered => {
  const lines: Line[] = []
  let now = state
  for (const token of tokens) {
    if (token.type === 'list') {
      const list = token as Tokens.List
      const part = renderItems(list, list.items.length, { state: now, look })
      lines.push(...part.lines)
      now = { flow: flowAfter(now.flow, token) }
      continue
    }
    const made = renderBlock(token, look)
    if (made.length > 0 && needsGap(now.flow, token.type, 'top')) lines.push('')
    for (const line of made) lines.push(line)
    // A blank line alone does not end a list: what follows it may.
    now = { ...(token.type === 'space' && now.list ? now : {}), flow: flowAfter(now.flow, token) }
  }
  return { lines, state: now }
}

/** The first `count` items of a list. */
export const renderItems = (
  list: Tokens.List,
  count: number,
  { state, look }: { readonly state: RunState; readonly look: RenderOptions },
): Rendered => {
  const lines: Line[] = []
  const begin = list.ordered ? (state.list?.next ?? Number(list.start || 1)) : 0
  let blank = state.list ? state.list.blank : needsGap(state.flow, 'list', 'top')
  for (const [at, item] of list.items.slice(0, count).entries()) {
    if (blank) lines.push('')
    lines.push(...itemLines(item, list.ordered ? begin + at : undefined, look))
    blank = endsBlank(item.raw)
  }
  return {
    lines,
    state: { flow: { previous: 'list', blank: false }, list: { next: begin + count, blank } },
  }
}
