import type { Event } from '../protocol/event.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import { modeRefused } from './live/live.ts'
import { setEffort } from './live/set-effort.ts'
import { setModel } from './live/set-model.ts'
import { setThinking } from './live/set-thinking.ts'
import { stopTask } from './parts/tasks.ts'
import type { SessionParts } from './session-parts.ts'
import { isPriced, PRICE_HINT } from './spending/accounts.ts'

/** What the conversation itself has to see to: they begin, end or change it. */
type OwnOp =
  | 'submit'
  | 'interrupt'
  | 'take_back'
  | 'command'
  | 'shell'
  | 'switch_branch'
  | 'bring_back'
  | 'revert_edit'
  | 'clear'

export type PlainOp = Exclude<Op, { readonly type: OwnOp }>

/** Ops that are done with the parts of a session alone, whether or not a turn runs. Throws OpError. */
export const serveOp = async (
  op: PlainOp,
  parts: SessionParts,
  emit: (event: Event) => Promise<void> | undefined,
): Promise<void> => {
  const { config, live } = parts
  switch (op.type) {
    case 'set_model':
      return await setModel(config, live, op.model)
    case 'set_effort':
      return await setEffort(config, live, op.effort)
    case 'set_thinking':
      return await setThinking(config, live, op)
    case 'allow_spending':
      return await allowSpending(op.usd, parts)
    case 'set_mode':
      return await setMode(op.mode, parts, emit)
    case 'set_title':
      await config.session.note({ type: 'custom-title', customTitle: op.title, sessionId: config.session.id })
      live.title = op.title === '' ? undefined : op.title
      return
    case 'answer_permission':
      return parts.desk.answer(op.id, op.answer)
    case 'update_permissions':
      return await parts.settings.change(op.updates)
    case 'remember':
      return await parts.notes.add(op)
    case 'aside':
      return parts.asides.want(op.kind)
    case 'stop_task':
      return await stopTask(parts.tasks, op.taskId)
    case 'move_to_background':
      parts.ports.processes.moveToBackground(op.toolUseId)
      return
    default:
      // `snip`
      if (parts.context.snip([op], 'person').items > 0) return
      throw new OpError('Nothing can be left out there: what you said, summaries and the last reply stay.')
  }
}

const allowSpending = async (
  usd: number,
  { accounts, purse, live, config: { models } }: SessionParts,
): Promise<void> => {
  if (!isPriced(live.model, models.rows))
    throw new OpError(`The price of ${live.model} is not known, so no budget can be kept. ${PRICE_HINT}`)
  accounts.allow(usd)
  await purse.allow(usd)
}

const setMode = async (
  mode: PermissionMode,
  { live }: SessionParts,
  emit: (event: Event) => Promise<void> | undefined,
): Promise<void> => {
  const refused = modeRefused(mode, live)
  if (refused !== undefined) throw new OpError(refused)
  if (mode === live.mode) await emit({ type: 'status', status: null, mode })
  else live.mode = mode
}
