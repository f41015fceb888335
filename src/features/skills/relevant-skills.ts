import type { ListedSkill } from './listing.ts'

const MOST = 5
/** A message may be a whole file: its beginning says what is wanted. */
const MAX_WORDS = 200
const MIN_WORD = 3
/** Endings and forms: "deploys" is found by "deploying". */
const STEM = 5
const IN_NAME = 3
const ENOUGH = 2
/** A word of so many skills tells nothing about one. */
const COMMON_SHARE = 0.25
const COMMON_LEAST = 3

/** Of these skills, those that a text is about by its words, the best first: a part of a name, or two other words. */
export const relevantSkills = <Told extends ListedSkill>(
  text: string,
  skills: readonly Told[],
): readonly Told[] => {
  const words = [...wordsOf(text)].slice(0, MAX_WORDS)
  const known = skills.map(skill => ({
    skill,
    name: wordsOf(skill.name),
    about: wordsOf(`${skill.description} ${skill.whenToUse ?? ''}`),
  }))
  const common = Math.max(COMMON_LEAST, Math.ceil(skills.length * COMMON_SHARE))
  const telling = words.filter(
    word => known.filter(({ name, about }) => name.has(word) || about.has(word)).length <= common,
  )
  return known
    .map(({ skill, name, about }) => ({
      skill,
      points: telling.reduce((sum, word) => sum + (name.has(word) ? IN_NAME : about.has(word) ? 1 : 0), 0),
    }))
    .filter(({ points }) => points >= ENOUGH)
    .toSorted((a, b) => b.points - a.points || b.skill.rank - a.skill.rank || compare(a.skill, b.skill))
    .slice(0, MOST)
    .map(({ skill }) => skill)
}

const compare = (a: ListedSkill, b: ListedSkill): number => (a.name < b.name ? -1 : Number(a.name > b.name))

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

/** Stems of words; where no blanks stand between words, every two signs. */
const wordsOf = (text: string): ReadonlySet<string> => {
  const plain = text.toLowerCase()
  const pairs = (plain.match(IDEOGRAPHS) ?? []).flatMap(run =>
    Array.from(run).flatMap((sign, at, all) => (at === 0 ? [] : [`${all[at - 1]}${sign}`])),
  )
  const words = plain
    .replace(IDEOGRAPHS, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length >= MIN_WORD)
  return new Set([...words.map(word => word.slice(0, STEM)), ...pairs])
}
