import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { type Press, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import type { Live } from '../../ui/use-live.ts'
import { firstOf } from '../../widgets/first-of.ts'
import { Lines } from '../../widgets/lines.tsx'
import { windowByHeight } from '../../widgets/list-window.ts'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { isAccept, isCancel, stepOf } from '../../widgets/select-keys.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { panelRows } from '../panel-room.ts'
import { WordsField } from '../words-field.tsx'
import {
  askedLines,
  markOf,
  noteLines,
  previewLines,
  type QuestionRenderOptions,
  rowLines,
} from './question-lines.ts'
import {
  acceptOwn,
  chooseRow,
  endNote,
  isAtOwn,
  isComplete,
  moveRow,
  ownRow,
  pageOf,
  type QuestionState,
  questionOf,
  rowCount,
  startNote,
  toggleRow,
  writeOwn,
} from './question-state.ts'

interface PageProps {
  readonly state: Live<QuestionState>
  send(): void
  decline(): void
}

/** From here on a preview has room beside the options. */
const WIDE = 90
const MOST_PREVIEW = 20
/** Rows a question leaves to its options. */
const MOST_OPTIONS = 9

/** One question with its options, one's own words, and a look at the option pointed at. */
export const QuestionPage = ({ state, send, decline }: PageProps): ReactNode => {
  const ui = useUi()
  const shown = state.shown
  const question = questionOf(shown)
  const page = pageOf(shown)
  useKeys('Select', press => takeKey(press, { state, send, decline }), !page?.noting)
  if (!question || !page) return null
  const previews = question.options.some(({ preview }) => preview !== undefined)
  const beside = previews && ui.width >= WIDE
  const left = beside ? Math.floor(ui.width * 0.4) : ui.width - 2
  const look: QuestionRenderOptions = {
    theme: ui.theme,
    words: ui.words,
    width: left,
    plain: ui.look().plain,
    guarded: ui.guarded(),
  }
  const asked = askedLines(question, { ...look, width: ui.width - 2 })
  // However long the question or an option is, the answers stay in sight.
  const askedRows = Math.min(asked.length, panelRows(ui, MOST_OPTIONS))
  const note = page.noting ? [] : noteLines(page, look)
  const room = panelRows(ui, askedRows + 2 + (page.noting ? 1 : note.length))
  const preview = previewLines(shown, {
    ...look,
    width: beside ? ui.width - left - 4 : left,
    rows: Math.min(MOST_PREVIEW, beside ? room : Math.floor(room / 2)),
  })
  const listRows = Math.max(3, room - (beside ? 0 : preview.length))
  const linesAt = (row: number): readonly string[] =>
    firstOf(rowLines(shown, row, look), Math.max(3, listRows - 2), ui)
  const { from, to } = windowByHeight(
    page.row,
    { count: rowCount(question), heightOf: row => linesAt(row).length },
    listRows,
  )
  const rows = Array.from({ length: to - from }, (_, at) => from + at)
  return (
    <Box flexDirection="column">
      <ScrollLines lines={asked} rows={askedRows} keys="pages" />
      <Lines lines={['']} />
      <Box flexDirection={beside ? 'row' : 'column'}>
        <Box flexDirection="column" width={left}>
          {rows.map(row =>
            row === ownRow(question) && page.row === row ? (
              <OwnWords key={row} state={state} send={send} width={left} />
            ) : (
              <Lines key={row} lines={linesAt(row)} />
            ),
          )}
        </Box>
        <Box flexDirection="column" paddingLeft={beside ? 2 : 0}>
          <Lines lines={preview} />
        </Box>
      </Box>
      <Lines lines={note} />
      {page.noting && (
        <WordsField
          label={ui.words.dialogs.noteLabel}
          placeholder={ui.words.dialogs.yesPlaceholder}
          initial={page.note}
          send={text => state.set(endNote(state.now(), text))}
          back={() => state.set(endNote(state.now()))}
        />
      )}
    </Box>
  )
}

/** The row where words of one's own are typed. */
const OwnWords = ({
  state,
  send,
  width,
}: {
  readonly state: Live<QuestionState>
  send(): void
  readonly width: number
}): ReactNode => {
  const { theme, words, look } = useUi()
  const question = questionOf(state.shown)
  const page = pageOf(state.shown)
  if (!question || !page) return null
  const row = ownRow(question)
  const label = `${row + 1}. ${markOf(question, page, row)}`
  return (
    <Box>
      <Text>{`${theme.paint('accent', look().plain ? '>' : '❯')} ${theme.paint('selected', label)}`}</Text>
      <TextField
        initial={page.own}
        placeholder={words.dialogs.otherPlaceholder}
        width={width - label.length - 3}
        onChange={own => state.set(writeOwn(state.now(), own))}
        onSubmit={() => {
          if (isComplete(state.now(), row)) send()
          else state.set(acceptOwn(state.now()))
        }}
      />
    </Box>
  )
}

const takeKey = (press: Press, { state, send, decline }: PageProps): boolean => {
  const now = state.now()
  const writing = isAtOwn(now)
  const step = stepOf(press, writing)
  if (step !== undefined && Math.abs(step) === 1) {
    state.set(moveRow(now, step))
    return true
  }
  if (isCancel(press)) {
    // Words are not thrown away by the key that leaves them.
    if (writing && pageOf(now)?.own !== '') state.set(moveRow(now, 1))
    else decline()
    return true
  }
  // What is typed goes into the field, if it is there yet.
  if (writing) return false
  if (press.action === 'select:note') {
    state.set(startNote(now))
    return true
  }
  const question = questionOf(now)
  const row = isAccept(press) ? pageOf(now)?.row : rowOf(press)
  if (row === undefined || !question) {
    if (press.key?.name !== 'space' && press.action !== 'confirm:toggle') return false
    state.set(toggleRow(now))
    return true
  }
  const next = chooseRow(now, row)
  state.set(next)
  if (row !== ownRow(question) && isComplete(next, row)) send()
  return true
}

const rowOf = ({ key }: Press): number | undefined => {
  const digit = /^[1-9]$/.test(key?.text ?? '') ? Number(key?.text) : undefined
  return digit === undefined ? undefined : digit - 1
}
