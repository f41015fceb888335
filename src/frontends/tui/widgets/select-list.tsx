import { Box, Text } from 'ink'
import { type ReactNode, useContext, useMemo } from 'react'
import { safeLine } from '../transcript/safe-text.ts'
import { type Press, type Ui, useUi } from '../ui/ui.ts'
import { UnaskedContext, useGuard, useKeys } from '../ui/use-keys.ts'
import { useLive } from '../ui/use-live.ts'
import { firstOf } from './first-of.ts'
import { Lines } from './lines.tsx'
import { titleMatch, windowByHeight } from './list-window.ts'
import { type OptionRenderOptions, optionLines, optionsHeight } from './option-lines.ts'
import { isAccept, isCancel, stepOf } from './select-keys.ts'
import type { Option, SelectListProps } from './widget-props.ts'

/** A list with a pointer. */
export const SelectList = <T,>(props: SelectListProps<T>): ReactNode => {
  const ui = useUi()
  const place = useLive<ListPosition>(() => ({ query: '', ...pointAt(props.options, props.initial ?? 0) }))
  const { options } = props
  const { query } = place.shown
  const shown = useMemo(() => narrow(options, query), [options, query])
  useKeys(
    'Select',
    press => {
      const now = place.now()
      const list = now.query === query ? shown : narrow(options, now.query)
      return takeKey(press, { props, list, now, place })
    },
    { active: props.active !== false, takesText: () => props.filter === true },
  )
  // In a dialog that nobody asked for, the key that answered one list must not answer the next.
  useGuard('list', useContext(UnaskedContext) && '')
  const at = pointedIn(shown, place.shown)
  // A question that takes no keys yet points at nothing.
  const pointing = props.active !== false && !ui.guarded()
  const rows = props.rows ?? Math.max(3, ui.size.rows - 12)
  const look = useMemo(() => lookFor(options, rows, ui), [options, rows, ui])
  const linesAt = (index: number): readonly string[] => {
    const entry = shown[index]
    // However long it is, some of its neighbours stay in sight.
    return entry
      ? firstOf(
          optionLines(entry.option, index === at && pointing && !entry.option.heading, look),
          Math.max(3, rows - 2),
          ui,
        )
      : []
  }
  const { from, to } = windowByHeight(
    at,
    { count: shown.length, heightOf: index => linesAt(index).length },
    rows,
  )
  return (
    <Box flexDirection="column">
      {options.length === 0 && props.empty !== undefined ? (
        <Text>{ui.theme.paint('dim', props.empty)}</Text>
      ) : null}
      {props.filter ? (
        <Text wrap="truncate">
          {filterLine(ui, query, shown.filter(({ option }) => !option.heading).length)}
        </Text>
      ) : null}
      {shown.slice(from, to).map(({ index }, row) => (
        <Lines key={index} lines={linesAt(from + row)} />
      ))}
      {shown.length > to - from ? (
        <Text>{ui.theme.paint('dim', `  ${from + 1}–${to} / ${shown.length}`)}</Text>
      ) : null}
    </Box>
  )
}

/** A list of more than this is never measured as a whole. */
const FEW = 20

const lookFor = <T,>(options: readonly Option<T>[], rows: number, ui: Ui): OptionRenderOptions => {
  const look = {
    theme: ui.theme,
    width: ui.width - 2,
    plain: ui.look().plain,
    keyed: options.some(({ hotkey }) => hotkey !== undefined),
  }
  if (options.length > FEW) return { ...look, tight: 'bare' }
  const fits = (tight: OptionRenderOptions['tight']): boolean =>
    optionsHeight(options, { ...look, tight }) <= rows
  return { ...look, tight: fits(undefined) ? undefined : fits('brief') ? 'brief' : 'bare' }
}

interface Shown<T> {
  readonly option: Option<T>
  readonly index: number
}

interface ListPosition {
  readonly query: string
  readonly at: number
  /** Of what is pointed at: when the options change, the pointer stays with it. */
  readonly label?: string | undefined
}

interface Held<T> {
  readonly props: SelectListProps<T>
  readonly list: readonly Shown<T>[]
  readonly now: ListPosition
  readonly place: { set(next: ListPosition): void }
}

const takeKey = <T,>(press: Press, held: Held<T>): boolean => {
  const { props, list, now } = held
  const pointed = list[pointedIn(list, now)]?.option
  if (press.action !== undefined && pointed && props.onAction?.(press.action, pointed.value)) return true
  const step = stepOf(press, props.filter === true)
  if (step !== undefined) {
    // A list that is all on the screen leaves pages to what stands above it.
    if (Math.abs(step) > 1 && Number.isFinite(step) && list.length <= Math.abs(step)) return false
    move(held, step)
    return true
  }
  if (isCancel(press)) {
    if (now.query !== '') seek(held, '')
    else if (props.onCancel) props.onCancel()
    else return false
    return true
  }
  if (isAccept(press)) {
    choose(list[pointedIn(list, now)], props)
    return true
  }
  if (props.filter) return typeInto(press, change => seek(held, change(now.query)))
  const typed = press.key?.text
  const hot = list.find(({ option }) => option.hotkey !== undefined && option.hotkey === typed)
  if (!hot || hot.option.disabled) return hot === undefined && passOn(press, props)
  choose(hot, props)
  return true
}

