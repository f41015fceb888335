import { type Document, isNode, isScalar, visit } from 'yaml'

export const REPEATED_KEY = 'Map keys must be unique'

/**
 * Where a map has a key twice; undefined where none has. The parser's own check compares each key with all before it,
 * so that a file of many keys takes the square of their number.
 */
export const repeatedKeyAt = (document: Document.Parsed): number | undefined => {
  let found: number | undefined
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key
        if (seen.has(name)) {
          found = isNode(key) ? (key.range?.[0] ?? 0) : 0
          return visit.BREAK
        }
        seen.add(name)
      }
      return undefined
    },
  })
  return found
}
