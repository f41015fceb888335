import { modeName, permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { byRule, type Finding } from './finding.ts'
import { MODES } from './modes.ts'
import type { PathFacts } from './paths/path-facts.ts'
import { findCover, isScratch } from './paths/path-verdict.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import { isScratchEdit } from './scratch/scratch-edit.ts'
import type { Part, ShellReading } from './shell/reading.ts'

interface WritingCase {
  readonly reading: ShellReading
  readonly facts: { readonly paths: ReadonlyMap<string, PathFacts> }
  readonly compiled: CompiledPolicy
}

/** Why a line that is covered may write what it writes: by the mode where anything needs it, else by a rule, else where it goes. */
export const whyWritten = (one: WritingCase): Finding => {
  const { policy, granting } = one.compiled
  const byMode: Finding = {
    type: 'mode',
    why: permissionText('mode_allows_edits', { mode: modeName(policy.mode) }),
  }
  if (one.reading.distinct.some(part => isEdit(part, one))) return byMode
  let found: Finding | undefined
  for (const path of one.reading.distinct.flatMap(part => writtenBy(part, one))) {
    if (!path?.ok) return byMode
    if (isScratch(path, policy)) continue
    const rule = findCover(granting.write, path)
    if (!rule) return byMode
    found ??= byRule(rule, path.real)
  }
  return found ?? { type: 'other', why: permissionText('scratch_only') }
}

/** A plain file command that the mode takes as an edit. */
const isEdit = (part: Part, one: WritingCase): boolean =>
  MODES[one.compiled.policy.mode].fileCommands && part.fileUses !== undefined && !isScratchEdit(part, one)

const writtenBy = (part: Part, { facts }: WritingCase): readonly (PathFacts | undefined)[] =>
  part.redirects.flatMap(redirect =>
    redirect.kind === 'path'
      ? redirect.uses.filter(use => use.kind === 'write').map(use => facts.paths.get(use.path))
      : [],
  )
