export interface Candidate {
  readonly name: string
  readonly description: string
  readonly hint: string
}

const NAME = 12
const NAME_PART = 8
const IN_NAME = 4
const HINT = 3
const DESCRIPTION = 1

export interface Match {
  readonly name: string
  /** How many of the words are found anywhere in it. */
  readonly words: number
  /** One of them stands in its name or hint. */
  readonly isNamed: boolean
}

/** The best matches first; without any word nothing matches. */
export const rank = (query: string, candidates: readonly Candidate[]): readonly string[] =>
  matchesOf(query, candidates).map(({ name }) => name)

/** The most words first, and of those with as many the ones that are named so. */
export const matchesOf = (query: string, candidates: readonly Candidate[]): readonly Match[] => {
  const asked = wordsOf(query)
  const required = asked.filter(word => word.startsWith('+')).map(word => word.slice(1))
  const words = asked.map(word => partsToFind(word.replace(/^\+/, '')))
  return candidates
    .filter(candidate => required.every(word => score(word, candidate) > 0))
    .map(candidate => {
      const each = words.map(parts => parts.reduce((sum, part) => sum + score(part, candidate), 0))
      return {
        name: candidate.name,
        words: each.filter(points => points > 0).length,
        isNamed: each.some(points => points > DESCRIPTION),
        points: each.reduce((sum, points) => sum + points, 0),
      }
    })
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.words - a.words || b.points - a.points || (a.name < b.name ? -1 : 1))
}

const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))

const HAN = /\p{Script=Han}/u

/** Chinese is written without blanks: what was asked for is found by any two signs that follow each other. */
const partsToFind = (word: string): readonly string[] => {
  const signs = [...word]
  if (!HAN.test(word) || signs.length <= 2) return [word]
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}

const score = (word: string, { name, hint, description }: Candidate): number => {
  const lower = name.toLowerCase()
  if (lower === word) return NAME
  const inName = partsOf(name).includes(word) ? NAME_PART : lower.includes(word) ? IN_NAME : 0
  const inHint = begins(hint, word) ? HINT : 0
  const inDescription = begins(description, word) ? DESCRIPTION : 0
  return inName + inHint + inDescription
}

/** `mcp__issues__listOpen` → mcp, issues, list, open. */
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** Some word of the text begins with it: "notebook" is found by "note". Chinese has no such words: it is anywhere in it. */
const begins = (text: string, word: string): boolean =>
  HAN.test(word) ? text.toLowerCase().includes(word) : beginsWord(text, word)

const beginsWord = (text: string, word: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some(part => part.startsWith(word))
