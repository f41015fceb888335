import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { ScriptBody } from '../../../../protocol/messages/presentation.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Tone } from '../../theme/theme.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import type { BodyView } from './tool-view.ts'

type Row = ScriptBody['calls'][number]

const SIGNS: Readonly<Record<Row['state'], readonly [sign: string, tone: Tone]>> = {
  running: ['○', 'warn'],
  done: ['●', 'good'],
  failed: ['✗', 'bad'],
  denied: ['✗', 'bad'],
}

/** A script: folded, what went wrong in it and what it says; unfolded, its code and all calls as well. */
export const scriptView: BodyView<ScriptBody> = {
  showsFailure: true,
  result: ({ item, body: { code = '', calls, more } }, view) => {
    const wrong = calls.filter(({ state }) => state !== 'done')
    const shown = view.verbose ? calls : wrong.slice(0, MOST_WRONG)
    const hidden = view.verbose ? more : wrong.length - shown.length
    return [
      ...(view.verbose ? foldedLines(code, { head: 40, tail: 10, tone: 'dim', links: false }, view) : []),
      ...shown.map(row => rowLine(row, view)),
      ...(hidden > 0 ? [view.theme.paint('dim', view.words.transcript.moreLines(hidden))] : []),
      ...foldedLines(item.text ?? '', { head: 8, tail: 3 }, view),
    ]
  },
}

const MOST_WRONG = 3

const rowLine = ({ tool, about, state }: Row, { theme, width }: View): Line => {
  const [sign, tone] = SIGNS[state]
  return truncateAnsi(
    `${theme.paint(tone, sign)} ${theme.paint('tool', safeLine(tool))} ${theme.paint('dim', safeLine(about))}`,
    width,
  )
}
