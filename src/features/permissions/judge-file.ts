import type { Access } from '../../protocol/access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modeName, permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { type Facts, pathOfAccess } from './facts.ts'
import { byRule, bySafety, type Finding } from './finding.ts'
import { MODES } from './modes.ts'
import {
  findCover,
  findHit,
  isInsideRoots,
  isInstalledCode,
  isOwn,
  isPlainFile,
  isPlan,
  mayWriteOwn,
  whyGuarded,
  whyNotRead,
} from './paths/path-verdict.ts'
import { findPickedSecret } from './paths/picked-secrets.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'

type FileAccess = Extract<Access, { path: string }>

interface FileCase {
  readonly access: FileAccess
  readonly facts: Facts
  readonly compiled: CompiledPolicy
}

const factsOf = ({ access, facts, compiled }: FileCase) =>
  facts.paths.get(pathOfAccess(access.path, compiled.policy))

export const findFileRestriction = (one: FileCase, behavior: 'deny' | 'ask'): Finding | undefined => {
  const path = factsOf(one)
  if (!path?.ok) return undefined
  const filter = one.compiled.restricting[one.access.kind === 'write' ? 'write' : 'read'][behavior]
  const hit = findHit(filter, path, { below: one.access.kind === 'search' })
  return hit && { ...byRule(hit, path.names[0] ?? one.access.path), blockedPath: path.real }
}

/** Written for the session itself, at a place the session chose; a plain file that nothing else leads to. */
export const isOwnWrite = (one: FileCase): boolean => {
  const path = factsOf(one)
  if (one.access.kind !== 'write' || !path?.ok) return false
  const { policy } = one.compiled
  // In plan mode nothing but the plan.
  const own = policy.mode === 'plan' ? isPlan(path, policy.planFile) : mayWriteOwn(path, policy)
  return own && isPlainFile(path)
}

export const findFileGuard = (one: FileCase): Finding | undefined => {
  if (one.access.kind !== 'write' || isOwnWrite(one)) return undefined
  const why = whyGuarded(factsOf(one))
  return why === undefined ? undefined : bySafety(why, one.access.path)
}

/** Why the access asks, or why it may go ahead. */
export const approveFile = (one: FileCase): { readonly ok: boolean; readonly because: Finding } => {
  const path = factsOf(one)
  const { compiled, access } = one
  const mode = MODES[compiled.policy.mode]
  const yes = (because: Finding) => ({ ok: true, because })
  if (!path?.ok)
    return { ok: false, because: bySafety(path?.why ?? permissionText('path_unchecked'), access.path) }
  if (isOwnWrite(one)) return yes({ type: 'other', why: permissionText('session_file', { path: path.real }) })
  const cover = findCover(compiled.granting[access.kind === 'write' ? 'write' : 'read'], path)
  if (cover) return yes(byRule(cover, path.real))
  if (mode.other === 'allow')
    return yes({ type: 'mode', why: permissionText('mode', { mode: modeName(compiled.policy.mode) }) })
  if (access.kind !== 'write') {
    const why = whyNotRead(path, compiled) ?? whyNotPicked(one)
    if (why !== undefined) return { ok: false, because: { type: 'workingDir', why, blockedPath: path.real } }
    return yes(
      isOwn(path, compiled.policy)
        ? { type: 'other', why: permissionText('session_file', { path: path.real }) }
        : { type: 'workingDir', why: permissionText('inside', { path: path.real }) },
    )
  }
  if (!isInsideRoots(path, compiled.policy))
    return {
      ok: false,
      because: {
        type: 'workingDir',
        why: permissionText('outside', { path: path.real }),
        blockedPath: path.real,
      },
    }
  if (mode.editInside === 'allow' && isInstalledCode(path)) {
    const why = permissionText('installed_code', { path: path.real })
    return { ok: false, because: { type: 'workingDir', why, blockedPath: path.real } }
  }
  const because: Finding = { type: 'mode', why: EDITS[mode.editInside](compiled.policy.mode) }
  return { ok: mode.editInside === 'allow', because }
}

/** Files that hold secrets are named by a pattern as they are by a path. */
const whyNotPicked = ({ access }: FileCase): LocalizedText | undefined => {
  const picked = access.kind === 'search' && access.picks ? findPickedSecret(access.picks) : undefined
  return picked === undefined ? undefined : permissionText('picks_secrets', { pattern: picked })
}

const EDITS: Readonly<Record<'allow' | 'ask' | 'deny', (mode: PermissionMode) => LocalizedText>> = {
  allow: mode => permissionText('mode_allows_edits', { mode: modeName(mode) }),
  ask: () => permissionText('edits_need_approval'),
  deny: mode => permissionText('mode_forbids_edits', { mode: modeName(mode) }),
}
