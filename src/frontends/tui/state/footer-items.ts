import { isWorking, runningWork } from './running-work.ts'
import type { UiState } from './ui-state.ts'

/** A part of the line below the prompt that can be opened, by what is told from the others. */
export type FooterItem =
  | { readonly kind: 'work'; readonly id: string }
  | { readonly kind: 'link'; readonly id: string }

const WORK: FooterItem = { kind: 'work', id: 'work' }

type Shown = Pick<UiState, 'agents' | 'tasks' | 'session' | 'footerItem'>

/** What can be opened there now, from the left: what goes on beside the conversation, then links by their addresses. */
export const footerItems = (state: Shown): readonly FooterItem[] => [
  ...(isWorking(runningWork(state)) ? [WORK] : []),
  ...(state.session.links ?? []).map(({ url }): FooterItem => ({ kind: 'link', id: url })),
]

/** What the person points at; what is gone meanwhile is nothing. */
export const pointedItem = (state: Shown): FooterItem | undefined =>
  state.footerItem === undefined ? undefined : footerItems(state).find(item => item.id === state.footerItem)

/** So many parts further; it ends at the last one, and before the first one nothing is pointed at. */
export const footerItemBy = (state: Shown, by: 1 | -1): FooterItem | undefined => {
  const items = footerItems(state)
  const now = pointedItem(state)
  const at = now ? items.findIndex(({ id }) => id === now.id) + by : by === 1 ? 0 : items.length - 1
  return items[Math.min(at, items.length - 1)]
}

/** It is pointed at only until something is typed or asked, or a dialog opens. */
export const withoutLostFooter = (state: UiState): UiState => {
  if (state.footerItem === undefined) return state
  const { footerItem: _, ...rest } = state
  const isLost =
    state.prompt.editor.text !== '' ||
    state.prompt.search !== undefined ||
    state.requests.length > 0 ||
    state.panels.length > 0 ||
    !pointedItem(state)
  return isLost ? rest : state
}
