import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { REPEATED_KEY, repeatedKeyAt } from './repeated-key.ts'
import { isDeepYaml } from './yaml-depth.ts'

export interface TextPosition {
  readonly line: number
  readonly column: number
}

export type YamlPath = readonly (string | number)[]

/** What a YAML (or JSON) text says, and where in it. */
export interface LocatedYaml {
  readonly value: unknown
  readonly problems: readonly (TextPosition & { readonly message: string })[]
  /** Where a value begins; of one that is not there, what it would be in. */
  at(path: YamlPath): TextPosition
  /** Where the name of the last member stands. */
  atKey(path: YamlPath): TextPosition
  /** Where `offset` of a text is, as well as that can be told: escapes and folds move it. */
  within(path: YamlPath, offset: number): TextPosition
}

/** Never throws: what cannot be read is among the problems. */
export const readLocatedYaml = (text: string): LocatedYaml => {
  const lines = new LineCounter()
  const isDeep = isDeepYaml(text)
  const document = parseDocument(isDeep ? '' : text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
  })
  const placeOf = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const repeated = repeatedKeyAt(document)
  const problems = isDeep
    ? [{ line: 1, column: 1, message: 'this is nested too deep' }]
    : [
        ...document.errors.map(({ message, pos }) => ({ message, ...placeOf(pos[0]) })),
        ...(repeated === undefined ? [] : [{ message: REPEATED_KEY, ...placeOf(repeated) }]),
      ]
  const startOf = (path: YamlPath): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return node.range[0]
    }
    return document.contents?.range?.[0] ?? 0
  }
  const read = problems.length > 0 ? {} : toValue(document)
  return {
    value: read.value,
    problems: read.failure === undefined ? problems : [...problems, { ...placeOf(0), message: read.failure }],
    at: path => placeOf(startOf(path)),
    atKey(path) {
      const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
      const name = path.at(-1)
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && key.value === name)
        : undefined
      return isNode(pair?.key) && pair.key.range ? placeOf(pair.key.range[0]) : placeOf(startOf(path))
    },
    within(path, offset) {
      const node = document.getIn(path, true)
      if (!isScalar(node) || !node.range || typeof node.value !== 'string') return placeOf(startOf(path))
      // The word it stands in, found again in the text as it was written.
      const before = node.value.slice(0, offset)
      const mark = before.lastIndexOf('${{')
      if (mark < 0) return placeOf(node.range[0] + (isQuoted(text, node.range[0]) ? 1 : 0) + offset)
      let found = node.range[0] - 1
      for (const _ of before.matchAll(/\$\{\{/g)) found = text.indexOf('${{', found + 1)
      return placeOf(found + offset - mark)
    },
  }
}

const isQuoted = (text: string, at: number): boolean => text[at] === '"' || text[at] === "'"

const toValue = (document: { toJS(): unknown }): { readonly value?: unknown; readonly failure?: string } => {
  try {
    return { value: document.toJS() }
  } catch (error) {
    // More aliases than any honest file has.
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
