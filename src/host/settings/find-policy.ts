import { lstatSync } from 'node:fs'
import { managedDirectory, managedPaths } from '../../features/settings/administered.ts'
import type { Policy, PolicySource } from './open-policy.ts'

/** Where nobody has set a policy, which is nearly everywhere, nothing is read or loaded for one. */
export const findPolicy = async (place: PolicySource): Promise<Policy | undefined> => {
  const { managed = managedPaths(), parent } = place
  const isThere = (file: string): boolean => {
    try {
      return lstatSync(file, { throwIfNoEntry: false }) !== undefined
    } catch {
      // Whoever reads it says why it cannot be read.
      return true
    }
  }
  const files = managed.flatMap(one => [one.path, ...(one.isList ? [] : [managedDirectory(one)])])
  if (parent === undefined && !files.some(isThere)) return undefined
  const { openPolicy } = await import('./open-policy.ts')
  return await openPolicy({ ...place, managed })
}
