import type { Access } from '../../protocol/access.ts'
import { modeName, permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { byRule, bySafety, type Finding } from './finding.ts'
import { MODES } from './modes.ts'
import { whyProtected } from './paths/path-verdict.ts'
import { findProtected } from './paths/protected.ts'
import { findSensitive } from './paths/sensitive.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import type { ParsedRule } from './rules/rules.ts'

type RemoteAccess = Extract<Access, { readonly kind: 'remote' }>

/**
 * `Remote` is every host, `Remote(ssh://host)` connecting and looking there, `Remote(ssh://host edit)` changing files,
 * `Remote(ssh://host run)` every command, `Remote(ssh://host run make test)` this line and no other. What restricts a
 * host restricts all that is done there.
 */
export const matchesRemote = (
  { tool, spec, rule }: Pick<ParsedRule, 'tool' | 'spec' | 'rule'>,
  { host, does, text }: RemoteAccess,
): boolean => {
  if (tool !== RULE_NAMES.remote) return false
  const [, wanted = '', action, command] = /^(\S+)(?: (edit|run)(?: (.+))?)?$/s.exec(spec ?? '*') ?? []
  if (wanted !== '*' && wanted !== host) return false
  const restricts = rule.behavior !== 'allow'
  if (action === undefined) return restricts || does === 'connect' || does === 'look'
  return action === does && (command === undefined || command.trim() === text.trim())
}

/** As if it were done here: rules that restrict, and names that are protected, count on every machine. Never what allows. */
export const restrictedAs = (access: Access): Access => {
  if (access.kind !== 'remote') return access
  if (access.does === 'run') return { kind: 'shell', command: access.text }
  if (access.localPath === undefined) return access
  return { kind: access.does === 'edit' ? 'write' : 'read', path: access.localPath }
}

/** Names that are asked about in every mode, by what they are called: nobody here can look where they lead. */
export const findRemoteGuard = (access: RemoteAccess): Finding | undefined => {
  if (access.does !== 'edit') return undefined
  const name = findProtected(access.text)
  return name === undefined ? undefined : bySafety(whyProtected(name), access.text)
}

/** While somebody plans, nothing is changed on another machine either. */
export const findPlannedRemote = (access: Access): Finding | undefined =>
  access.kind === 'remote' && access.does === 'edit'
    ? { type: 'mode', why: permissionText('plan_mode_edit') }
    : undefined

/** Why a call on another machine may go ahead, or why it asks. No rule about this machine is looked at. */
export const approveRemote = (
  access: RemoteAccess,
  { rules, policy }: CompiledPolicy,
): { readonly ok: boolean; readonly open: readonly []; readonly because: Finding } => {
  const [open, { host, does, text }] = [[] as const, access]
  const rule = rules.allow.find(each => matchesRemote(each, access))
  if (rule) return { ok: true, open, because: byRule(rule, host) }
  const { editInside, other } = MODES[policy.mode]
  if (other === 'allow' || (does === 'edit' && editInside === 'allow')) {
    const why = permissionText('mode', { mode: modeName(policy.mode) })
    return { ok: true, open, because: { type: 'mode', why } }
  }
  const sensitive = does === 'look' ? findSensitive(text) : undefined
  if (does === 'look' && sensitive === undefined)
    return { ok: true, open, because: { type: 'other', why: permissionText('remote_look', { host }) } }
  const row = does === 'connect' ? 'remote_connect' : does === 'run' ? 'remote_run' : 'remote_file'
  return { ok: false, open, because: { type: 'other', why: permissionText(row, { host }) } }
}

/** The rule that a person could save for it. */
export const remoteRule = ({ host, does, text }: RemoteAccess): string | undefined => {
  if (does === 'connect') return host
  return does === 'run' && /^[^\n\r\0]{1,300}$/.test(text) ? `${host} run ${text.trim()}` : undefined
}
