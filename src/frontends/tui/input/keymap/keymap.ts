import type { KeyAction } from './actions.ts'
import type { KeyContext } from './contexts.ts'
import { DEFAULT_KEYS } from './default-keys.ts'
import { parseKeys } from './stroke.ts'

/** Per context: strokes joined by a blank → action. */
export type Keymap = Readonly<Record<string, ReadonlyMap<string, KeyAction>>>

export interface Binding {
  readonly context: KeyContext
  /** Strokes joined by a blank. */
  readonly keys: string
  /** Null takes a default away. */
  readonly action: KeyAction | null
}

export const createKeymap = (changes: readonly Binding[] = []): Keymap => {
  const map: Record<string, Map<string, KeyAction>> = {}
  const bind = ({ context, keys, action }: Binding): void => {
    const bindings = map[context] ?? new Map<string, KeyAction>()
    map[context] = bindings
    if (action === null) bindings.delete(keys)
    else bindings.set(keys, action)
  }
  for (const [context, bindings] of Object.entries(DEFAULT_KEYS))
    for (const [action, written] of Object.entries(bindings))
      for (const keys of written?.split(', ') ?? [])
        bind({
          context: context as KeyContext,
          keys: (parseKeys(keys) ?? []).join(' '),
          action: action as KeyAction,
        })
  for (const change of changes) bind(change)
  return map
}
