import { type JsoncSpan, parseJsonc, positionAt } from './jsonc.ts'

/** Line and column of each key in a text that parses; of the innermost part that is there when the key is missing. */
export const locateKeys = (
  text: string,
  paths: readonly (readonly string[])[],
): readonly { readonly line: number; readonly column: number }[] => {
  const wanted = new Set(paths.flatMap(path => path.map((_, index) => keyOf(path.slice(0, index + 1)))))
  const spans = new Map<string, JsoncSpan>()
  parseJsonc(text, (path, span) => {
    const key = keyOf(path)
    if (wanted.has(key) || path.length === 0) spans.set(key, span)
  })
  return paths.map(path => {
    let depth = path.length
    while (depth > 0 && !spans.has(keyOf(path.slice(0, depth)))) depth--
    const span = spans.get(keyOf(path.slice(0, depth)))
    return positionAt(text, span?.keyFrom ?? span?.from ?? 0)
  })
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path)