const passOn = <T,>({ key, paste }: Press, { onText }: SelectListProps<T>): boolean => {
  const text = (paste ?? (key && !key.ctrl && !key.alt ? key.text : '')).trim()
  if (!onText || text === '') return false
  onText(text)
  return true
}

/** The first of what fits is pointed at then. */
const seek = <T,>({ props, place }: Held<T>, query: string): void => {
  const list = narrow(props.options, query)
  const at = Math.max(
    0,
    list.findIndex(({ option }) => !option.heading && !option.disabled),
  )
  const first = list[at]
  place.set({ query, at, label: first?.option.label })
  if (first) props.onMove?.(first.option.value, first.index)
}

const choose = <T,>(entry: Shown<T> | undefined, props: SelectListProps<T>): void => {
  if (entry && !entry.option.disabled) props.onChoose(entry.option.value, entry.index)
}

const move = <T,>({ props, list, now, place }: Held<T>, step: number): void => {
  if (list.length === 0) return
  let at = pointedIn(list, now)
  // What cannot be chosen is passed over; when nothing can, the pointer still moves.
  for (let tried = 0; tried < list.length; tried++) {
    at = wrapAround(at + step, list.length, step)
    if (!list[at]?.option.disabled || Math.abs(step) > 1) break
  }
  const entry = list[at]
  place.set({ ...now, at, label: entry?.option.label })
  if (entry) props.onMove?.(entry.option.value, entry.index)
}

const pointedIn = <T,>(list: readonly Shown<T>[], { at, label }: ListPosition): number => {
  const near = Math.max(0, Math.min(at, list.length - 1))
  if (label === undefined || list[near]?.option.label === label) return near
  const moved = list.findIndex(({ option }) => option.label === label)
  if (moved !== -1) return moved
  // It is gone: what stands there now, unless that is a heading.
  const row = list.findIndex(({ option }, index) => index >= near && !option.heading)
  return row === -1 ? near : row
}

const pointAt = <T,>(options: readonly Option<T>[], from: number): Omit<ListPosition, 'query'> => {
  const found = options.findIndex((option, at) => at >= from && !option.disabled && !option.folded)
  const at = found === -1 ? from : found
  const hidden = options.slice(0, at).filter(({ folded }) => folded).length
  return { at: at - hidden, label: options[at]?.label }
}

const textOf = ({ label, detail = '', also = '' }: Option<unknown>): string => `${label} ${detail} ${also}`

const narrow = <T,>(options: readonly Option<T>[], query: string): readonly Shown<T>[] => {
  const entries = options.map((option, index) => ({ option, index }))
  if (query === '') return entries.filter(({ option }) => !option.folded)
  const all = entries.filter(({ option }) => !option.fold)
  if (options.some(({ heading }) => heading)) return inGroups(all, query)
  return all
    .map(each => ({ ...each, score: titleMatch(query, textOf(each.option)) }))
    .filter((each): each is Shown<T> & { score: number } => each.score !== undefined)
    .sort((a, b) => a.score - b.score)
}

/** Order and headings stay; what has the very letters leaves out what has them only here and there. */
const inGroups = <T,>(all: readonly Shown<T>[], query: string): readonly Shown<T>[] => {
  const rows = all.filter(({ option }) => !option.heading)
  const near = rows.filter(({ option }) => titleMatch(query, textOf(option)) === -1)
  const fits = new Set(
    near.length > 0 ? near : rows.filter(({ option }) => titleMatch(query, textOf(option)) !== undefined),
  )
  return all.filter((entry, at) => {
    if (!entry.option.heading) return fits.has(entry)
    const end = all.findIndex(({ option }, index) => index > at && option.heading)
    return all.slice(at + 1, end === -1 ? undefined : end).some(row => fits.has(row))
  })
}

/** One step past the end comes back at the other; a page stops there. */
const wrapAround = (to: number, count: number, step: number): number =>
  Math.abs(step) > 1 ? Math.max(0, Math.min(count - 1, to)) : (to + count) % count

const typeInto = ({ key, paste }: Press, edit: (change: (text: string) => string) => void): boolean => {
  if (paste !== undefined) edit(text => text + paste.replaceAll(/\s+/g, ' '))
  else if (key?.name === 'backspace') edit(text => [...text].slice(0, -1).join(''))
  else if (key && key.text !== '') edit(text => text + key.text)
  else return false
  return true
}

const filterLine = ({ theme, words }: Ui, query: string, count: number): string =>
  query === ''
    ? theme.paint('dim', words.dialogs.typeToFilter)
    : `${theme.paint('accent', '⌕')} ${safeLine(query)} ${theme.paint('dim', String(count))}`
