import { isInside } from '../../../lib/paths.ts'
import type { PathFacts } from '../paths/path-facts.ts'
import { isScratch, whyNotRead } from '../paths/path-verdict.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { PathUse } from '../shell/path-use.ts'
import type { Part } from '../shell/reading.ts'

/** A plain file command, such as mkdir or cp, that changes nothing but plain files of the scratch directory. */
export const isScratchEdit = ({ fileUses, lost, moved }: Part, { facts, compiled }: ScratchCase): boolean =>
  fileUses !== undefined &&
  fileUses.length > 0 &&
  !lost &&
  !moved &&
  fileUses.every(use => {
    const path = facts.paths.get(use.path)
    return use.glob === undefined && isPlain(use, path, compiled)
  })

const isPlain = (use: PathUse, path: PathFacts | undefined, compiled: CompiledPolicy): boolean => {
  if (!path?.ok) return false
  if (isScratch(path, compiled.policy)) return true
  if (use.role === 'copied') return path.kind === 'file' && whyNotRead(path, compiled) === undefined
  return use.role === 'holder' && isScratchFolder(path, compiled)
}

/** A directory of it that is there, or the scratch directory itself. */
const isScratchFolder = (
  path: Extract<PathFacts, { ok: true }>,
  { policy: { scratchpad, mode, caseSensitive } }: CompiledPolicy,
): boolean =>
  scratchpad !== undefined &&
  mode !== 'plan' &&
  path.kind === 'directory' &&
  path.doubt === undefined &&
  path.runBy === undefined &&
  isInside(path.real, scratchpad, { caseSensitive })

interface ScratchCase {
  readonly facts: { readonly paths: ReadonlyMap<string, PathFacts> }
  readonly compiled: CompiledPolicy
}
