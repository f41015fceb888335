import { serveText } from '../../protocol/messages/host/serve.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Op } from '../../protocol/op.ts'
import { effectOf, loosens, type OpEffect, updatesEffect } from '../../protocol/op-effect.ts'
import type { PermissionRequest, PermissionUpdate } from '../../protocol/permission.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

/**
 * What a client may not say, whatever the engine would do: whoever started the server decides how far its clients go,
 * and no client gets further by asking. Judged by what the op would do, not by its name. Throws WireProblem.
 */
export const checkOp = (op: Op, rights: ClientRights, question?: PermissionRequest): void => {
  checkEffect(op.type === 'answer_permission' ? answerEffect(op, question) : effectOf(op), rights)
}

/** The same for anything else a client asks for; `instead` says what they may not do. Throws WireProblem. */
export const checkEffect = (effect: OpEffect, rights: ClientRights, instead?: LocalizedText): void => {
  const forbidden = refusal(effect, rights)
  if (forbidden !== undefined) throw new WireProblem('forbidden', instead ?? forbidden)
}

const refusal = (effect: OpEffect, rights: ClientRights): LocalizedText | undefined => {
  switch (effect) {
    case 'conversation':
    case 'session':
      return undefined
    case 'settings':
      return rights.settings ? undefined : serveText('no_settings')
    case 'shell':
      return rights.shell ? undefined : serveText('no_shell')
    case 'bypass':
      return rights.bypass ? undefined : serveText('no_bypass')
    default:
      return serveText('not_for_clients')
  }
}

/**
 * With a yes may come what the question offers, for this session or saved where it offers to; a mode as by hand. The
 * engine judges an input that the answer changes.
 */
const answerEffect = (
  { answer }: Op & { readonly type: 'answer_permission' },
  question?: PermissionRequest,
): OpEffect => {
  if (answer.behavior !== 'allow') return 'session'
  const updates = answer.updatedPermissions ?? []
  const offered = new Set((question?.decision.offer ?? []).map(gist))
  const effect = updatesEffect(updates.filter(update => !(loosens(update) && offered.has(gist(update)))))
  if (effect === 'bypass') return effect
  return question?.needs === 'settings' ? 'settings' : effect
}

/** Wherever it is saved. */
const gist = ({ destination: _, ...update }: PermissionUpdate): string => JSON.stringify(update)
