import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { isCustomTheme, THEME_NAMES, type ThemeChoice } from '../../theme/theme.ts'
import { renderDiff } from '../../transcript/diff/render-diff.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { saveSetting } from '../save-setting.ts'

const CHOICES = ['auto', ...THEME_NAMES] as const
/** With fewer rows the list needs them all. */
const LEAST_WITH_SAMPLE = 20

/** The look, shown while the pointer moves; Esc leaves it as it was. */
export const ThemePanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.theme
  const { syntaxHighlightingDisabled = false } = ui.ports.settings.current()
  const theme = chosenTheme(ui)
  const latest = useRef(ui)
  latest.current = ui
  // Whatever takes the dialog away: what the settings say counts again.
  useEffect(() => () => restoreTheme(latest.current), [])
  useKeys('ThemePicker', ({ action }) => {
    if (action !== 'theme:toggleSyntaxHighlighting') return false
    void saveSetting(ui, { key: 'syntaxHighlightingDisabled', value: !syntaxHighlightingDisabled })
    return true
  })
  const choose = async (choice: ThemeChoice): Promise<void> => {
    await saveSetting(ui, { key: 'theme', value: choice })
    close()
  }
  const options = useMemo(() => optionsFor(latest.current), [])
  const withSample = ui.size.rows >= LEAST_WITH_SAMPLE
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <SelectList
        options={options.map(({ value, name }) => ({
          value,
          label: `${value === theme ? '✓' : ' '} ${name}`,
        }))}
        initial={Math.max(
          0,
          options.findIndex(({ value }) => value === theme),
        )}
        rows={panelRows(ui, withSample ? SAMPLE.length + 1 : 0)}
        onMove={choice => ui.previewTheme(choice)}
        onChoose={choice => void choose(choice)}
        onCancel={close}
      />
      {withSample ? <Lines lines={sampleLines(ui)} /> : null}
    </DialogFrame>
  )
}

const optionsFor = ({
  words,
  ports,
}: Ui): readonly { readonly value: ThemeChoice; readonly name: string }[] => [
  ...CHOICES.map(value => ({ value, name: words.panels.theme.names[value] })),
  ...ports.settings.customThemes().map(({ value, name }) => ({ value, name: safeLine(name) })),
]

const chosenTheme = ({ ports }: Ui): ThemeChoice => {
  const { theme } = ports.settings.current()
  if (isCustomTheme(theme)) return theme
  return CHOICES.find(choice => choice === theme) ?? 'auto'
}

const restoreTheme = (ui: Ui): void => ui.previewTheme(chosenTheme(ui))

const SAMPLE = [
  ' const greet = (name: string) => {',
  '-  return "Hello " + name',
  '+  return greeting("Hello", name)',
  ' }',
]

const sampleLines = (ui: Ui) => [
  '',
  ...renderDiff(
    { path: 'greet.ts', hunks: [{ oldStart: 1, newStart: 1, lines: SAMPLE }] },
    { ...ui.look(), theme: ui.theme, width: ui.width - 2, header: false },
  ),
]
