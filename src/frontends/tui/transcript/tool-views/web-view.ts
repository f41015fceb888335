import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { LinksBody, PageBody } from '../../../../protocol/messages/presentation.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import { linkTo } from '../markdown/link.ts'
import type { View } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import type { BodyView } from './tool-view.ts'

export const pageView: BodyView<PageBody> = {
  showsFailure: true,
  result: ({ body: { fetched } }, view) => {
    if (!fetched) return undefined
    const { status, bytes, note, text } = fetched
    const summary = view.words.transcript.fetched(status, view.words.transcript.bytes(bytes))
    return [
      status >= 400 ? view.theme.paint('bad', summary) : summary,
      ...(note === '' ? [] : foldedLines(note, { head: 2, tail: 0 }, view)),
      ...(view.verbose ? foldedLines(text, { head: 0, tail: 0, tone: 'dim' }, view) : []),
    ]
  },
}

const SHOWN_LINKS = 3

export const linksView: BodyView<LinksBody> = {
  result: ({ body: { links } }, view) => {
    if (!links) return undefined
    const shown = view.verbose ? links : links.slice(0, SHOWN_LINKS)
    const { transcript } = view.words
    return [
      links.length === 0 ? transcript.nothingFound : transcript.results(links.length),
      ...shown.map(link => linkLine(link, view)),
    ]
  },
}

const linkLine = ({ url, title }: NonNullable<LinksBody['links']>[number], view: View): Line => {
  const label = safeLine(title ?? url)
  return truncateAnsi(linkTo({ label, address: url, bare: label === url }, view), view.width)
}
