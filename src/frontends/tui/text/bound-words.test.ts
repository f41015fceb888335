import { expect, test } from 'vitest'
import { createKeymap } from '../input/keymap/keymap.ts'
import { parseUserKeys } from '../input/keymap/user-keys.ts'
import { boundWords } from './bound-words.ts'
import { loadWords } from './words.ts'

const bound = (bindings: readonly { readonly context: string; readonly bindings: object }[]) =>
  createKeymap(parseUserKeys(JSON.stringify({ bindings })).bindings)

test('hints follow rebound keys', async () => {
  const keymap = bound([
    { context: 'Global', bindings: { 'ctrl+o': null, 'ctrl+y': 'app:toggleTranscript' } },
    { context: 'Chat', bindings: { 'ctrl+b': null, 'alt+b': 'task:background' } },
    { context: 'Confirmation', bindings: { 'ctrl+e': null, 'ctrl+w': 'confirm:toggleExplanation' } },
  ])
  const words = boundWords(await loadWords('en'), keymap)
  expect(words.transcript.hiddenLines(3)).toContain('Ctrl-Y')
  expect(words.transcript.hiddenLines(3)).not.toContain('Ctrl-O')
  expect(words.status.backgroundHint).toContain('Alt-B')
  expect(words.status.tips.join('\n')).toContain('Ctrl-Y')
  expect(words.dialogs.hintWhy).toContain('Ctrl-W')
  expect(words.panels.help.start.map(([key]) => key)).toEqual(expect.arrayContaining(['Ctrl-Y', 'Alt-B']))
  expect(words.panels.transcript.hint(true)).toContain('Ctrl-E')
})

test('with the usual keys the words are as they are, in every language', async () => {
  for (const language of ['en', 'zh'] as const) {
    const words = await loadWords(language)
    const same = boundWords(words, createKeymap())
    expect(same.status).toBe(words.status)
    expect(same.transcript).toBe(words.transcript)
    expect(same.dialogs).toBe(words.dialogs)
  }
})

test('a key that is one of several for its action stays named while it works', async () => {
  const keymap = bound([{ context: 'Chat', bindings: { 'ctrl+j': null } }])
  const words = boundWords(await loadWords('en'), keymap)
  expect(words.panels.help.start.map(([key]) => key)).toContain('Shift-Enter')
})
