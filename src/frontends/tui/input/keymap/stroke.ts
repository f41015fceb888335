import type { KeyPress } from '../../terminal/input-event.ts'

/** One key with what is held, in one spelling: `ctrl+alt+shift+super+name` in this order. */
export type Stroke = string

const MODIFIERS: Readonly<Record<string, 'ctrl' | 'alt' | 'shift' | 'super'>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  opt: 'alt',
  option: 'alt',
  meta: 'alt',
  shift: 'shift',
  super: 'super',
  cmd: 'super',
  command: 'super',
  win: 'super',
}
const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
  ' ': 'space',
}
const NAMED =
  /^(?:enter|escape|tab|backspace|delete|up|down|left|right|home|end|pageup|pagedown|insert|space|f(?:[1-9]|1\d|2[0-4]))$/

const spell = (held: ReadonlySet<string>, name: string): Stroke =>
  [...['ctrl', 'alt', 'shift', 'super'].filter(each => held.has(each)), name].join('+')

/** A key as a person writes it in a file; undefined when it is none. */
const parseStroke = (written: string): Stroke | undefined => {
  // The plus itself is written `+` or `ctrl++`.
  const parts = written.replace(/\+$/, 'plus').split('+')
  const last = parts.pop() ?? ''
  const held = new Set<string>()
  for (const part of parts) {
    const modifier = MODIFIERS[part.trim().toLowerCase()]
    if (!modifier) return undefined
    held.add(modifier)
  }
  if (Array.from(last).length === 1 && last !== ' ') {
    // A capital alone means Shift; with Ctrl people write capitals and mean the key.
    if (/^\p{Lu}$/u.test(last) && held.size === 0) held.add('shift')
    return spell(held, last.toLowerCase())
  }
  if (last === 'plus') return spell(held, '+')
  const name = NAMES[last.toLowerCase()] ?? last.toLowerCase()
  return NAMED.test(name) ? spell(held, name) : undefined
}

/** `ctrl+x ctrl+e` is two keys one after the other. */
export const parseKeys = (written: string): readonly Stroke[] | undefined => {
  const strokes = written.trim().split(/\s+/).map(parseStroke)
  const known = strokes.filter(stroke => stroke !== undefined)
  return known.length === strokes.length && known.length > 0 ? known : undefined
}

/** The same spelling for a key that was pressed. Shift counts where it does not only choose the sign. */
export const strokeOf = (key: KeyPress): Stroke => {
  const held = new Set<string>()
  for (const modifier of ['ctrl', 'alt', 'super'] as const) if (key[modifier]) held.add(modifier)
  const name = NAMES[key.name] ?? key.name
  const isSign = Array.from(name).length === 1 && !/^\p{L}$/u.test(name)
  if (key.shift && !isSign) held.add('shift')
  // The same key under three protocols: Ctrl with underscore.
  if (key.ctrl && isSign && (name === '_' || (name === '-' && key.shift))) return spell(held, '_')
  return spell(held, name)
}
