import type { KeyAction } from '../input/keymap/actions.ts'
import type { KeyContext } from '../input/keymap/contexts.ts'
import { DEFAULT_KEYS } from '../input/keymap/default-keys.ts'
import { keyFor, keyLabel } from '../input/keymap/key-label.ts'
import type { Keymap } from '../input/keymap/keymap.ts'
import type { Words } from './words.ts'

/** The keys words speak of are those the program comes with; here stands what each of them is for, part by part. */
type Named = Readonly<Record<string, readonly [KeyContext, KeyAction]>>

const PROMPT: Named = {
  'ctrl+o': ['Global', 'app:toggleTranscript'],
  'ctrl+t': ['Global', 'app:toggleTodos'],
  'ctrl+b': ['Chat', 'task:background'],
  'ctrl+g': ['Chat', 'chat:externalEditor'],
  'ctrl+s': ['Chat', 'chat:stash'],
  'ctrl+r': ['Chat', 'history:search'],
  'shift+tab': ['Chat', 'chat:cycleMode'],
  'shift+enter': ['Chat', 'chat:newline'],
  escape: ['Chat', 'chat:cancel'],
}
const FOOTER: Named = { enter: ['Footer', 'footer:openSelected'] }
const SEARCH: Named = {
  'ctrl+r': ['HistorySearch', 'historySearch:older'],
  'ctrl+s': ['HistorySearch', 'historySearch:newer'],
  'ctrl+g': ['HistorySearch', 'historySearch:cancel'],
}
const QUESTION: Named = {
  'ctrl+e': ['Confirmation', 'confirm:toggleExplanation'],
  tab: ['Confirmation', 'confirm:comment'],
  'ctrl+a': ['Select', 'select:note'],
}
const TRANSCRIPT: Named = { 'ctrl+e': ['Transcript', 'transcript:toggleShowAll'] }
const THEME: Named = { 'ctrl+t': ['ThemePicker', 'theme:toggleSyntaxHighlighting'] }

/** The same words with the keys the person has bound in place of ours. */
export const boundWords = (words: Words, keymap: Keymap): Words => {
  const with_ = <T>(part: T, named: Named): T => replaced(part, replacements(named, keymap)) as T
  const { chat, panels } = words
  const status = with_(words.status, PROMPT)
  const { workPointed, linkPointed } = status
  const pointed = { workPointed, linkPointed }
  return {
    ...words,
    status: replacements(FOOTER, keymap).length === 0 ? status : { ...status, ...with_(pointed, FOOTER) },
    transcript: with_(words.transcript, PROMPT),
    chat: { ...with_(chat, PROMPT), searchHint: with_(chat.searchHint, SEARCH) },
    dialogs: with_(words.dialogs, QUESTION),
    panels: {
      ...panels,
      help: with_(panels.help, PROMPT),
      theme: with_(panels.theme, THEME),
      transcript: with_(panels.transcript, TRANSCRIPT),
    },
  }
}

interface Replacement {
  readonly pattern: RegExp
  readonly label: string
}

/** Only of keys that no longer do what the words say of them. */
const replacements = (named: Named, keymap: Keymap): readonly Replacement[] =>
  Object.entries(named).flatMap(([key, [context, action]]) => {
    if (keymap[context]?.get(key) === action) return []
    const isDefault = (DEFAULT_KEYS[context]?.[action] ?? '').split(', ').includes(key)
    if (!isDefault) return []
    const label = keyFor(keymap, action, [context]) ?? UNBOUND
    return [{ pattern: new RegExp(`(?<![\\w-])${keyLabel(key)}(?![\\w-])`, 'g'), label }]
  })

const UNBOUND = '—'

const replaced = (value: unknown, by: readonly Replacement[]): unknown => {
  if (by.length === 0) return value
  if (typeof value === 'string')
    return by.reduce((text, { pattern, label }) => text.replace(pattern, () => label), value)
  if (typeof value === 'function') return (...args: readonly unknown[]) => replaced(value(...args), by)
  if (Array.isArray(value)) return value.map(each => replaced(each, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, by)]))
}
