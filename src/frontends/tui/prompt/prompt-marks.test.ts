import { expect, test } from 'vitest'
import { chipLabel } from '../input/editor/chip.ts'
import { applyEdit, createEditor } from '../input/editor.ts'
import { vimKey, withVim } from '../input/vim/vim-key.ts'
import { loadWords } from '../text/words.ts'
import { chipWords, promptMarks } from './prompt-marks.ts'

const key = (name: string, text = '') => ({ name, text, ctrl: false, alt: false, shift: false, super: false })
const marksOf = (text: string) => promptMarks({ editor: createEditor(text), mode: 'prompt' })

test.each([
  ['/help', [{ from: 0, to: 5, tone: 'accent' }]],
  ['/compact the rest', [{ from: 0, to: 8, tone: 'accent' }]],
  ['/etc/hosts is odd', []],
  [
    'see @src/a.ts and @"my b.md"',
    [
      { from: 4, to: 13, tone: 'path' },
      { from: 18, to: 28, tone: 'path' },
    ],
  ],
  ['me@example.org', []],
])('%j is marked at %j', (text, marks) => {
  expect(marksOf(text)).toEqual(marks)
})

test('in a shell line nothing is a command or a mention', () => {
  expect(promptMarks({ editor: createEditor('/bin/ls @a'), mode: 'shell' })).toEqual([])
})

test('a selection of vim and a region of emacs are seen, before all else', () => {
  const vim = ['escape', 'v', 'h'].reduce(
    (editor, name) => vimKey(editor, key(name, name.length === 1 ? name : '')).editor,
    withVim(createEditor('/help'), true),
  )
  expect(promptMarks({ editor: vim, mode: 'prompt' })[0]).toEqual({ from: 3, to: 5, tone: 'selected' })
  const region = applyEdit(applyEdit(createEditor('one two'), { type: 'setMark' }), {
    type: 'move',
    unit: 'word',
    side: 'back',
  })
  expect(promptMarks({ editor: region, mode: 'prompt' })).toEqual([{ from: 4, to: 7, tone: 'selected' }])
})

test('chips are named in the language of the person', async () => {
  const chips = [
    { kind: 'text', id: 1, text: 'a\nb\nc' },
    { kind: 'text', id: 2, text: 'a\nb' },
    { kind: 'text', id: 3, text: 'a' },
  ] as const
  const english = chipWords((await loadWords('en')).prompt)
  expect(chips.map(english)).toEqual(chips.map(chipLabel))
  expect(chips.map(chipWords((await loadWords('zh')).prompt))).toEqual([
    '[粘贴的文本 #1 +2 行]',
    '[粘贴的文本 #2 +1 行]',
    '[粘贴的文本 #3]',
  ])
})
