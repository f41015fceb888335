import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Behavior, ExplainedPart, Explanation } from '../../../protocol/permission.ts'

/** A piece of a text, in characters, and what is wrong with it. */
export interface RiskySpan {
  readonly from: number
  readonly to: number
  readonly verdict: Behavior
  readonly why: LocalizedText
}

interface Range {
  readonly from: number
  readonly to: number
}

const MAX_SPANS = 50
const EDGE = /[\s'"`=:;|&<>(){}$]/

/** The first place in the range where the words stand by themselves, else where they stand at all. */
const find = (text: string, words: string, range: Range): Range | undefined => {
  if (words === '') return undefined
  let loose: Range | undefined
  for (let at = text.indexOf(words, range.from); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (end > range.to) break
    loose ??= { from: at, to: end }
    const before = text[at - 1]
    const after = text[end]
    if ((before === undefined || EDGE.test(before)) && (after === undefined || EDGE.test(after)))
      return { from: at, to: end }
  }
  return loose
}

/** `> out` is found as it is written, whatever blanks stand in between. */
const findRedirect = (text: string, words: string, range: Range): Range | undefined => {
  const [, op = '', target = ''] = /^([<>&|]+) (.+)$/s.exec(words) ?? []
  if (op === '') return undefined
  for (let at = text.indexOf(op, range.from); at >= 0 && at < range.to; at = text.indexOf(op, at + 1)) {
    const gap = /^[ \t]*/.exec(text.slice(at + op.length))?.[0].length ?? 0
    const start = at + op.length + gap
    if (text.startsWith(target, start)) return { from: at, to: start + target.length }
  }
  return undefined
}

/** Hidden characters are named by their number. */
const findCharacter = (text: string, words: string): Range | undefined => {
  const code = /^U\+([0-9A-F]{4,6})$/.exec(words)?.[1]
  if (code === undefined) return undefined
  const character = String.fromCodePoint(Number.parseInt(code, 16))
  const at = text.indexOf(character)
  return at < 0 ? undefined : { from: at, to: at + character.length }
}

const locate = (text: string, part: ExplainedPart, range: Range): Range | undefined =>
  findCharacter(text, part.text) ?? find(text, part.text, range) ?? findRedirect(text, part.text, range)

type Told = Pick<Explanation, 'parts'>

/** Where the innermost parts that are not allowed stand in the text; what cannot be found marks what it belongs to. */
export const riskySpans = (text: string, told: Told): readonly RiskySpan[] => spansOf(text, told, 'piece')

/** Where the whole commands stand that are not allowed, each with its first reason. */
export const decidingSpans = (text: string, told: Told): readonly RiskySpan[] =>
  spansOf(text, told, 'command')

const spansOf = (text: string, { parts }: Told, unit: 'piece' | 'command'): readonly RiskySpan[] => {
  const whole: Range = { from: 0, to: text.length }
  const visit = (siblings: readonly ExplainedPart[], outer: Range): readonly RiskySpan[] => {
    let cursor = outer.from
    return siblings.flatMap(part => {
      const place =
        locate(text, part, { from: cursor, to: outer.to }) ??
        locate(text, part, outer) ??
        locate(text, part, { from: outer.from, to: whole.to })
      if (!place) return []
      if (place.from >= cursor && place.to < outer.to) cursor = place.to
      const inside = visit(part.parts ?? [], place)
      // Only what is as strict as the part itself tells why it is.
      const causes = inside.filter(span => span.verdict === part.verdict)
      const own = causes.filter(span => unit === 'piece' || isCommandAt(text, place, span))
      if (own.length > 0) return own
      const why = causes[0]?.why ?? part.why
      return part.verdict === 'allow' ? inside : [{ ...place, verdict: part.verdict, why }]
    })
  }
  return visit(parts, whole)
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .slice(0, MAX_SPANS)
}

/** A command in a substitution decides by itself; a word, a path or a redirect belongs to its command. */
const isCommandAt = (text: string, outer: Range, { from }: Range): boolean =>
  /(?:[$<>]\(|`)\s*$/.test(text.slice(outer.from, from))
