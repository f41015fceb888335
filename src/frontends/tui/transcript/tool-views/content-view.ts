import type { ContentBody, MatchesBody } from '../../../../protocol/messages/presentation.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import { filePainter, matchPainter } from '../grep-marks.ts'
import type { View } from '../render-options.ts'
import type { BodyView } from './tool-view.ts'

/** What a file holds: how much it is, unfolded all of it. */
export const contentView: BodyView<ContentBody> = {
  result: ({ item, body }, view) => {
    const summary = amountOf(body, view)
    if (summary === undefined) return undefined
    const unfolded = view.verbose
      ? foldedLines(item.text ?? '', { head: 0, tail: 0, tone: 'dim', links: false }, view)
      : []
    return [summary, ...unfolded]
  },
}

const amountOf = ({ amount }: ContentBody, { words }: View): string | undefined => {
  const { transcript } = words
  if (amount === undefined) return undefined
  if (amount === 'unchanged') return transcript.unchanged
  switch (amount.of) {
    case 'bytes':
      return transcript.picture(transcript.bytes(amount.count))
    case 'pages':
      return transcript.pages(amount.count)
    case 'cells':
      return transcript.cells(amount.count)
    case 'lines':
      return transcript.lines(amount.count)
  }
}

/** What a search found: how much it is, unfolded all of it. */
export const matchesView: BodyView<MatchesBody> = {
  result: ({ item, body }, view) => {
    const summary = foundOf(body, view)
    if (summary === undefined) return undefined
    const paint = painterOf(body, item.input, view)
    const fold = { head: 0, tail: 0, tone: 'dim', ...(paint ? { paint } : {}) } as const
    return [summary, ...(view.verbose ? foldedLines(item.text ?? '', fold, view) : [])]
  },
}

const painterOf = (
  { lines }: MatchesBody,
  input: unknown,
  view: View,
): ((line: string) => Line) | undefined => {
  if (lines === undefined) return undefined
  return lines === 'files' ? filePainter(view) : matchPainter(input, view)
}

const foundOf = ({ all }: MatchesBody, { words }: View): string | undefined => {
  if (all === undefined) return undefined
  if (all.files === 0) return words.transcript.nothingFound
  return all.lines === undefined
    ? words.transcript.files(all.files)
    : words.transcript.linesInFiles(all.lines, all.files)
}
