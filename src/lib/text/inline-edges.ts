/** Text right beside a piece of text: by it one knows whether a word goes on. */
export interface Edges {
  readonly before: string
  readonly after: string
}

export const NO_EDGES: Edges = { before: '', after: '' }

/** As much as decides whether a word goes on: a few marks and what follows them. */
const COLUMNS = 6

/** What a reader of Markdown gives, as far as its text is concerned. */
interface InlineToken {
  readonly type: string
  readonly raw: string
  readonly text?: string
  readonly tokens?: readonly InlineToken[] | undefined
}

/** For each of the tokens in a row, what is read right before and right behind it; `outer` stands around all of them. */
export const edgesOf = (tokens: readonly unknown[], outer: Edges): readonly Edges[] => {
  const row = tokens as readonly InlineToken[]
  const after: string[] = []
  let next = outer.after
  for (const token of row.toReversed()) {
    after.push(next)
    next = (edgeText(token, 'start') + next).slice(0, COLUMNS)
  }
  let before = outer.before
  return row.map((token, at) => {
    const edges = { before, after: after[row.length - 1 - at] ?? '' }
    before = (before + edgeText(token, 'end')).slice(-COLUMNS)
    return edges
  })
}

const edgeText = (token: InlineToken, side: 'start' | 'end'): string => {
  if (token.type === 'br') return '\n'
  const inner = token.tokens?.at(side === 'start' ? 0 : -1)
  if (inner) return edgeText(inner, side)
  const text = token.text ?? token.raw
  return side === 'start' ? text.slice(0, COLUMNS) : text.slice(-COLUMNS)
}
