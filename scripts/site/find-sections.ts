/** Address, title of the page, heading, text. */
export type Indexed = readonly [address: string, title: string, heading: string, body: string]

interface Found {
  readonly address: string
  readonly title: string
  readonly heading: string
  readonly excerpt: string
}

const MOST = 12
const EXCERPT = 140

export const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.-]+/u)
    .filter(word => word !== '')

/** The sections that hold every word, those first that are named so. */
export const find = (index: readonly Indexed[], query: string): readonly Found[] => {
  const wanted = words(query)
  if (wanted.length === 0) return []
  return index
    .map(section => ({ section, score: scoreOf(section, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section: [address, title, heading, body] }) => ({
      address,
      title,
      heading,
      excerpt: excerptOf(body, wanted[0] ?? ''),
    }))
}

const scoreOf = ([, title, heading, body]: Indexed, wanted: readonly string[]): number => {
  let score = 0
  for (const word of wanted) {
    const own =
      weight(title, word, heading === '' ? 30 : 3) + weight(heading, word, 20) + weight(body, word, 1)
    if (own === 0) return 0
    score += own
  }
  return score
}

/** A word that begins with it counts more than one that holds it. */
const weight = (text: string, word: string, most: number): number => {
  const lower = text.toLowerCase()
  const at = lower.indexOf(word)
  if (at === -1) return 0
  const begins = at === 0 || /[^\p{L}\p{N}]/u.test(lower[at - 1] ?? '')
  return begins ? most : most / 2
}

const excerptOf = (body: string, word: string): string => {
  const at = Math.max(0, body.toLowerCase().indexOf(word) - EXCERPT / 3)
  const start = at === 0 ? 0 : body.indexOf(' ', at) + 1
  const piece = body.slice(start, start + EXCERPT).replace(start + EXCERPT < body.length ? /\s\S*$/ : /$/, '')
  return `${start > 0 ? '… ' : ''}${piece}${start + EXCERPT < body.length ? ' …' : ''}`
}
