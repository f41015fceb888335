import { expect, test } from 'vitest'
import { createEditor } from '../input/editor.ts'
import { initialState } from '../state/initial-state.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Desk } from './desk.ts'
import { EscapeKeys } from './escape-keys.ts'

const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })

/** What one Esc does in this state. */
const pressed = (state: Partial<UiState>, text = ''): readonly string[] => {
  const done: string[] = []
  const desk = {
    store: { state: { ...START, ...state } },
    prompt: { mode: 'prompt' },
    editor: createEditor(text),
    now: () => 0,
    stopSpeaking: () => false,
    clear: () => void done.push('clear'),
    dispatch: ({ type }: { readonly type: string }) => void done.push(type),
    conductor: {
      interrupt: () => void done.push('interrupt'),
      stopLoops: () => void done.push('stop loops'),
    },
  } as unknown as Desk
  new EscapeKeys(desk).escape()
  return done
}

const byItself = { loops: 1, schedules: 0 }
const looping = { session: { ...START.session, byItself } }

test.each([
  ['stops a loop that waits', looping, '', ['stop loops']],
  ['leaves the loop alone while something is typed', looping, 'words', ['armed']],
  [
    'stops the turn that runs, not the loop',
    { ...looping, turn: { interrupting: false } as never },
    '',
    ['interrupt'],
  ],
  ['waits for a second press where nothing loops', {}, '', ['armed']],
] as const)('Esc %s', (_, state, text, done) => {
  expect(pressed(state, text)).toEqual(done)
})
