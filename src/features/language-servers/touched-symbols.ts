import type { DocumentSymbol, Position, SymbolInformation } from 'vscode-languageserver-protocol'

/** A symbol of a file as a tree or a list of servers, in one shape. */
export interface FileSymbol {
  readonly name: string
  readonly kind: number
  /** Lines from zero, the last included. */
  readonly from: number
  readonly to: number
  /** Where its name stands. */
  readonly at: Position
  readonly children: readonly FileSymbol[]
  readonly detail?: string
}

const MOST = 5_000

/** What a server answered for the symbols of a document; what does not fit is left out. */
export const readSymbols = (answer: unknown): readonly FileSymbol[] =>
  (Array.isArray(answer) ? (answer.slice(0, MOST) as unknown[]) : []).flatMap(each => {
    const { name, kind, range, selectionRange, location, children, detail } = Object(
      each,
    ) as Partial<DocumentSymbol> & Partial<SymbolInformation>
    const whole = range ?? location?.range
    const at = (selectionRange ?? whole)?.start
    if (typeof name !== 'string' || typeof whole?.start?.line !== 'number' || !at) return []
    return [
      {
        name,
        kind: typeof kind === 'number' ? kind : 0,
        from: whole.start.line,
        to: whole.end?.line ?? whole.start.line,
        at: { line: at.line, character: at.character },
        children: readSymbols(children),
        ...(typeof detail === 'string' ? { detail } : {}),
      },
    ]
  })

/** Lines of the old text (from zero, the last included) that are others in the new one. */
export const changedLines = (
  before: string,
  after: string,
): { readonly from: number; readonly to: number } => {
  const old = before.split('\n')
  const now = after.split('\n')
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1
  return { from: head, to: Math.max(head, old.length - 1 - tail) }
}

/** Constructor, function, method, variable, constant: others see how they begin. */
const WITH_BODY: ReadonlySet<number> = new Set([6, 9, 12, 13, 14])

/** The lines hold something of the symbol that others see. */
export const isDeclared = (
  { kind, at, to }: FileSymbol,
  lines: ReturnType<typeof changedLines>,
  text: readonly string[],
): boolean => {
  if (!WITH_BODY.has(kind)) return true
  let last = at.line
  while (last < to && !/[{:]\s*$|=>/.test(text[last] ?? '')) last += 1
  return lines.from <= last
}

const MOST_SYMBOLS = 6

/** Symbols that others may use and that the change lies in or covers, those around it after those within. */
export const touchedSymbols = (
  symbols: readonly FileSymbol[],
  lines: { readonly from: number; readonly to: number },
): readonly FileSymbol[] => {
  const hits = (each: FileSymbol): boolean => each.from <= lines.to && each.to >= lines.from
  const top = symbols.filter(hits)
  const inner = top.flatMap(({ children }) => children.filter(hits))
  return [...top.filter(({ children }) => !children.some(hits)), ...inner, ...top]
    .filter((each, index, all) => all.indexOf(each) === index)
    .slice(0, MOST_SYMBOLS)
}
