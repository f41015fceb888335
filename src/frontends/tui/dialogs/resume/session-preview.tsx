import type { ReactNode } from 'react'
import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { SessionLine } from '../../ports/sessions-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'
import { Lines } from '../../widgets/lines.tsx'
import type { PanelRenderOptions } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'

export const PREVIEW_ROWS = 5

/** How the conversation ended, in a few lines. */
export const SessionPreview = ({ id }: { readonly id: string }): ReactNode => {
  const ui = useUi()
  const { answer } = useAnswer(
    async key => ({ id: key, lines: key === undefined ? [] : await ui.ports.sessions.preview(key) }),
    { key: id, of: 'ports' },
  )
  const look = { theme: ui.theme, words: ui.words, width: ui.width - 2 }
  // What belongs to the row pointed at before is not shown for this one.
  const said = answer.state === 'ready' && answer.value.id === id ? answer.value.lines : []
  return <Lines lines={previewLines(said, look)} />
}

/** Always as many rows, so that nothing moves while the pointer does. */
const previewLines = (said: readonly SessionLine[], { theme, words, width }: PanelRenderOptions) => {
  const lines = said.slice(-PREVIEW_ROWS).map(({ who, text }) => {
    const name =
      who === 'user'
        ? theme.paint('user', words.transcript.you)
        : theme.paint('assistant', words.transcript.assistant)
    return truncateAnsi(`${name} ${theme.paint('dim', safeLine(text.trim()).replaceAll(/\s+/g, ' '))}`, width)
  })
  return ['', ...lines, ...Array.from({ length: PREVIEW_ROWS - lines.length }, () => '')]
}
