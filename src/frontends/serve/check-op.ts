import type { Op } from '../../protocol/op.ts'
import type { PermissionRequest, PermissionUpdate } from '../../protocol/permission.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

/**
 * What a client may not say, whatever the engine would do: whoever started the server decides how far its clients go,
 * and no client gets further by asking. Throws WireProblem.
 */
export const checkOp = (op: Op, rights: ClientRights, question?: PermissionRequest): void => {
  const forbidden = refusal(op, rights, question)
  if (forbidden !== undefined) throw new WireProblem('forbidden', forbidden)
}

const NO_BYPASS =
  'This server does not let clients bypass permissions. Start it with --allow-dangerously-skip-permissions for that.'
const NO_SHELL = 'This server does not let clients run shell commands. Start it with --allow-shell for that.'
const NO_SETTINGS =
  'This server does not let clients loosen rules or settings. Start it with --allow-settings, or change them on its machine.'

const refusal = (op: Op, rights: ClientRights, question?: PermissionRequest): string | undefined => {
  switch (op.type) {
    case 'set_mode':
      return op.mode === 'bypassPermissions' && !rights.bypass ? NO_BYPASS : undefined
    case 'shell':
      return rights.shell ? undefined : NO_SHELL
    case 'update_permissions':
      return updatesRefusal(op.updates, rights)
    case 'answer_permission':
      return answerRefusal(op, rights, question)
    case 'server':
      return op.action === 'approve' && !rights.settings ? NO_SETTINGS : undefined
    case 'allow_spending':
    case 'use_skill':
      return rights.settings ? undefined : NO_SETTINGS
    default:
      return undefined
  }
}

const updatesRefusal = (updates: readonly PermissionUpdate[], rights: ClientRights): string | undefined => {
  if (!rights.bypass && updates.some(isBypass)) return NO_BYPASS
  return !rights.settings && updates.some(update => loosens(update)) ? NO_SETTINGS : undefined
}

/** With a yes may come what the question offers, for this session or saved where it offers to; a mode as by hand. */
const answerRefusal = (
  { answer }: Op & { readonly type: 'answer_permission' },
  rights: ClientRights,
  question?: PermissionRequest,
): string | undefined => {
  if (answer.behavior !== 'allow') return undefined
  const updates = answer.updatedPermissions ?? []
  if (!rights.bypass && updates.some(isBypass)) return NO_BYPASS
  const offered = new Set((question?.decision.offer ?? []).map(gist))
  const isOffered = (update: PermissionUpdate): boolean => offered.has(gist(update))
  return !rights.settings && updates.some(update => loosens(update) && !isOffered(update))
    ? NO_SETTINGS
    : undefined
}

/** Wherever it is saved. */
const gist = ({ destination: _, ...update }: PermissionUpdate): string => JSON.stringify(update)

const isBypass = (update: PermissionUpdate): boolean =>
  update.type === 'setMode' && update.mode === 'bypassPermissions'

const loosens = (update: PermissionUpdate): boolean => {
  switch (update.type) {
    case 'setMode':
      return update.destination !== 'session'
    case 'addDirectories':
      return true
    case 'removeDirectories':
      return false
    case 'addRules':
      return update.behavior === 'allow'
    case 'removeRules':
      return update.behavior !== 'allow'
    case 'replaceRules':
      return true
  }
}
