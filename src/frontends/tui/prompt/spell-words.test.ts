import { expect, test } from 'vitest'
import { createEditor } from '../input/editor.ts'
import { promptMarks } from './prompt-marks.ts'
import { spellWords } from './spell-words.ts'

test.each([
  ['Pleese fix teh parser.', ['Pleese', 'fix', 'teh', 'parser']],
  ["It's the well-known naïve one", ["It's", 'the', 'well', 'known', 'naïve', 'one']],
  ['/compact wat matters', ['wat', 'matters']],
  ['see @src/teh.ts, ./teh and https://teh.example', ['see', 'and']],
  ['call `teh()` or ```\nteh teh\n``` now', ['call', 'or', 'now']],
  ['fooBar snake_case --flag x2 HTTP a', []],
  ['修复 teh 解析器', ['teh']],
])('of %j these are looked up: %j', (text, words) => {
  expect(spellWords(text).map(({ word }) => word)).toEqual(words)
  for (const { word, from, to } of spellWords(text)) expect(text.slice(from, to)).toBe(word)
})

test('what is misspelled is marked wherever it stands, but for the word that is being typed', () => {
  const marksOf = (text: string) =>
    promptMarks({ editor: createEditor(text), mode: 'prompt', misspelled: new Set(['teh']) })
  expect(marksOf('teh other')).toEqual([{ from: 0, to: 3, tone: 'misspelled' }])
  expect(marksOf('teh teh')).toEqual([{ from: 0, to: 3, tone: 'misspelled' }])
  expect(promptMarks({ editor: createEditor('teh other'), mode: 'prompt' })).toEqual([])
})
