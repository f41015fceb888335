import type { AnswerPart } from './code-mapper.ts'
import { type Language, languageNamed, languageOf } from './languages.ts'
import type { FileMatches, MatchQuery, PatternFault, SyntaxMatch } from './map-messages.ts'
import { type Match, matchesIn } from './match-syntax.ts'
import type { CodeParser } from './parse-code.ts'
import { isGenerated, readSource } from './read-source.ts'
import { fillHoles, holesIn, readPattern, type SyntaxPattern } from './syntax-pattern.ts'

const MOST_LINES = 12
/** Files that are not taken apart by then are left out. */
const MATCH_MS = 20_000
const MOST_OF_A_FILE = 500

/** A pattern is code of one language, or of several that are alike. */
const FAMILIES: readonly (readonly Language[])[] = [['typescript', 'tsx', 'javascript']]

const isWanted = (language: Language, wanted: Language | undefined): boolean =>
  wanted === undefined ||
  language === wanted ||
  FAMILIES.some(family => wanted !== 'javascript' && family.includes(wanted) && family.includes(language))

/** Looks for a pattern in files; in those that do not have its words, nothing is taken apart. */
export const matchFiles = async (parser: CodeParser, query: MatchQuery): Promise<AnswerPart> => {
  const wanted = languageNamed(query.language)
  const fault = holeFault(query)
  if (fault) return { kind: 'refused', why: fault }
  const files = query.files.flatMap(path => {
    const language = languageOf(path)
    return language && isWanted(language, wanted) ? [{ path, language }] : []
  })
  const patterns = new Map<Language, SyntaxPattern>()
  const faults: PatternFault[] = []
  const languages = new Set(files.map(({ language }) => language))
  if (wanted && languages.size === 0) languages.add(wanted)
  for (const language of languages) {
    await parser.load(language)
    const pattern = readPattern(parser, query.pattern, language)
    if ('kind' in pattern) faults.push(pattern)
    else patterns.set(language, pattern)
  }
  const [why] = faults
  if (patterns.size === 0 && why) return { kind: 'refused', why }
  return search(parser, files, { query, patterns })
}

const holeFault = ({ rewrite, pattern }: MatchQuery): PatternFault | undefined => {
  const known = new Set(holesIn(pattern))
  const name = rewrite === undefined ? undefined : holesIn(rewrite).find(each => !known.has(each))
  return name === undefined ? undefined : { kind: 'hole', name: `$${name}` }
}

const search = (
  parser: CodeParser,
  files: readonly { readonly path: string; readonly language: Language }[],
  {
    query,
    patterns,
  }: { readonly query: MatchQuery; readonly patterns: ReadonlyMap<Language, SyntaxPattern> },
): AnswerPart => {
  const found: FileMatches[] = []
  const until = performance.now() + MATCH_MS
  let left = query.mostMatches
  let unread = 0
  for (const { path, language } of files) {
    const pattern = patterns.get(language)
    if (!pattern) continue
    if (left <= 0 || performance.now() > until) return { kind: 'matches', found, isCut: true, unread }
    const matched = matchFile(parser, { path, language, pattern }, { ...query, mostMatches: left })
    if (matched === 'unread') unread += 1
    else if (matched) {
      found.push(matched)
      left -= matched.matches.length
    }
  }
  return { kind: 'matches', found, isCut: false, unread }
}

const matchFile = (
  parser: CodeParser,
  file: { readonly path: string; readonly language: Language; readonly pattern: SyntaxPattern },
  { mostMatches, rewrite }: MatchQuery,
): FileMatches | 'unread' | undefined => {
  const data = readSource(file.path)
  if (!data) return undefined
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (!file.pattern.words.every(word => bytes.includes(word))) return undefined
  if (isGenerated(data)) return 'unread'
  const text = decode(bytes)
  const tree = text === undefined ? undefined : parser.parse(text, file.language)
  if (text === undefined || !tree) return 'unread'
  try {
    const matches = matchesIn(tree, file.pattern.root, Math.min(mostMatches, MOST_OF_A_FILE))
    if (matches.length === 0) return undefined
    const lines = text.split('\n')
    return {
      path: file.path,
      matches: matches.map(match => shownOf(match, lines)),
      ...(rewrite === undefined ? {} : { after: rewritten(text, matches, rewrite) }),
    }
  } finally {
    tree.delete()
  }
}

/** With a mark at its beginning, or in another encoding, what is written back would be another file. */
const decode = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const shownOf = ({ node }: Match, lines: readonly string[]): SyntaxMatch => {
  const from = node.startPosition.row + 1
  const to = Math.min(node.endPosition.row + 1, from + MOST_LINES - 1)
  return { from, to, lines: lines.slice(from - 1, to).join('\n') }
}

/** What lies in what is rewritten stays as it is. */
const rewritten = (text: string, matches: readonly Match[], rewrite: string): string => {
  const pieces: string[] = []
  let at = 0
  for (const { node, bound } of matches) {
    if (node.startIndex < at) continue
    const values = new Map(
      [...bound].map(([name, nodes]) => [
        name,
        text.slice(nodes[0]?.startIndex ?? 0, nodes.at(-1)?.endIndex ?? 0),
      ]),
    )
    pieces.push(text.slice(at, node.startIndex), tidied(rewrite, values))
    at = node.endIndex
  }
  return [...pieces, text.slice(at)].join('')
}

/** Where a hole for many was filled by nothing, the comma before it goes with it. */
const tidied = (rewrite: string, values: ReadonlyMap<string, string>): string => {
  let template = rewrite
  for (const [name, value] of values)
    if (value === '')
      template = template.replaceAll(new RegExp(`,\\s*\\$\\$\\$${name}\\b|\\$\\$\\$${name},\\s*`, 'g'), '')
  return fillHoles(template, values)
}
