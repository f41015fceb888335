import { expect, test } from 'vitest'
import type { KeyPress } from '../../terminal/input-event.ts'
import { namedKey } from '../../terminal/key-press.ts'
import { applyEdit, createEditor } from '../editor.ts'
import { KEY_ACTIONS, keyActionOf } from './actions.ts'
import { ChordReader } from './chord-reader.ts'
import { isKeyContext } from './contexts.ts'
import { DEFAULT_KEYS } from './default-keys.ts'
import { editFor } from './edit-for.ts'
import { describeKeys, keyFor, keyLabel } from './key-label.ts'
import { createKeymap } from './keymap.ts'
import { resolveKey, resolvePending } from './resolve-key.ts'
import { parseKeys, strokeOf } from './stroke.ts'
import { parseUserKeys } from './user-keys.ts'

const press = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({ ...namedKey(name), ...more })
const ctrl = (name: string): KeyPress => press(name, { ctrl: true })

test.each([
  ['ctrl+x ctrl+e', ['ctrl+x', 'ctrl+e']],
  ['Ctrl+X', ['ctrl+x']],
  ['shift+alt+ctrl+f5', ['ctrl+alt+shift+f5']],
  ['cmd+backspace', ['super+backspace']],
  ['option+Return', ['alt+enter']],
  ['esc', ['escape']],
  ['G', ['shift+g']],
  ['ctrl++', ['ctrl++']],
  ['+', ['+']],
  ['?', ['?']],
  ['ctrl+_', ['ctrl+_']],
  ['  k  ', ['k']],
  ['', undefined],
  ['hyper+x', undefined],
  ['ctrl+banana', undefined],
  ['f25', undefined],
])('%j is read as %j', (written, strokes) => {
  expect(parseKeys(written)).toEqual(strokes)
})

test.each([
  [ctrl('x'), 'ctrl+x'],
  [press('tab', { shift: true }), 'shift+tab'],
  [press('g', { shift: true, text: 'G' }), 'shift+g'],
  [press('?', { shift: true, text: '?' }), '?'],
  [press('_', { ctrl: true }), 'ctrl+_'],
  [press('-', { ctrl: true, shift: true }), 'ctrl+_'],
  [press(' ', { ctrl: true }), 'ctrl+space'],
  [press('enter', { alt: true, shift: true }), 'alt+shift+enter'],
] as const)('%o is the stroke %s', (key, stroke) => {
  expect(strokeOf(key)).toBe(stroke)
})

test('every default names a known context, action and key, and no two actions of a context share a key', () => {
  for (const [context, bindings] of Object.entries(DEFAULT_KEYS)) {
    expect(isKeyContext(context)).toBe(true)
    const taken = new Set<string>()
    for (const [action, written] of Object.entries(bindings)) {
      expect([action, keyActionOf(action)]).toEqual([action, action])
      for (const keys of written?.split(', ') ?? []) {
        const strokes = parseKeys(keys)?.join(' ')
        expect([context, keys, strokes === undefined, taken.has(strokes ?? '')]).toEqual([
          context,
          keys,
          false,
          false,
        ])
        taken.add(strokes ?? '')
      }
    }
  }
})

test('no default hides behind the beginning of a chord', () => {
  for (const bindings of Object.values(createKeymap()))
    for (const keys of bindings.keys())
      expect([...bindings.keys()].filter(other => other.startsWith(`${keys} `))).toEqual([])
})

const keymap = createKeymap()
const resolve = (contexts: readonly string[], key: KeyPress, pending: readonly string[] = []) =>
  resolveKey(keymap, contexts, { pending, key })

test('the narrower context goes first, the wider one fills in', () => {
  const contexts = ['Autocomplete', 'Chat', 'Global']
  expect([
    resolve(contexts, press('up')),
    resolve(contexts, press('left')),
    resolve(contexts, ctrl('o')),
    resolve(contexts, press('x', { text: 'x' })),
  ]).toEqual([
    { kind: 'action', action: 'autocomplete:previous', context: 'Autocomplete' },
    { kind: 'action', action: 'edit:left', context: 'Chat' },
    { kind: 'action', action: 'app:toggleTranscript', context: 'Global' },
    { kind: 'none' },
  ])
})

test('a chord waits for its second key', () => {
  expect(resolve(['Chat'], ctrl('x'))).toEqual({ kind: 'pending', strokes: ['ctrl+x'] })
  expect(resolve(['Chat'], ctrl('e'), ['ctrl+x'])).toEqual({
    kind: 'action',
    action: 'chat:externalEditor',
    context: 'Chat',
  })
  expect(resolve(['Chat'], press('q', { text: 'q' }), ['ctrl+x'])).toEqual({ kind: 'none' })
})

test('a key that is bound itself and begins a chord means itself when nothing follows', () => {
  const own = createKeymap([{ context: 'Chat', keys: 'ctrl+x', action: 'chat:stash' }])
  expect(resolveKey(own, ['Chat'], { pending: [], key: ctrl('x') }).kind).toBe('pending')
  expect(resolvePending(own, ['Chat'], ['ctrl+x'])).toEqual({
    kind: 'action',
    action: 'chat:stash',
    context: 'Chat',
  })
  expect(resolvePending(keymap, ['Chat'], ['ctrl+x'])).toEqual({ kind: 'none' })
})

