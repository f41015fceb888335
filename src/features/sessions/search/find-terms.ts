import type { TranscriptExcerpt } from '../../../protocol/transcript.ts'

const MAX_TERMS = 20
const MAX_LINE = 300
/** Lines shown before and after one that fits. */
const AROUND = 1

/** Words and quoted phrases of a question, in small letters. Nothing in it is a pattern. */
export const termsOf = (query: string): readonly string[] => {
  const terms = Array.from(query.matchAll(/"([^"]+)"|(\S+)/g), ([, phrase, word]) =>
    phrase === undefined ? bare(word ?? '') : phrase.trim(),
  )
  return [...new Set(terms.map(term => term.toLowerCase()))].filter(term => term !== '').slice(0, MAX_TERMS)
}

/** Without the marks of a sentence around it, unless it is nothing else. */
const bare = (word: string): string => word.replace(/^[("'`“‘¿¡]+|[)"'`”’?!,.;:]+$/g, '') || word

/** How many of the terms occur. */
export const countTerms = (text: string, terms: readonly string[]): number => {
  const small = text.toLowerCase()
  return terms.filter(term => small.includes(term)).length
}

export interface Found {
  readonly excerpts: readonly TranscriptExcerpt[]
  readonly more: number
}

/** The lines that fit best, in the order of the text, each with its neighbours; phrases over several lines count where they begin. */
export const excerptsOf = (text: string, terms: readonly string[], most: number): Found => {
  const lines = text.split('\n')
  const fitting = lines
    .map((line, at) => ({ at, count: countTerms(line, terms) }))
    .filter(({ count }) => count > 0)
  const best = fitting.toSorted((a, b) => b.count - a.count || a.at - b.at).slice(0, most)
  // A phrase that runs over a line end is in no single line.
  const places = best.length > 0 ? best.map(({ at }) => at).toSorted((a, b) => a - b) : [0]
  const excerpts: { line: number; last: number; text: string }[] = []
  for (const at of places) {
    const from = Math.max(0, at - AROUND, (excerpts.at(-1)?.last ?? -1) + 1)
    const last = Math.min(lines.length - 1, at + AROUND)
    const shown = lines
      .slice(from, last + 1)
      .map(line => clip(line, terms))
      .join('\n')
    const open = excerpts.at(-1)
    if (open && open.last + 1 >= from) {
      if (last > open.last) Object.assign(open, { last, text: `${open.text}\n${shown}` })
    } else excerpts.push({ line: from + 1, last, text: shown })
  }
  return {
    excerpts: excerpts.map(({ line, text: shown }) => ({ line, text: shown })),
    more: Math.max(0, fitting.length - best.length),
  }
}

/** A long line around the first place that fits. */
const clip = (line: string, terms: readonly string[]): string => {
  if (line.length <= MAX_LINE) return line
  const small = line.toLowerCase()
  const places = terms.map(term => small.indexOf(term)).filter(at => at !== -1)
  const start = Math.max(0, (places.length === 0 ? 0 : Math.min(...places)) - MAX_LINE / 3)
  const cut = line.slice(start, start + MAX_LINE)
  return `${start > 0 ? '…' : ''}${cut}${start + MAX_LINE < line.length ? '…' : ''}`
}
