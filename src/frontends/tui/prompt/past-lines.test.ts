import { expect, test } from 'vitest'
import { applyEdit, createEditor, labelledText, resetEditor } from '../input/editor.ts'
import { recall } from '../input/history/recall.ts'
import type { HistoryLine } from '../ports/history-port.ts'
import { PastLines } from './past-lines.ts'

const LONG = 'x\n'.repeat(9)
const ELSEWHERE: HistoryLine = { text: 'elsewhere', mode: 'prompt', at: 0 }
const OLD: HistoryLine = { text: 'old', mode: 'prompt', at: 1 }

const openLines = () => {
  const kept: HistoryLine[] = []
  const lines = new PastLines({
    load: async () => [OLD],
    loadEverywhere: async () => [OLD, ELSEWHERE],
    add: line => void kept.push(line),
  })
  return { lines, kept }
}
const pasted = (text: string) => applyEdit(createEditor('see '), { type: 'paste', text })

test('a line is kept whole on the disk and with its chip here', () => {
  const { lines, kept } = openLines()
  lines.add(pasted(LONG), 'prompt', 5)
  expect(kept).toEqual([{ text: `see ${LONG}`, mode: 'prompt', at: 5 }])
  expect(lines.lines[0]).toMatchObject({ text: 'see [Pasted text #1 +9 lines]', chips: [{ text: LONG }] })
})

test('what is recalled holds the chip again', () => {
  const { lines } = openLines()
  const editor = pasted(LONG)
  lines.add(editor, 'prompt', 5)
  const place = { editor: resetEditor(editor), mode: 'prompt' as const, back: 0 }
  const found = recall(place, lines.lines, { to: 'older', width: 40 })
  expect(found && { ...found.editor, memo: undefined }).toMatchObject({
    text: editor.text,
    chips: editor.chips,
  })
})

test('a very long text is on the disk under its name only', () => {
  const { lines, kept } = openLines()
  lines.add(pasted('y'.repeat(40_000)), 'prompt', 5)
  expect(kept[0]?.text).toBe('see [Pasted text #1]')
})

test('nothing is kept of blanks', () => {
  const { lines, kept } = openLines()
  lines.add(createEditor(' \n'), 'prompt', 5)
  expect([lines.lines, kept]).toEqual([[], []])
})

test('lines of earlier runs come behind those of this one', async () => {
  const { lines } = openLines()
  lines.add(createEditor('new'), 'shell', 5)
  await lines.load()
  expect(lines.lines).toEqual([{ text: 'new', mode: 'shell', at: 5 }, OLD])
})

test('only the newest lines hold on to what was pasted into them', () => {
  const { lines } = openLines()
  let editor = createEditor()
  for (let at = 0; at < 40; at++) {
    editor = applyEdit(resetEditor(editor), { type: 'paste', text: `${at}\n${LONG}` })
    lines.add(editor, 'prompt', at)
  }
  expect(lines.lines.filter(line => line.chips)).toHaveLength(30)
  expect(lines.chips).toHaveLength(30)
  expect(lines.lines.at(-1)).toEqual({ text: `0\n${LONG}`, mode: 'prompt', at: 0 })
  expect(lines.lines[0]?.text).toBe(labelledText(editor))
})

test('a search looks in this project, in all of them, or in what was typed in this session', async () => {
  const { lines } = openLines()
  await lines.load()
  lines.add(createEditor('mine'), 'prompt', 9)
  await lines.reach('everywhere')
  const texts = (scope: 'project' | 'everywhere' | 'session') => lines.linesOf(scope).map(({ text }) => text)
  expect(texts('session')).toEqual(['mine'])
  expect(texts('project')).toEqual(['mine', 'old'])
  expect(texts('everywhere')).toEqual(['mine', 'old', 'elsewhere'])
})
