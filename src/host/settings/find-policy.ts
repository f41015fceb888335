import { lstatSync } from 'node:fs'
import {
  COMPAT_MANAGED_PLACE,
  MANAGED_PLACE,
  type ManagedFile,
  managedDirectory,
} from '../../features/settings/administered.ts'
import type { PolicyReader } from '../../features/settings/policy/policy-reader.ts'
import type { Env } from '../../protocol/host.ts'

/** An administrator's word as it stood when it was looked for. */
export interface Policy extends PolicyReader {
  /** On the clock of this process. */
  readonly openedAt: number
  /** Hears that the helper was asked again, and answered something else, by the name of its program. */
  onRefreshed(listener: (helper: string) => void): Disposable
}

export interface PolicyPlace {
  readonly env: Env
  readonly version: string
  /** Absent: the places of the system. */
  readonly managed?: readonly ManagedFile[] | undefined
  /** Whoever started the program has a word, too. */
  readonly parent?: string | undefined
}

/** Where nobody has set a policy, which is nearly everywhere, nothing is read or loaded for one. */
export const findPolicy = async (place: PolicyPlace): Promise<Policy | undefined> => {
  const { managed = [MANAGED_PLACE, COMPAT_MANAGED_PLACE], parent } = place
  const isThere = (file: string): boolean => {
    try {
      return lstatSync(file, { throwIfNoEntry: false }) !== undefined
    } catch {
      // Whoever reads it says why it cannot be read.
      return true
    }
  }
  const files = managed.flatMap(one => [one.path, managedDirectory(one)])
  if (parent === undefined && !files.some(isThere)) return undefined
  const { openPolicy } = await import('./open-policy.ts')
  return await openPolicy({ ...place, managed })
}
