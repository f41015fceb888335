import { type JsoncSpan, parseJsonc } from './jsonc.ts'

/** One change of a JSON document with comments. The objects on the way to `path` are made when they are missing. */
export type JsoncEdit =
  /** Puts those that are not there yet at the end of a list of strings. */
  | { readonly kind: 'append'; readonly path: readonly string[]; readonly items: readonly string[] }
  /** Takes every occurrence out of a list. */
  | { readonly kind: 'remove'; readonly path: readonly string[]; readonly items: readonly string[] }
  | {
      readonly kind: 'set'
      readonly path: readonly string[]
      readonly value: string | number | boolean | object
    }
  /** Takes a key out of its object; the object stays. */
  | { readonly kind: 'unset'; readonly path: readonly string[] }

/**
 * The text with the change made and everything else as it was: comments, order, indentation, line ends, trailing
 * commas. `text` must parse; what stands at `path` must be of the kind the change needs.
 */
export const editJsonc = (text: string, edit: JsoncEdit): string => {
  switch (edit.kind) {
    case 'append':
      return edit.items.reduce((now, item) => appendItem(now, edit.path, item), text)
    case 'remove':
      return edit.items.reduce((now, item) => removeItem(now, edit.path, item), text)
    case 'set':
      return setValue(text, edit.path, JSON.stringify(edit.value))
    case 'unset':
      return removeMember(text, edit.path)
  }
}

/** A value of the document, with what it holds. */
interface Node extends JsoncSpan {
  readonly value: unknown
  /** In the order of the text; a key given twice is there once, as its last. */
  readonly children: ReadonlyMap<string, Node>
}

const readTree = (text: string): Node => {
  const { value } = parseJsonc(text)
  const open = new Map<string, Map<string, Node>>()
  let root: Node | undefined
  parseJsonc(text, (path, span) => {
    const key = JSON.stringify(path)
    const children = open.get(key) ?? new Map<string, Node>()
    open.delete(key)
    const node: Node = { ...span, value: valueAt(value, path), children }
    const name = path.at(-1)
    if (name === undefined) root = node
    else {
      const parent = JSON.stringify(path.slice(0, -1))
      const siblings = open.get(parent) ?? new Map<string, Node>()
      siblings.delete(name)
      open.set(parent, siblings.set(name, node))
    }
  })
  if (!root) throw new Error('A document without a value was read.')
  return root
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  )

const find = (root: Node, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => node?.children.get(key), root)

const appendItem = (text: string, path: readonly string[], item: string): string => {
  const list = find(readTree(text), path)
  if (!list) return setValue(text, path, [JSON.stringify(item)])
  if (Array.isArray(list.value) && list.value.includes(item)) return text
  return insertChild(text, list, () => JSON.stringify(item))
}

/** JSON text, or a list of one such text, which is laid out like the place it comes to. */
type Content = string | readonly [string]

const setValue = (text: string, path: readonly string[], content: Content): string => {
  const root = readTree(text)
  const there = find(root, path)
  if (there && typeof content === 'string')
    return `${text.slice(0, there.from)}${content}${text.slice(there.to)}`
  let depth = path.length - 1
  while (depth > 0 && !find(root, path.slice(0, depth))) depth--
  const container = find(root, path.slice(0, depth)) ?? root
  return insertChild(text, container, layout => member(path.slice(depth), content, layout))
}

interface Layout {
  /** What each line of the new text begins with; undefined: all on one line. */
  readonly indent: string | undefined
  readonly unit: string
  readonly eol: string
}

/** `"a": { "b": [ … ] }` for the names that are still missing. */
const member = (names: readonly string[], content: Content, layout: Layout): string => {
  const [name, ...rest] = names
  if (name === undefined) return typeof content === 'string' ? content : wrap('[]', content[0], layout)
  const inner = deeper(layout)
  const value =
    rest.length > 0 ? wrap('{}', member(rest, content, inner), layout) : member([], content, layout)
  return `${JSON.stringify(name)}: ${value}`
}

const deeper = (layout: Layout): Layout =>
  layout.indent === undefined ? layout : { ...layout, indent: layout.indent + layout.unit }

const wrap = (brackets: '[]' | '{}', inner: string, { indent, unit, eol }: Layout): string =>
  indent === undefined
    ? `${brackets[0]}${inner}${brackets[1]}`
    : `${brackets[0]}${eol}${indent}${unit}${inner}${eol}${indent}${brackets[1]}`

