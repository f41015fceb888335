import type { Access } from '../../protocol/access.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { type Facts, pathOfAccess } from './facts.ts'
import { byRule, bySafety, type Finding } from './finding.ts'
import { MODES } from './modes.ts'
import { findCover, findHit, isInsideRoots, isOwn, whyGuarded, whyNotRead } from './path-verdict.ts'

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
  const { read, edit } = one.compiled
  const writing = behavior === 'deny' ? [...edit.deny, ...read.deny] : edit.ask
  const rules = one.access.kind === 'write' ? writing : read[behavior]
  const hit = findHit(rules, path, { below: one.access.kind === 'search' })
  return hit && { ...byRule(hit, path.names[0] ?? one.access.path), blockedPath: path.real }
}

export const findFileGuard = (one: FileCase): Finding | undefined => {
  if (one.access.kind !== 'write') return undefined
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
    return { ok: false, because: bySafety(path?.why ?? 'the path was not looked up', access.path) }
  const cover = findCover(access.kind === 'write' ? compiled.edit.allow : compiled.read.allow, path)
  if (cover) return yes(byRule(cover, path.real))
  if (mode.other === 'allow') return yes({ type: 'mode', text: `Mode ${compiled.policy.mode}` })
  if (access.kind !== 'write') {
    const why = whyNotRead(path, compiled)
    if (why !== undefined)
      return { ok: false, because: { type: 'workingDir', text: why, blockedPath: path.real } }
    const where = isOwn(path, compiled.policy) ? 'kept by this session' : 'inside the working directories'
    return yes({ type: 'workingDir', text: `${path.real} is ${where}` })
  }
  if (!isInsideRoots(path, compiled.policy))
    return {
      ok: false,
      because: {
        type: 'workingDir',
        text: `${path.real} is outside the working directories`,
        blockedPath: path.real,
      },
    }
  const because: Finding = { type: 'mode', text: EDITS[mode.editInside](compiled.policy.mode) }
  return { ok: mode.editInside === 'allow', because }
}

const EDITS: Readonly<Record<'allow' | 'ask' | 'deny', (mode: string) => string>> = {
  allow: mode => `Mode ${mode} lets files inside the working directories be changed`,
  ask: mode => `Changing files needs a yes in mode ${mode}; an Edit rule or mode acceptEdits would allow it`,
  deny: mode => `Mode ${mode} changes no files`,
}
