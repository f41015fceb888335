/** One thing a page shows, as the page script tells it: depth, number, role, name, state, whether it can be acted on, whether it is above what is seen. */
export type PageRow = readonly [
  depth: number,
  ref: number,
  role: string,
  name: string,
  state: string,
  acts: 0 | 1,
  above: 0 | 1,
]

/** A line of an outline; `key` stays the same as long as what it tells of is the same thing. */
export interface OutlineLine {
  readonly key: string
  readonly depth: number
  readonly text: string
  /** Not seen unless one scrolls back. */
  readonly above: boolean
}

interface Node {
  readonly key: string
  readonly ref: string
  readonly row: PageRow
  readonly children: Node[]
}

/** Containers that are worth a line only for what is in them. */
const EMPTY_IS_NOTHING =
  /^(?:list|item|table|row|cell|navigation|main|form|article|complementary|group|region|search|menu|radiogroup|tablist|toolbar|tree|status)$/

/** What one frame shows, as a tree; `prefix` is put before its references. */
export const treeOf = (rows: readonly PageRow[], prefix: string): readonly Node[] => {
  const top: Node[] = []
  const open: Node[] = []
  const used = new Map<string, number>()
  for (const row of rows) {
    const [depth, number, role] = row
    const ref = `${prefix}e${number}`
    const base = `${ref} ${role === 'text' ? 'text' : ''}`
    const count = used.get(base) ?? 0
    used.set(base, count + 1)
    const node: Node = { key: `${base}${count === 0 ? '' : ` ${count}`}`, ref, row, children: [] }
    open.length = Math.min(depth, open.length)
    const parent = open.at(-1)
    if (parent) parent.children.push(node)
    else top.push(node)
    open.push(node)
  }
  return top
}

const quoted = (text: string): string => JSON.stringify(text)

const isText = ({ row: [, , role] }: Node): boolean => role === 'text'

/** The only thing in it, when that holds nothing itself. */
const onlyLeaf = ({ row: [, , , name], children }: Node): Node | undefined => {
  const [only, ...others] = children
  return only && others.length === 0 && only.children.length === 0 && name === '' ? only : undefined
}

const hasNothing = ({ row: [, , role, name], children }: Node): boolean =>
  EMPTY_IS_NOTHING.test(role) && name === '' && children.every(hasNothing)

const isPlainCell = (node: Node): boolean =>
  node.row[2] === 'cell' && (node.children.length === 0 || onlyLeaf(node) !== undefined)

const cellText = (cell: Node): string => {
  const leaf = onlyLeaf(cell)
  if (!leaf) return cell.row[3]
  return isText(leaf) ? leaf.row[3] : headOf(leaf)
}

const headOf = ({ row: [, , role, name, state, acts], ref }: Node): string => {
  if (role === 'text') return quoted(name)
  return [
    role,
    ...(name === '' ? [] : [quoted(name)]),
    ...(acts ? [ref] : []),
    ...(state === '' ? [] : [state]),
  ].join(' ')
}

/** As lines; of more than `most` things side by side the rest is only counted, with where to look for it. */
export const linesOf = (nodes: readonly Node[], most = Number.POSITIVE_INFINITY): readonly OutlineLine[] => {
  const lines: OutlineLine[] = []
  const add = (node: Node, depth: number, text: string): void =>
    void lines.push({ key: node.key, depth, text, above: node.row[6] === 1 })
  const visit = (node: Node, depth: number): void => {
    if (hasNothing(node)) return
    const { row, children, ref } = node
    const leaf = onlyLeaf(node)
    const isShort = leaf !== undefined && /^(?:item|cell|status|alert)$/.test(row[2])
    const isPlainRow = row[2] === 'row' && children.length > 0 && children.every(isPlainCell)
    if (isPlainRow) add(node, depth, `row ${children.map(cellText).join(' | ')}`)
    else if (isShort) add(node, depth, `${row[2]} ${headOf(leaf)}`)
    else add(node, depth, headOf(node))
    if (isPlainRow || isShort) return
    for (const child of children.slice(0, most)) visit(child, depth + 1)
    if (children.length > most)
      lines.push({
        key: `${node.key} more`,
        depth: depth + 1,
        text: `… +${children.length - most} in ${ref}`,
        above: false,
      })
  }
  for (const node of nodes) visit(node, 0)
  return lines
}

/** Roughly how many tokens a text is: outlines are full of short words and numbers, and other scripts of single signs. */
export const tokensOf = (text: string): number => {
  let wide = 0
  for (const sign of text) if (sign > '\u2e7f') wide += 1
  return Math.ceil((text.length - wide) / 3 + wide * 1.2)
}

const asText = ({ depth, text }: OutlineLine): string => `${' '.repeat(Math.min(depth, 12))}${text}`

const costOf = (lines: readonly OutlineLine[]): number =>
  lines.reduce((sum, line) => sum + tokensOf(asText(line)) + 1, 0)

const SIDE_BY_SIDE = [60, 30, 15, 10, 6, 4, 3]

export interface Bounded {
  readonly text: string
  /** Lines that are not told, before and behind. */
  readonly before: number
  readonly behind: number
}

/** An outline of at most so many tokens: long rows of the same are shortened first, then what is not seen is left out. */
export const boundedOutline = (nodes: readonly Node[], tokens: number): Bounded => {
  let lines = linesOf(nodes)
  for (const most of SIDE_BY_SIDE) {
    if (costOf(lines) <= tokens) return { text: lines.map(asText).join('\n'), before: 0, behind: 0 }
    lines = linesOf(nodes, most)
  }
  if (costOf(lines) <= tokens) return { text: lines.map(asText).join('\n'), before: 0, behind: 0 }
  const first = Math.max(
    0,
    lines.findIndex(line => !line.above),
  )
  return { ...firstOf(lines.slice(first), tokens), before: first }
}

/** The first lines that fit. */
export const firstOf = (lines: readonly OutlineLine[], tokens: number): Omit<Bounded, 'before'> => {
  let left = tokens
  const kept: string[] = []
  for (const line of lines) {
    const text = asText(line)
    left -= tokensOf(text) + 1
    if (left < 0) break
    kept.push(text)
  }
  return { text: kept.join('\n'), behind: lines.length - kept.length }
}

/** Only the lines with these words, each with what it stands in. */
export const linesWith = (lines: readonly OutlineLine[], words: string): readonly OutlineLine[] => {
  const wanted = words.toLowerCase()
  const above: OutlineLine[] = []
  const found = new Set<OutlineLine>()
  for (const line of lines) {
    above.length = Math.min(line.depth, above.length)
    above[line.depth] = line
    if (line.text.toLowerCase().includes(wanted)) for (const each of above) if (each) found.add(each)
  }
  return lines.filter(line => found.has(line))
}
