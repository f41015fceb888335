import { Box, Text } from 'ink'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { Item } from '../../state/item.ts'
import type { Toast } from '../../state/ui-state.ts'
import { transcriptText } from '../../transcript/transcript-text.ts'
import type { TranscriptModel } from '../../transcript/transcript-view.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi, useUiState } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { Lines } from '../../widgets/lines.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { copyAnswer, copyTranscript } from '../copy-transcript.ts'
import { statusKeys } from './status-keys.ts'
import { transcriptAction } from './transcript-keys.ts'
import { useEarlier, without } from './use-earlier.ts'
import { useTranscriptModel } from './use-transcript-model.ts'

/** The whole conversation on a screen of its own. */
export const TranscriptPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.transcript
  const { items, model, lines, step, reading, inSight } = useTranscript(ui)
  const [searching, setSearching] = useState(false)
  useKeys(
    'Transcript',
    press => {
      const action = transcriptAction(press)
      if (action) step(action)
      else if (press.action === 'transcript:exit' || press.key?.name === 'escape') close()
      else if (press.action === 'transcript:search') setSearching(true)
      else if (press.key?.text === 'v') void openText(ui, items)
      else if (press.key?.text === 'w') void writeText(ui, items)
      else if (press.key?.text === 'c') void copyTranscript(ui, items)
      else if (press.key?.text === 'y') void copyAnswer(ui, inSight())
      else return false
      return true
    },
    !searching,
  )
  const said = useUiState(state => state.toasts.at(-1))
  return (
    <Box flexDirection="column" width={ui.width}>
      <Lines lines={lines} />
      {searching ? (
        <Box>
          <Text>{`${ui.theme.paint('accent', '/')} `}</Text>
          <TextField
            placeholder={words.searchPlaceholder}
            onSubmit={query => {
              setSearching(false)
              step({ type: 'search', query })
            }}
            onCancel={() => {
              setSearching(false)
              step({ type: 'search', query: '' })
            }}
          />
        </Box>
      ) : (
        <Lines lines={[truncateAnsi(statusLine(ui, { ...model, reading }, said), ui.width)]} />
      )}
    </Box>
  )
}

/** What was just done, else what is shown, and the keys. */
const statusLine = (
  { theme, words, width }: Ui,
  { search, showAll, reading }: TranscriptModel & { readonly reading: boolean },
  said: Toast | undefined,
): string => {
  // The line below the prompt, where such words stand else, is not on this screen.
  if (said)
    return theme.paint(said.level === 'error' ? 'bad' : 'good', escapeProse(words.localize(said.text)))
  const told = words.panels.transcript
  if (reading) return theme.paint('accent', told.readingEarlier)
  const status = search
    ? search.failed
      ? theme.paint('warn', told.notFound(escapeLine(search.query, 40)))
      : theme.paint('accent', told.found(escapeLine(search.query, 40)))
    : theme.paint('dim', showAll ? told.showingAll : told.folded)
  return statusKeys(status, told.hint(showAll), { theme, width })
}

/** Of the rows one says where one is and which keys work. */
const STATUS_ROWS = 1

const useTranscript = (ui: Ui) => {
  const transcript = useUiState(state => state.transcript)
  const [boundary, setBoundary] = useState<string>()
  const { items: earlier, reading } = useEarlier(ui, boundary)
  const items = useMemo(() => {
    const shown = [...transcript.done, ...transcript.live]
    return [...without(earlier, shown), ...shown]
  }, [transcript, earlier])
  const view = useTranscriptModel(ui, items, Math.max(1, ui.size.rows - STATUS_ROWS))
  useEffect(() => setBoundary(boundaryAtTop(view.model)), [view.model])
  return { items, reading, ...view }
}

/** Somebody has come to the top, and a compaction stands there. */
const boundaryAtTop = ({ items: [first], top }: TranscriptModel): string | undefined =>
  top.item === 0 && top.line === 0 && first?.kind === 'compaction' ? first.id : undefined

const openText = async (ui: Ui, items: readonly Item[]): Promise<void> => {
  const edited = await ui.ports.system.edit(transcriptText(items, ui.words))
  if ('error' in edited) ui.toast(edited.error, 'error')
}

const writeText = async (ui: Ui, items: readonly Item[]): Promise<void> => {
  const { id } = ui.state().session
  try {
    const { path, excluded } = await ui.ports.system.saveFile(
      `capstan-${(id || 'transcript').slice(0, 8)}.md`,
      transcriptText(items, ui.words),
    )
    ui.toast(ui.words.panels.transcript.written(path, excluded), 'good')
  } catch (error) {
    ui.toast(describeError(error), 'error')
  }
}