const insertChild = (text: string, container: Node, render: (layout: Layout) => string): string => {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = unitOf(text)
  const last = [...container.children.values()].at(-1)
  if (!last) return insertFirst(text, container, { render, eol, unit })
  const own = lineIndent(text, last.keyFrom ?? last.from)
  const comma = commaAfter(text, last.to)
  const at = endOfLine(text, comma === undefined ? last.to : comma + 1)
  const glue = own === undefined && !endsInLineComment(text, last.to, at) ? ' ' : undefined
  const indent = own ?? `${indentOf(text, container.from)}${unit}`
  const added = render({ indent: glue === undefined ? indent : undefined, unit, eol })
  const before =
    comma === undefined ? `${text.slice(0, last.to)},${text.slice(last.to, at)}` : text.slice(0, at)
  return `${before}${glue ?? `${eol}${indent}`}${added}${comma === undefined ? '' : ','}${text.slice(at)}`
}

interface Insertion {
  readonly render: (layout: Layout) => string
  readonly eol: string
  readonly unit: string
}

const insertFirst = (text: string, { from, to }: Node, { render, eol, unit }: Insertion): string => {
  const close = to - 1
  const inside = text.slice(from + 1, close)
  const kept = inside.trimEnd()
  const head = `${text.slice(0, from + 1)}${kept}`
  const tail = text.slice(close)
  // A document on one line stays on one line, unless it is as good as empty.
  if (!text.slice(0, to).includes('\n') && kept === '' && text.trim() !== '{}')
    return `${head}${render({ indent: undefined, unit, eol })}${tail}`
  const outer = indentOf(text, from)
  const indent = `${outer}${unit}`
  return `${head}${eol}${indent}${render({ indent, unit, eol })}${eol}${outer}${tail}`
}

const removeItem = (text: string, path: readonly string[], item: string): string => {
  let now = text
  for (;;) {
    const list = find(readTree(now), path)
    const all = [...(list?.children.values() ?? [])]
    const index = all.findIndex(child => child.value === item)
    const child = all[index]
    if (!child) return now
    now = cutChild(now, child, all[index - 1])
  }
}

/** A key given twice goes as often as it is there. */
const removeMember = (text: string, path: readonly string[]): string => {
  let now = text
  for (;;) {
    const holder = find(readTree(now), path.slice(0, -1))
    const all = [...(holder?.children ?? [])]
    const index = all.findIndex(([name]) => name === path.at(-1))
    const child = all[index]?.[1]
    if (!child) return now
    now = cutChild(now, { ...child, from: child.keyFrom ?? child.from }, all[index - 1]?.[1])
  }
}

/** Of a comma behind the item, or else the one before it, one goes too; comments stay. */
const cutChild = (text: string, child: Node, previous: Node | undefined): string => {
  const behind = commaAfter(text, child.to)
  const ahead = behind === undefined && previous ? commaAfter(text, previous.to) : undefined
  let { from, to } = child
  let without = text
  if (behind !== undefined) {
    const between = text.slice(to, behind)
    if (between.trim() === '') to = behind + 1
    else without = without.slice(0, behind) + without.slice(behind + 1)
  }
  const lineFrom = from - (lineIndent(text, from)?.length ?? 0)
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(without.slice(to))
  if (lineIndent(text, from) !== undefined && rest) {
    from = lineFrom
    to += rest[0].length
  } else if (without[to] === ' ' && (behind !== undefined || !previous)) to++
  without = without.slice(0, from) + without.slice(to)
  if (ahead === undefined) return without
  const cut = without.slice(0, ahead) + without.slice(ahead + 1)
  return cut.slice(ahead, ahead + 2) === ' ]' && from === ahead + 2
    ? cut.slice(0, ahead) + cut.slice(ahead + 1)
    : cut
}

/** Position of the comma that belongs to the value ending at `at`. */
const commaAfter = (text: string, at: number): number | undefined => {
  const gap = /(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/y
  gap.lastIndex = at
  const end = at + (gap.exec(text)?.[0].length ?? 0)
  return text[end] === ',' ? end : undefined
}

/** Behind blanks and comments on the same line: they speak of what stands before them. */
const endOfLine = (text: string, at: number): number => {
  const rest = /(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/))*/y
  rest.lastIndex = at
  return at + (rest.exec(text)?.[0].length ?? 0)
}

const endsInLineComment = (text: string, from: number, to: number): boolean =>
  /\/\//.test(text.slice(from, to).replace(/\/\*[\s\S]*?\*\//g, ''))

/** The blanks a line begins with, when nothing but blanks stands before `at`. */
const lineIndent = (text: string, at: number): string | undefined => {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const before = text.slice(start, at)
  return start > 0 && /^[ \t]*$/.test(before) ? before : undefined
}

const indentOf = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''

/** One step of indentation, as the first key of the document has it. */
const unitOf = (text: string): string => {
  const root = readTree(text)
  const [first] = root.children.values()
  const own = first && lineIndent(text, first.keyFrom ?? first.from)
  const outer = indentOf(text, root.from)
  return own !== undefined && own.length > outer.length && own.startsWith(outer)
    ? own.slice(outer.length)
    : '  '
}
