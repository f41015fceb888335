import { describeError } from '../../../protocol/messages/localized-text.ts'
import { footerItemBy, pointedItem } from '../state/footer-items.ts'
import type { Desk } from './desk.ts'

/** Keys for the line below the prompt: which part of it is pointed at, and what is done with that. Answers whether it was one. */
export const footerAction = (desk: Desk, action: string): boolean => {
  switch (action) {
    case 'footer:next':
    case 'footer:down':
      return point(desk, 1)
    case 'footer:previous':
      // The first one is also the end: a key to the left does not leave the line.
      return footerItemBy(desk.store.state, -1) ? point(desk, -1) : true
    case 'footer:up':
      return point(desk, -1)
    case 'footer:openSelected':
      open(desk)
      return true
    case 'footer:dismiss':
      dismiss(desk)
      return true
    case 'footer:clearSelection':
      leaveFooter(desk)
      return true
    default:
      return false
  }
}

/** The prompt has the keys again. */
export const leaveFooter = (desk: Desk): void =>
  desk.dispatch({ type: 'view', change: { footerItem: undefined } })

const point = (desk: Desk, by: 1 | -1): boolean => {
  desk.dispatch({ type: 'view', change: { footerItem: footerItemBy(desk.store.state, by)?.id } })
  return true
}

const open = (desk: Desk): void => {
  const item = pointedItem(desk.store.state)
  if (item?.kind === 'work') desk.ui().open('tasks')
  else if (item) void follow(desk, item.id)
}

/** Where nothing here can show it, or whoever looks sits elsewhere, the address can at least be pasted. */
const follow = async (desk: Desk, url: string): Promise<void> => {
  const { words, toast, ports } = desk.ui()
  leaveFooter(desk)
  if (!ports.system.terminal.ssh && (await ports.system.openPage(url))) return toast(words.chat.linkOpened)
  try {
    const { by } = await ports.system.copy(url)
    toast(words.chat.copied(url.length, by), 'good')
  } catch (error) {
    toast(describeError(error), 'error')
  }
}

/** Out of sight for as long as the conversation lasts. */
const dismiss = (desk: Desk): void => {
  const { state } = desk.store
  const item = pointedItem(state)
  if (item?.kind !== 'link') return
  const { links = [], dismissed = [] } = state.session
  const left = links.filter(({ url }) => url !== item.id)
  desk.dispatch({ type: 'session', facts: { links: left, dismissed: [...dismissed, item.id] } })
}
