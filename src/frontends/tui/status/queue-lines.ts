import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeProse } from '../../../lib/escape-text.ts'
import type { Queued } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import type { Theme } from '../theme/theme.ts'

const MOST = 4

/** What was typed meanwhile, and when it will be heard. */
export const queueLines = (
  queue: readonly Queued[],
  {
    theme,
    words,
    width,
  }: { readonly theme: Theme; readonly words: Pick<Words, 'status'>; readonly width: number },
): readonly Line[] => {
  const lines = queue.slice(0, MOST).map(({ text, when }) => {
    const hint = when === 'step' ? words.status.queuedStep : words.status.queuedEnd
    return truncateAnsi(
      `${theme.paint('accent', '⋯')} ${escapeProse(text)} ${theme.paint('dim', `(${hint})`)}`,
      width,
    )
  })
  if (lines.length === 0) return lines
  const more = queue.length > MOST ? `${words.status.moreQueued(queue.length - MOST)} · ` : ''
  return [...lines, truncateAnsi(theme.paint('dim', `  ${more}${words.status.editQueued}`), width)]
}