test('a reader follows chords, swallows a wrong second key and forgets a late one', () => {
  let now = 0
  const reader = new ChordReader({ keymap: () => keymap, now: () => now })
  expect(reader.read(ctrl('x'), ['Chat']).kind).toBe('pending')
  expect(reader.pending).toEqual(['ctrl+x'])
  expect(reader.read(ctrl('e'), ['Chat'])).toMatchObject({ kind: 'action', action: 'chat:externalEditor' })
  reader.read(ctrl('x'), ['Chat'])
  expect(reader.read(press('q', { text: 'q' }), ['Chat'])).toEqual({ kind: 'pending', strokes: [] })
  expect(reader.read(press('q', { text: 'q' }), ['Chat'])).toEqual({ kind: 'none' })
  reader.read(ctrl('x'), ['Chat'])
  now = 5_000
  expect(reader.read(ctrl('e'), ['Chat'])).toMatchObject({ action: 'edit:lineEnd' })
})

const file = `{
  "$schema": "x",
  "bindings": [
    { "context": "Chat", "bindings": {
      "ctrl+e": "chat:externalEditor",
      "ctrl+u": null,
      "ctrl+k ctrl+s": "command:status"
    } },
    { "context": "Chatt", "bindings": {} },
    {
      "context": "Global",
      "bindings": {
        "ctrl+c": "app:exit",
        "ctrl+blub": "app:exit",
        "ctrl+q": "app:togleTodos",
        "ctrl+y": 3
      }
    },
    5
  ]
}`

test('the person’s file is merged over the defaults; what is wrong in it is told with its line', () => {
  const { bindings, problems } = parseUserKeys(file)
  const own = createKeymap(bindings)
  expect([own['Chat']?.get('ctrl+e'), own['Chat']?.get('ctrl+u'), own['Chat']?.get('ctrl+k ctrl+s')]).toEqual(
    ['chat:externalEditor', undefined, 'command:status'],
  )
  expect(own['Chat']?.get('ctrl+a')).toBe('edit:lineStart')
  expect(problems).toEqual([
    { line: 9, kind: 'context', name: 'Chatt', nearest: 'Chat' },
    { line: 13, kind: 'reserved', name: 'ctrl+c' },
    { line: 14, kind: 'keys', name: 'ctrl+blub' },
    { line: 15, kind: 'action', name: 'app:togleTodos', nearest: 'app:toggleTodos' },
    { line: 16, kind: 'action', name: '3' },
    { line: 19, kind: 'shape', name: 'context, bindings' },
  ])
})

test.each([
  ['{\n  "bindings": [\n', 'json'],
  ['[]', 'shape'],
  ['{"bindings": 3}', 'shape'],
])('of %j nothing counts', (text, kind) => {
  const { bindings, problems } = parseUserKeys(text)
  expect([bindings, problems.map(problem => problem.kind)]).toEqual([[], [kind]])
})

test('JSON that breaks off is told with a line', () => {
  expect(parseUserKeys('{\n  "bindings": [\n    x\n').problems[0]?.line).toBe(3)
})

test.each([
  ['ctrl+x ctrl+e', 'Ctrl-X Ctrl-E'],
  ['shift+tab', 'Shift-Tab'],
  ['escape', 'Esc'],
  ['?', '?'],
  ['ctrl++', 'Ctrl-+'],
  ['f5', 'F5'],
  ['alt+p', 'Alt-P'],
])('%s is shown as %s', (keys, label) => {
  expect(keyLabel(keys)).toBe(label)
})

test('help names all keys of an action, and the first for a hint', () => {
  expect(describeKeys(keymap, 'Autocomplete')).toContainEqual({
    action: 'autocomplete:next',
    keys: ['↓', 'Ctrl-N'],
  })
  expect([
    keyFor(keymap, 'chat:externalEditor'),
    keyFor(keymap, 'app:toggleTodos'),
    keyFor(keymap, 'select:next'),
  ]).toEqual(['Ctrl-G', 'Ctrl-T', undefined])
})

test('names of another program mean the action of ours; one without a counterpart is said with the reason', () => {
  const file = JSON.stringify({
    bindings: [
      { context: 'Footer', bindings: { f9: 'footer:up', f8: 'footer:openSelected' } },
      { context: 'Confirmation', bindings: { f7: 'confirm:nextField' } },
      { context: 'Scroll', bindings: { f6: 'selection:copy' } },
      { context: 'Chat', bindings: { f5: 'voice:pushToTalk', f4: 'chat:clearInput' } },
    ],
  })
  const { bindings, problems } = parseUserKeys(file)
  expect(bindings.map(({ action }) => action)).toEqual([
    'footer:up',
    'footer:openSelected',
    'tabs:next',
    'voice:pushToTalk',
    'chat:clearInput',
  ])
  expect(problems).toMatchObject([{ kind: 'absent', name: 'selection:copy', reason: 'selection' }])
})

test('every editing action changes a text or moves in it', () => {
  for (const action of KEY_ACTIONS.filter(name => name.startsWith('edit:')))
    expect([action, editFor(action, { width: 20 }) !== undefined]).toEqual([action, true])
  const up = editFor('edit:rowUp', { width: 20 })
  expect(up && applyEdit(createEditor('a\nb'), up).caret).toBe(1)
  expect(editFor('chat:submit', { width: 20 })).toBeUndefined()
})
