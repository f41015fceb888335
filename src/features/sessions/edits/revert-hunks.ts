/** One place of a patch, as tools put it down. */
export interface EditHunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each with its mark: blank, `-`, `+` or a backslash. */
  readonly lines: readonly string[]
}

export type Reverted = { readonly text: string } | { readonly stuck: 'gone' | 'several' }

/** Lines of the text with their ends; the last one may have none. */
const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/(?<=\n)/))

interface Side {
  readonly old: readonly string[]
  readonly now: readonly string[]
}

/**
 * The text as it would be without an edit. What the edit wrote must still stand there, and only there: with as many of
 * the lines around it as still are as they were.
 */
export const revertHunks = (text: string, hunks: readonly EditHunk[]): Reverted => {
  const lines = linesOf(text)
  const plain = lines.map(line => line.replace(/\r\n$/, '\n'))
  const crlf = lines.some(line => line.endsWith('\r\n'))
  const places: { readonly at: number; readonly side: Side }[] = []
  for (const group of alike(hunks)) {
    const found = findGroup(plain, group)
    if ('stuck' in found) return found
    places.push(...found.places)
  }
  const inOrder = places.toSorted((a, b) => a.at - b.at)
  const out: string[] = []
  let from = 0
  for (const { at, side } of inOrder) {
    // Two of them in the same lines: one of the two is not what the edit wrote.
    if (at < from) return { stuck: 'several' }
    out.push(...lines.slice(from, at))
    out.push(...side.old.map(line => (crlf ? line.replace(/\n$/, '\r\n') : line)))
    from = at + side.now.length
  }
  return { text: [...out, ...lines.slice(from)].join('') }
}

/** Hunks that wrote the same lines stand there as often as there are of them. */
const alike = (hunks: readonly EditHunk[]): readonly (readonly EditHunk[])[] => [
  ...Map.groupBy(hunks, hunk => JSON.stringify(hunk.lines)).values(),
]

const findGroup = (
  lines: readonly string[],
  group: readonly EditHunk[],
): { readonly places: readonly { at: number; side: Side }[] } | { readonly stuck: 'gone' | 'several' } => {
  const [first] = group
  if (!first) return { places: [] }
  let stuck: 'gone' | 'several' = 'gone'
  for (const side of narrowing(first)) {
    const found = occurrences(lines, side.now, group.length + 1)
    if (found.length === group.length) return { places: found.map(at => ({ at, side })) }
    if (found.length > group.length) stuck = 'several'
    // With fewer lines around it there are only more of them.
    if (stuck === 'several') break
  }
  return { stuck }
}

/** The two sides of a hunk with all the lines around the change, then with fewer of them. */
const narrowing = (hunk: EditHunk): readonly Side[] => {
  const parts = marked(hunk.lines)
  const isChange = ({ mark }: { readonly mark: string }): boolean => mark !== ' '
  const head = parts.findIndex(isChange)
  const tail = parts.length - 1 - parts.findLastIndex(isChange)
  if (head === -1) return []
  const sides: Side[] = []
  for (let around = Math.max(head, tail); around >= 0; around--) {
    const kept = parts.slice(Math.max(0, head - around), parts.length - Math.max(0, tail - around))
    const side = {
      old: kept.filter(part => part.mark !== '+').map(part => part.line),
      now: kept.filter(part => part.mark !== '-').map(part => part.line),
    }
    if (side.now.length > 0 || hunk.newStart <= 1) sides.push(side)
  }
  return sides
}

const marked = (lines: readonly string[]): readonly { readonly mark: string; readonly line: string }[] =>
  lines.flatMap((text, at) => {
    if (text.startsWith('\\')) return []
    const end = lines[at + 1]?.startsWith('\\') ? '' : '\n'
    return [{ mark: text[0] ?? ' ', line: text.slice(1).replace(/\r$/, '') + end }]
  })

/** Where the block stands, at most `most` of the places. An empty block is only found in an empty text. */
const occurrences = (lines: readonly string[], block: readonly string[], most: number): readonly number[] => {
  if (block.length === 0) return lines.length === 0 ? [0] : []
  const found: number[] = []
  for (let at = 0; at + block.length <= lines.length && found.length < most; at++)
    if (block.every((line, offset) => lines[at + offset] === line)) found.push(at)
  return found
}
