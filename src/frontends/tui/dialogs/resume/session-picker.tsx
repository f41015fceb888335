import { Box, Text } from 'ink'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { SessionRow } from '../../ports/sessions-port.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { panelRows } from '../panel-room.ts'
import { type Found, matchOptions, sessionOptions } from './session-options.ts'
import { PREVIEW_ROWS, SessionPreview } from './session-preview.tsx'

/** With fewer rows the list needs them all. */
const LEAST_WITH_PREVIEW = 22

interface SessionPickerProps {
  readonly rows: readonly SessionRow[]
  onChoose(row: SessionRow): void
  onCancel(): void
  /** Between this folder and all. */
  onToggle(): void
}

/** The list narrows while one types; a slash looks for words in what was said. */
export const SessionPicker = ({ rows, onChoose, onCancel, onToggle }: SessionPickerProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.resume
  const { search, look, done } = useSearch(ui)
  const [asking, setAsking] = useState(false)
  const [pointed, setPointed] = useState<string>()
  useKeys(
    'Select',
    ({ key }) => {
      if (key?.name === 'tab') onToggle()
      else if (key?.text === '/') setAsking(true)
      else return false
      return true
    },
    !asking,
  )
  const options = useMemo(() => {
    const facts = {
      words: ui.words,
      now: ui.ports.system.now(),
      home: ui.ports.system.home,
      cwd: ui.state().session.cwd,
    }
    return search.state === 'found'
      ? matchOptions(search.found, search.rows, facts)
      : sessionOptions(rows, facts)
  }, [ui, rows, search])
  const shown = options.find(option => option.value.id === pointed) ?? options[0]
  const withPreview = ui.size.rows >= LEAST_WITH_PREVIEW && shown !== undefined
  const note =
    search.state === 'looking'
      ? words.looking
      : search.state === 'found'
        ? words.matches(options.length, search.text)
        : rows.length === 0
          ? words.nothing
          : undefined
  return (
    <Box flexDirection="column">
      {asking ? (
        <Box>
          <Text>{`${ui.theme.paint('accent', words.searchLabel)} `}</Text>
          <TextField
            placeholder={words.searchPlaceholder}
            onSubmit={text => {
              setAsking(false)
              look(text)
            }}
            onCancel={() => setAsking(false)}
          />
        </Box>
      ) : null}
      {note === undefined ? null : <Text wrap="truncate">{ui.theme.paint('dim', note)}</Text>}
      <SelectList
        options={options}
        rows={panelRows(ui, 3 + (withPreview ? PREVIEW_ROWS + 1 : 0))}
        filter
        active={!asking}
        onMove={row => setPointed(row.id)}
        onChoose={onChoose}
        onCancel={() => (search.state === 'none' ? onCancel() : done())}
      />
      {withPreview ? <SessionPreview id={shown.value.id} /> : null}
    </Box>
  )
}

type Search =
  | { readonly state: 'none' | 'looking' }
  | {
      readonly state: 'found'
      readonly text: string
      readonly found: readonly Found[]
      /** Of all folders: a match may be anywhere. */
      readonly rows: readonly SessionRow[]
    }

/** One search at a time; a new one, or leaving, ends the one before. */
const useSearch = (ui: Ui) => {
  const [search, setSearch] = useState<Search>({ state: 'none' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const done = (): void => {
    running.current?.abort()
    setSearch({ state: 'none' })
  }
  const look = (text: string): void => {
    done()
    if (text.trim() === '') return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setSearch({ state: 'looking' })
    const { sessions } = ui.ports
    Promise.all([sessions.grep(text.trim(), signal), sessions.list({ everywhere: true })]).then(
      ([found, rows]) => {
        if (!signal.aborted) setSearch({ state: 'found', text: text.trim(), found, rows })
      },
      (error: unknown) => {
        if (signal.aborted) return
        setSearch({ state: 'none' })
        ui.toast(describeError(error), 'error')
      },
    )
  }
  return { search, look, done }
}
