import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** The `paths` of a rule: which files make it count. */
export type RulePaths =
  /** No condition. */
  | { readonly kind: 'always'; readonly body: string }
  | { readonly kind: 'paths'; readonly body: string; readonly patterns: readonly string[] }
  | { readonly kind: 'unreadable'; readonly why: LocalizedText }

const FRONTMATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
const MAX_FRONTMATTER_CHARS = 50_000

/**
 * Reads the one key of the frontmatter that counts here: a text with commas, a `[list]` or a list of lines. Done by
 * hand because people write `- **\/*.ts` without quotes, which YAML takes for an alias and refuses.
 */
export const readRulePaths = (text: string): RulePaths => {
  const found = FRONTMATTER.exec(text)
  if (!found) return { kind: 'always', body: text }
  if (found[0].length > MAX_FRONTMATTER_CHARS)
    return { kind: 'unreadable', why: instructionText('long_frontmatter', { most: MAX_FRONTMATTER_CHARS }) }
  const body = text.slice(found[0].length)
  const lines = (found[1] ?? '').split(/\r?\n/)
  const at = lines.findIndex(line => /^(?:paths|"paths"|'paths')[ \t]*:/.test(line))
  if (at === -1) return { kind: 'always', body }
  const first = withoutComment((lines[at] ?? '').replace(/^[^:]*:/, '')).trim()
  const below = blockBelow(lines, at)
  const patterns = first === '' ? fromLines(below) : fromText([first, ...below].join(' '))
  if (!patterns) return { kind: 'unreadable', why: instructionText('bad_paths') }
  const conditions = patterns.filter(pattern => pattern !== '')
  if (conditions.length === 0 || conditions.some(isEverything)) return { kind: 'always', body }
  return { kind: 'paths', body, patterns: conditions }
}

const isEverything = (pattern: string): boolean => pattern === '**' || pattern === '**/*'

/** The lines that belong to a key: indented ones, and list items that are not. */
const blockBelow = (lines: readonly string[], at: number): readonly string[] => {
  const rest = lines.slice(at + 1).map(withoutComment)
  const end = rest.findIndex(line => !/^(?:\s|-(?:\s|$)|\]|$)/.test(line))
  return (end === -1 ? rest : rest.slice(0, end)).map(line => line.trim()).filter(line => line !== '')
}

const fromLines = (lines: readonly string[]): readonly string[] | undefined => {
  if (lines[0]?.startsWith('[')) return fromText(lines.join(' '))
  if (!lines.every(line => /^-(?:\s|$)/.test(line))) return undefined
  const items = lines.map(line => unquoted(line.slice(1).trim()))
  return items.includes(undefined) ? undefined : items.filter(item => item !== undefined)
}

const fromText = (text: string): readonly string[] | undefined => {
  if (/^[|>&!]/.test(text)) return undefined
  const inner = /^\[(.*)\]$/s.exec(text)?.[1]
  // A class such as `[ab].ts` begins like a list and does not end like one.
  const items = splitCommas(inner ?? (unquoted(text) || text)).map(item => unquoted(item.trim()))
  return items.includes(undefined) ? undefined : items.filter(item => item !== undefined)
}

/** Commas within quotes or braces belong to the pattern. */
const splitCommas = (text: string): readonly string[] => {
  const items = ['']
  let depth = 0
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\\.|./gs)) {
    if (piece === '{') depth += 1
    if (piece === '}') depth -= 1
    if (piece === ',' && depth <= 0) items.push('')
    else items.push(`${items.pop() ?? ''}${piece}`)
  }
  return items
}

/** `undefined` when a quote is open. */
const unquoted = (text: string): string | undefined => {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return text
  if (text.length < 2 || !text.endsWith(quote)) return undefined
  const inner = text.slice(1, -1)
  return quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'")
}

const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '')
