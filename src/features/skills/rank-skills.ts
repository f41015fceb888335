import type { FoundSkill } from '../../protocol/extensions/skill-port.ts'

const NAME = 12
const NAME_PART = 6
const IN_NAME = 3
const DESCRIPTION = 2
/** What is there already goes before what would have to be installed. */
const INSTALLED = 1

const MAX_WORDS = 20

/** Those that have any of the words, the best first. */
export const rankSkills = (query: string, skills: readonly FoundSkill[]): readonly FoundSkill[] => {
  const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS)
  return skills
    .map(skill => ({ skill, points: pointsOf(skill, words) }))
    .filter(({ points }) => points > 0)
    .toSorted(
      (a, b) => b.points - a.points || (a.skill.name < b.skill.name ? -1 : Number(a.skill !== b.skill)),
    )
    .map(({ skill }) => skill)
}

const pointsOf = (skill: FoundSkill, words: readonly string[]): number => {
  const name = skill.name.toLowerCase()
  const parts = wordsOf(name)
  const about = wordsOf(skill.description)
  const points = words.reduce((sum, word) => {
    const inName = name === word ? NAME : parts.includes(word) ? NAME_PART : name.includes(word) ? IN_NAME : 0
    return sum + inName + (about.some(each => begins(each, word)) ? DESCRIPTION : 0)
  }, 0)
  return points === 0 || skill.state === 'plugin' ? points : points + INSTALLED
}

/** "deploys" is found by "deploy", and the other way round. */
const begins = (one: string, word: string): boolean =>
  one.startsWith(word) || (one.length > 3 && word.startsWith(one))

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
