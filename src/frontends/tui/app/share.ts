import { describeError } from '../../../protocol/messages/localized-text.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import type { WatchLinksPort } from '../ports/remote-port.ts'
import type { Ui } from '../ui/ui.ts'

type ShareRequest = UiRequest & { readonly kind: 'share' }

/** Makes, lists and ends links that can only read the session on the screen. */
export const share = async (request: ShareRequest, ui: Ui): Promise<void> => {
  const { chat } = ui.words
  try {
    const links = await ui.ports.remote.watchLinks()
    if (!links) ui.toast(chat.shareNotServed, 'warning')
    else if (request.action === 'create') await create(links, request.hours, ui)
    else if (request.action === 'list') list(links, ui)
    else end(links, request.id, ui)
  } catch (error) {
    ui.toast(describeError(error), 'error')
  }
}

const create = async (links: WatchLinksPort, hours: number | undefined, ui: Ui): Promise<void> => {
  const { url, expiresAt } = links.create(hours)
  ui.note(ui.words.chat.shareMade(url, localTime(expiresAt)))
  const { codeFor } = await import('../../../lib/qr/link-code.ts')
  const code = codeFor(url, ui.theme.name.startsWith('light') ? 'light' : 'dark')
  if (code !== '') ui.note(code.trimEnd())
}

const list = (links: WatchLinksPort, ui: Ui): void => {
  const { chat } = ui.words
  const lines = links.list().map(({ id, expiresAt, watchers }) => {
    const since = watchers.map(each => each.since ?? '').sort()[0]
    return chat.shareLine({
      id,
      until: localTime(expiresAt),
      watchers: watchers.length,
      since: since === undefined ? '' : localTime(since),
    })
  })
  ui.note(lines.length === 0 ? chat.shareNone : lines.join('\n'))
}

const end = (links: WatchLinksPort, id: string | undefined, ui: Ui): void => {
  const { chat } = ui.words
  const ending = links.list().filter(link => id === undefined || link.id === id)
  for (const link of ending) links.end(link.id)
  if (ending.length > 0) ui.toast(chat.shareEnded(ending.length), 'good')
  else ui.toast(id === undefined ? chat.shareNone : chat.shareUnknown(id), 'warning')
}

const localTime = (iso: string): string => {
  const at = new Date(iso)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
