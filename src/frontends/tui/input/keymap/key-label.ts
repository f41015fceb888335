import type { KeyAction } from './actions.ts'
import type { Keymap } from './keymap.ts'

const NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  super: 'Cmd',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Del',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  insert: 'Ins',
  space: 'Space',
}

const strokeLabel = (stroke: string): string => {
  const parts =
    stroke === '+'
      ? ['+']
      : stroke.endsWith('++')
        ? [...stroke.slice(0, -2).split('+'), '+']
        : stroke.split('+')
  const last = parts.at(-1) ?? ''
  const labels = parts.slice(0, -1).map(part => NAMES[part] ?? part)
  const held = labels.length > 0 || last.length > 1
  return [...labels, NAMES[last] ?? (held ? last.toUpperCase() : last)].join('-')
}

/** Keys as people read them: `Ctrl-X Ctrl-E`. */
export const keyLabel = (keys: string): string => keys.split(' ').map(strokeLabel).join(' ')

export interface KeyHelp {
  readonly action: KeyAction
  /** As labels, the first is the one to show. */
  readonly keys: readonly string[]
}

/** What is bound in a context, action by action. */
export const describeKeys = (keymap: Keymap, context: string): readonly KeyHelp[] => {
  const found = new Map<KeyAction, string[]>()
  for (const [keys, action] of keymap[context] ?? []) {
    const labels = found.get(action)
    if (labels) labels.push(keyLabel(keys))
    else found.set(action, [keyLabel(keys)])
  }
  return Array.from(found, ([action, keys]) => ({ action, keys }))
}

/** The key to name for an action; undefined when nothing is bound to it. */
export const keyFor = (
  keymap: Keymap,
  action: KeyAction,
  contexts: readonly string[] = ['Chat', 'Global'],
): string | undefined => {
  for (const context of contexts)
    for (const [keys, bound] of keymap[context] ?? []) if (bound === action) return keyLabel(keys)
  return undefined
}
