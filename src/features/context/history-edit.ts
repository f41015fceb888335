import type { Message, SystemMessage } from '../../protocol/message.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { HistoryEdit } from '../../protocol/session/history-edit.ts'
import type { StageEnv, StageResult } from '../../protocol/stage.ts'
import { withEdit } from './project.ts'
import { sumTokens } from './tokens.ts'

type EditDeps = Pick<StageEnv, 'newMessageId' | 'now' | 'language'>

/** An edit without what it saves, which is counted here. Two members, because a union cannot be spread over Omit. */
export type PlannedEdit =
  | Omit<Extract<HistoryEdit, { kind: 'snip' }>, 'freed'>
  | Omit<Extract<HistoryEdit, { kind: 'clear' }>, 'freed'>
  | Omit<Extract<HistoryEdit, { kind: 'collapse' }>, 'freed'>

/** Applies an edit and says how many tokens it saves. */
export const editHistory = (
  view: readonly Message[],
  planned: PlannedEdit,
  deps: EditDeps,
): { readonly result: StageResult; readonly freed: number } => {
  const place = { uuid: deps.newMessageId(), timestamp: deps.now().toISOString() }
  const edit = deps.language === 'zh' ? { ...planned, language: deps.language } : planned
  const draft = editMessage(place, { ...edit, freed: 0 })
  const freed = Math.max(0, sumTokens(view) - sumTokens(withEdit(view, draft)))
  const message = editMessage(place, { ...edit, freed }, contextText(ROWS[planned.kind], { tokens: freed }))
  return { result: { view: withEdit(view, message), added: [message] }, freed }
}

const ROWS = { snip: 'snipped', clear: 'cleared', collapse: 'collapsed' } as const

const editMessage = (
  place: Pick<SystemMessage, 'uuid' | 'timestamp'>,
  edit: HistoryEdit,
  said?: LocalizedText,
): SystemMessage => ({
  ...place,
  type: 'system',
  subtype: 'history_edit',
  level: 'info',
  content: said?.text ?? '',
  ...(said ? { localized: said } : {}),
  edit,
})
