import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { commandField } from '../../../../lib/values/call-fields.ts'
import { field, numberField, textField } from '../../../../lib/values/read-field.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines, outputLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { safeFirstLine, safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

const LIVE_LINES = 5

export const bashView: ToolView = {
  showsFailure: true,
  folds: 'command',
  foldsLooks: true,
  subject: (input, view) => {
    const command = commandField(input) ?? ''
    if (view.verbose) return safeLine(command)
    const first = safeFirstLine(command)
    return command.trim().includes('\n') ? `${first} …` : first
  },
  live: (item, view) => liveOutput(item, view),
  result: (item, view) => {
    const stdout = textField(item.output, 'stdout')
    if (stdout === undefined) return undefined
    const task = textField(item.output, 'backgroundTaskId')
    if (task !== undefined) return [view.words.transcript.inBackground(safeLine(task))]
    const status = statusOf(item.output, view)
    const notice = textField(item.output, 'stderr') ?? ''
    const body =
      field(item.output, 'isImage') === true ? [view.words.transcript.picture('')] : shownOutput(stdout, view)
    return [...status, ...body, ...shownOutput(notice, view), ...(isQuiet(body, status) ? quiet(view) : [])]
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
const statusOf = (output: unknown, { theme, words }: View): readonly Line[] => {
  const { transcript } = words
  const limit = numberField(output, 'timedOutAfterMs')
  if (limit !== undefined) return [theme.paint('bad', transcript.timedOut(limit))]
  if (field(output, 'interrupted') === true) return [theme.paint('warn', transcript.states.interrupted)]
  const meaning = textField(output, 'returnCodeInterpretation')
  if (meaning !== undefined) return [theme.paint('dim', safeLine(meaning))]
  const signal = textField(output, 'signal')
  if (signal !== undefined) return [theme.paint('bad', transcript.endedBy(safeLine(signal)))]
  const code = numberField(output, 'exitCode')
  return code === undefined || code === 0 ? [] : [theme.paint('bad', transcript.exitCode(code))]
}
