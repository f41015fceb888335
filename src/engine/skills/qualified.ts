import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionPlace } from '../../protocol/extensions/place.ts'
import type { NestedPlace } from './nested-places.ts'

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
