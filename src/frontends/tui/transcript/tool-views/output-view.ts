import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { CommandEnd, OutputBody } from '../../../../protocol/messages/presentation.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines, outputLines } from '../folded-lines.ts'
import type { View } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import type { BodyView } from './tool-view.ts'

const LIVE_LINES = 5

/** A command: how it ended and what it printed. */
export const outputView: BodyView<OutputBody> = {
  showsFailure: true,
  result: ({ body: { ended } }, view) => {
    if (!ended) return undefined
    const status = statusOf(ended, view)
    const body = ended.isPicture ? [view.words.transcript.picture('')] : shownOutput(ended.stdout, view)
    const more = shownOutput(ended.stderr, view)
    return [...status, ...body, ...more, ...(isQuiet(body, status) ? quiet(view) : [])]
  },
}

/** The last lines a program wrote, each on one row. */
export const liveOutput = (item: ToolItem, view: View): readonly Line[] =>
  outputLines(item.progress?.text ?? '')
    .slice(-LIVE_LINES)
    .map(line => truncateAnsi(view.theme.paint('dim', line), view.width))

const shownOutput = (text: string, view: View): readonly Line[] =>
  foldedLines(text, { head: 3, tail: 3, tone: 'dim' }, view)

const isQuiet = (body: readonly Line[], status: readonly Line[]): boolean =>
  body.length === 0 && status.length === 0
const quiet = ({ theme, words }: View): readonly Line[] => [theme.paint('dim', words.transcript.noOutput)]

/** How it ended, when not simply well. */
const statusOf = (ended: CommandEnd, { theme, words }: View): readonly Line[] => {
  const { transcript } = words
  const { timedOutAfterMs, interrupted, meaning, signal, exitCode } = ended
  if (timedOutAfterMs !== undefined) return [theme.paint('bad', transcript.timedOut(timedOutAfterMs))]
  if (interrupted) return [theme.paint('warn', transcript.states.interrupted)]
  if (meaning !== undefined) return [theme.paint('dim', safeLine(meaning))]
  if (signal !== undefined) return [theme.paint('bad', transcript.endedBy(safeLine(signal)))]
  return typeof exitCode === 'number' && exitCode !== 0
    ? [theme.paint('bad', transcript.exitCode(exitCode))]
    : []
}
