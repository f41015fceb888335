import type { UiSettings } from '../ports/settings-port.ts'
import type { Action } from '../state/action.ts'
import type { Store } from '../state/store.ts'
import type { Announcer } from './announcer.ts'
import type { TuiOptions } from './tui-options.ts'

/** What a conversation looks like before anybody has changed it. */
export const firstView = ({
  viewMode,
  verbose = false,
  showTurnDuration,
}: UiSettings): Extract<Action, { readonly type: 'view' }>['change'] => ({
  verbose: viewMode === undefined ? verbose : viewMode === 'verbose',
  focus: viewMode === 'focus',
  durations: showTurnDuration,
})

const DAY_MS = 24 * 3_600_000

/** One of them, another every day. */
export const announcementOf = (
  { companyAnnouncements: all = [] }: UiSettings,
  now: number,
): string | undefined => all[Math.floor(now / DAY_MS) % all.length]

/** What a screen begins with. */
export const openView = (
  store: Store,
  announcer: Announcer,
  { ports, helped = false, brief = false }: TuiOptions,
): void => {
  const settings = ports.settings.current()
  store.dispatch({ type: 'view', change: { ...firstView(settings), helped, brief } })
  const announcement = announcementOf(settings, ports.system.now())
  if (announcement !== undefined) announcer.note(announcement, 'notice')
}
