import { COMMANDS } from '../../features/commands/index.ts'
import { takenNames } from '../../features/extensions/skill-commands.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import {
  extensionName,
  isSameExtension,
  readExtensionName,
  writeExtensionName,
} from '../../protocol/extensions/extension-name.ts'
import type { ExtensionProblem, ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { NestedSource } from './nested-sources.ts'

/** A skill by what it is called, and who brings it. */
export interface CalledSkill {
  readonly name: string
  readonly source: ContributionSource
}

/** What rules and settings know a skill by. */
export const skillId = (skill: CalledSkill): string => writeExtensionName(extensionName(skill))

/** The one that is called so, whatever its case. What a file brings may be called like a skill of a plugin: the very one first. */
export const findSkill = <T extends CalledSkill>(all: readonly T[], name: string): T | undefined => {
  const wanted = name.replace(/^\//, '')
  const id = readExtensionName(wanted)
  return (
    all.find(skill => isSameExtension(extensionName(skill), id)) ??
    all.find(skill => skill.name.toLowerCase() === wanted.toLowerCase()) ??
    all.find(skill => skillId(skill).toLowerCase() === wanted.toLowerCase())
  )
}

export const calledIn = (
  { name }: Pick<Skill, 'name'>,
  { source }: Pick<Contribution, 'source'>,
): CalledSkill => ({
  name: source.level === 'plugin' ? `${source.name}:${name}` : name,
  source,
})

/** One that only the person may call, and cannot by its name. */
export const unreachable = (skill: Skill, one: Contribution): readonly ExtensionProblem[] => {
  const name = calledIn(skill, one).name.toLowerCase()
  if (!skill.byPerson || !BUILT_IN.has(name)) return []
  const message = `Skill ${name}: /${name} is a command of Capstan, so you cannot call the skill by it. Rename its directory.`
  return [{ source: one.source, ...(skill.file === undefined ? {} : { file: skill.file }), message }]
}

const BUILT_IN = takenNames(COMMANDS)

/** A skill further down whose name others have is called with where it is. */
export const qualified = (
  contributions: readonly Contribution[],
  places: readonly (ExtensionRoot | NestedSource)[],
): readonly Contribution[] => {
  if (!places.some(place => 'qualifier' in place)) return contributions
  const taken = new Set<string>()
  return contributions.map(one => {
    const { skills = [] } = one
    const renamed = skills.map(skill => {
      const place = places.find(({ root }) => skill.file?.startsWith(`${root}/`))
      const clashes = place && 'qualifier' in place && taken.has(skill.name)
      return clashes ? { ...skill, name: `${place.qualifier}:${skill.name}` } : skill
    })
    for (const { name } of renamed) taken.add(name)
    return { ...one, skills: renamed }
  })
}
