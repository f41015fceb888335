import { COMMANDS } from '../../features/commands/index.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionPlace, ExtensionProblem } from '../../protocol/extensions/place.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import { takenNames } from '../commands/skill-commands.ts'
import type { NestedPlace } from './nested-places.ts'

/** What a skill is called by, and who brings it. */
export const calledIn = (
  { name }: Pick<Skill, 'name'>,
  { source }: Pick<Contribution, 'source'>,
): { readonly name: string; readonly source: ContributionSource } => ({
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
  places: readonly (ExtensionPlace | NestedPlace)[],
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
