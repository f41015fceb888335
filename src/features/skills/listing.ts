import { inertTags } from '../../lib/harness-tags.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'

export interface ListedSkill extends Pick<Skill, 'name' | 'description' | 'whenToUse'> {
  /** How often it is used: the higher, the longer its description stays. */
  readonly rank: number
  /** Only its name is listed, because the person wants it so. */
  readonly nameOnly?: boolean
}

export interface ListingLimits {
  /** Of the whole list. */
  readonly chars: number
  /** Of one description. */
  readonly each: number
}

/** Shorter, a description says nothing. */
const LEAST = 20

/**
 * Skills as the model is told of them, within the limits: all descriptions; else all of them shorter; else those of the
 * skills that are used most, and only names of the others. Names stay, unless even they are too many.
 */
export const listSkills = (skills: readonly ListedSkill[], limits: ListingLimits): string =>
  inertTags(listWithin(skills, limits))

const listWithin = (skills: readonly ListedSkill[], { chars, each }: ListingLimits): string => {
  const told = skills.map(skill => ({ skill, name: skill.name, text: describe(skill, each) }))
  const names = told.reduce((sum, { name }) => sum + nameLine(name).length + 1, 0)
  if (names > chars) return namesOnly(told, chars)
  const wanted = told.filter(({ text }) => text !== '')
  const room = chars - names - wanted.length * SEPARATOR.length
  const share = shareOf(
    wanted.map(({ text }) => text.length),
    room,
  )
  if (share >= Math.min(LEAST, ...wanted.map(({ text }) => text.length)))
    return lines(told.map(one => ({ ...one, text: cut(one.text, share) })))
  return lines(mostUsed(told, chars - names))
}

const SEPARATOR = ': '
const nameLine = (name: string): string => `- ${name}`

interface Told {
  readonly skill: ListedSkill
  readonly name: string
  readonly text: string
}

const describe = ({ description, whenToUse, nameOnly }: ListedSkill, each: number): string => {
  if (nameOnly) return ''
  const text = [description, whenToUse].filter(part => part !== undefined && part !== '').join(' ')
  return cut(text, each)
}

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  return most < LEAST ? '' : `${text.slice(0, most - 1).trimEnd()}…`
}

/** The length that all texts may have so that they fit together: short ones leave their room to the others. */
const shareOf = (lengths: readonly number[], room: number): number => {
  let left = room
  const sorted = lengths.toSorted((a, b) => a - b)
  for (const [at, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (length > share) return Math.max(0, share)
    left -= length
  }
  return Number.MAX_SAFE_INTEGER
}

const mostUsed = (told: readonly Told[], room: number): readonly Told[] => {
  let left = room
  const kept = new Set<Told>()
  for (const one of told.toSorted((a, b) => b.skill.rank - a.skill.rank)) {
    const length = one.text.length + SEPARATOR.length
    if (one.text === '' || length > left) continue
    left -= length
    kept.add(one)
  }
  return told.map(one => (kept.has(one) ? one : { ...one, text: '' }))
}

const namesOnly = (told: readonly Told[], chars: number): string => {
  let left = chars - 40
  const kept = told
    .toSorted((a, b) => b.skill.rank - a.skill.rank)
    .filter(({ name }) => {
      left -= nameLine(name).length + 1
      return left >= 0
    })
  const more = `- and ${told.length - kept.length} more`
  return [...kept.map(({ name }) => nameLine(name)), more].join('\n')
}

const lines = (told: readonly Told[]): string =>
  told
    .map(({ name, text }) => (text === '' ? nameLine(name) : `${nameLine(name)}${SEPARATOR}${text}`))
    .join('\n')
