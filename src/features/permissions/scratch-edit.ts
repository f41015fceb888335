import type { Policy } from '../../protocol/permission.ts'
import type { PathFacts } from './path-facts.ts'
import { isScratch } from './path-verdict.ts'
import type { Part } from './shell/reading.ts'

/** A plain file command, such as mkdir or rm, that touches nothing but plain files of the scratch directory. */
export const isScratchEdit = (
  { fileUses, lost, moved }: Part,
  { facts, compiled: { policy } }: ScratchCase,
): boolean =>
  fileUses !== undefined &&
  fileUses.length > 0 &&
  !lost &&
  !moved &&
  fileUses.every(use => {
    const path = facts.paths.get(use.path)
    return use.glob === undefined && path?.ok === true && isScratch(path, policy)
  })

interface ScratchCase {
  readonly facts: { readonly paths: ReadonlyMap<string, PathFacts> }
  readonly compiled: { readonly policy: Policy }
}
