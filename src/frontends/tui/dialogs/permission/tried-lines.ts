import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { revealBlanks } from '../../../../lib/reveal-blanks.ts'
import { tryFirstText } from '../../../../protocol/messages/engine/try-first.ts'
import type { TriedFirst } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import type { Theme } from '../../theme/theme.ts'
import { safeLine } from '../../transcript/safe-text.ts'

interface TriedLook {
  readonly theme: Theme
  readonly words: Words
  readonly width: number
}

/** What a command did in a copy, in sentences, and the paths it changed. */
export const triedLines = (
  { said, listed, canKeep }: TriedFirst,
  { theme, words, width }: TriedLook,
): readonly Line[] => {
  const shown = (text: (typeof said)[number]): string =>
    safeLine(revealBlanks(words.localize(text), words.dialogs.blanks))
  return [
    ...said.map((text, at) => theme.paint(at === 0 && canKeep ? 'info' : 'warn', shown(text))),
    ...listed.map(text => theme.paint('dim', `  ${shown(text)}`)),
  ].flatMap(line => wrapAnsi(line, width))
}

const MOST_LINES = 10

/** The end of what it printed. */
export const printedLines = ({ output }: TriedFirst, { theme, words, width }: TriedLook): readonly Line[] => {
  if (output === '') return []
  const lines = output.split('\n').slice(-MOST_LINES)
  return [
    theme.paint('dim', words.localize(tryFirstText('printed'))),
    ...lines.map(line => `  ${safeLine(revealBlanks(line, words.dialogs.blanks))}`),
  ].flatMap(line => wrapAnsi(line, width))
}
