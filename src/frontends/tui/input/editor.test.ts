import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImageBlock } from '../../../protocol/message.ts'
import {
  applyEdit,
  createEditor,
  type Edit,
  type Editor,
  endsInBackslash,
  expandEditor,
  labelledText,
  resetEditor,
} from './editor.ts'

/** `|` is the caret. */
const at = (marked: string): Editor => {
  const caret = marked.indexOf('|')
  return applyEdit(createEditor(marked.replace('|', '')), { type: 'caret', at: caret })
}
const show = ({ text, caret }: Editor): string => `${text.slice(0, caret)}|${text.slice(caret)}`
const run = (editor: Editor, ...edits: readonly Edit[]): Editor => edits.reduce(applyEdit, editor)
const type = (text: string): Edit => ({ type: 'insert', text })
const move = (unit: 'char' | 'word' | 'bigWord' | 'line' | 'buffer', side: 'back' | 'forward'): Edit => ({
  type: 'move',
  unit,
  side,
})
const kill = (unit: 'char' | 'word' | 'bigWord' | 'line' | 'buffer', side: 'back' | 'forward'): Edit => ({
  type: 'kill',
  unit,
  side,
})

test.each([
  ['a|b', move('char', 'forward'), 'ab|'],
  ['a|b', move('char', 'back'), '|ab'],
  ['|ab', move('char', 'back'), '|ab'],
  ['|e\u0301x', move('char', 'forward'), 'e\u0301|x'],
  ['👨‍👩‍👧|x', move('char', 'back'), '|👨‍👩‍👧x'],
  ['🇩🇪🇫🇷|', move('char', 'back'), '🇩🇪|🇫🇷'],
  ['你好|', move('char', 'back'), '你|好'],
  ['👍🏽|', move('char', 'back'), '|👍🏽'],
  ['한|국', move('char', 'forward'), '한국|'],
  ['one tw|o three', move('word', 'back'), 'one |two three'],
  ['one| two', move('word', 'forward'), 'one two|'],
  ['foo.bar-baz|', move('word', 'back'), 'foo.bar-|baz'],
  ['foo.bar-baz qux|', move('bigWord', 'back'), 'foo.bar-baz |qux'],
  ['|foo.bar-baz qux', move('bigWord', 'forward'), 'foo.bar-baz| qux'],
  ['|你好世界', move('word', 'forward'), '你好|世界'],
  ['你好世界|', move('word', 'back'), '你好|世界'],
  ['one\ntw|o\nthree', move('line', 'back'), 'one\n|two\nthree'],
  ['one\nt|wo\nthree', move('line', 'forward'), 'one\ntwo|\nthree'],
  ['one\nt|wo', move('buffer', 'back'), '|one\ntwo'],
  ['one\nt|wo', move('buffer', 'forward'), 'one\ntwo|'],
] as const)('from %j %o leads to %j', (before, edit, after) => {
  expect(show(applyEdit(at(before), edit))).toBe(after)
})

test.each([
  ['a|b', { type: 'delete', unit: 'char', side: 'back' }, '|b'],
  ['a|b', { type: 'delete', unit: 'char', side: 'forward' }, 'a|'],
  ['|', { type: 'delete', unit: 'char', side: 'back' }, '|'],
  ['x👨‍👩‍👧|', { type: 'delete', unit: 'char', side: 'back' }, 'x|'],
  ['e\u0301|', { type: 'delete', unit: 'char', side: 'back' }, '|'],
  ['one two|', kill('word', 'back'), 'one |'],
  ['a/b/c d|', kill('bigWord', 'back'), 'a/b/c |'],
  ['one| two', kill('word', 'forward'), 'one|'],
  ['one\ntw|o\nx', kill('line', 'back'), 'one\n|o\nx'],
  ['one\n|two', kill('line', 'back'), 'one|two'],
  ['one\nt|wo\nx', kill('line', 'forward'), 'one\nt|\nx'],
  ['one|\ntwo', kill('line', 'forward'), 'one|two'],
  ['one\nt|wo\nx', { type: 'killLine' }, 'one\n|x'],
  ['one\nt|wo', { type: 'killLine' }, 'one|'],
  ['我们喜欢|', kill('word', 'back'), '我们|'],
  ['a|b', { type: 'transpose', unit: 'char' }, 'ba|'],
  ['ab|', { type: 'transpose', unit: 'char' }, 'ba|'],
  ['|ab', { type: 'transpose', unit: 'char' }, '|ab'],
  ['one| two', { type: 'transpose', unit: 'word' }, 'two one|'],
  ['one, |two!', { type: 'transpose', unit: 'word' }, 'two, one|!'],
  ['|one', { type: 'transpose', unit: 'word' }, '|one'],
  ['|one two', { type: 'case', to: 'upper' }, 'ONE| two'],
  ['|ONE two', { type: 'case', to: 'lower' }, 'one| two'],
  ['| éCOLE', { type: 'case', to: 'capital' }, ' École|'],
  ['one\\|', { type: 'continueLine' }, 'one\n|'],
  ['a|b', { type: 'newline' }, 'a\n|b'],
  ['a|b', type('\r\nx\r'), 'a\nx\n|b'],
  ['one @sr| two', { type: 'replace', span: { from: 4, to: 7 }, text: '@src/' }, 'one @src/| two'],
] as const)('of %j %o makes %j', (before, edit, after) => {
  expect(show(applyEdit(at(before), edit as Edit))).toBe(after)
})

test('kills in a row make one entry, whichever side they come from', () => {
  const cut = run(at('a b |c d'), kill('word', 'back'), kill('word', 'forward'), kill('word', 'back'))
  expect([show(cut), cut.kills.entries]).toEqual(['| d', [{ text: 'a b c', lines: false }]])
  expect(show(run(cut, { type: 'yank' }))).toBe('a b c| d')
})

test('a move between two kills makes two entries, and yankPop goes round them', () => {
  const cut = run(at('one two|'), kill('word', 'back'), move('char', 'back'), kill('word', 'back'))
  const steps = [{ type: 'yank' }, { type: 'yankPop' }, { type: 'yankPop' }] as const
  expect(steps.map((_, index) => run(cut, ...steps.slice(0, index + 1)).text)).toEqual([
    'one ',
    'two ',
    'one ',
  ])
})

test('yankPop without a yank before it does nothing', () => {
  expect(show(run(at('one|'), kill('word', 'back'), type('x'), { type: 'yankPop' }))).toBe('x|')
})

test('a region is cut or copied, and cutting a word takes it instead', () => {
  const marked = run(at('|one two'), { type: 'setMark' }, move('word', 'forward'))
  expect(show(run(marked, { type: 'killRegion' }))).toBe('| two')
  expect(show(run(marked, kill('bigWord', 'back')))).toBe('| two')
  const copied = run(marked, { type: 'copyRegion' })
  expect([copied.text, copied.kills.entries[0]?.text, copied.mark]).toEqual(['one two', 'one', undefined])
  expect(show(run(marked, { type: 'swapMark' }))).toBe('|one two')
})

test('typing is undone word by word, other edits one by one, and redone', () => {
  const typed = run(createEditor(), ...Array.from('one two', type), { type: 'newline' }, type('x'))
  const texts = [typed]
  for (let step = 0; step < 5; step++) texts.push(applyEdit(texts.at(-1) ?? typed, { type: 'undo' }))
  expect(texts.map(editor => editor.text)).toEqual(['one two\nx', 'one two', 'one', '', '', ''])
  const back = run(texts[3] ?? typed, { type: 'redo' }, { type: 'redo' }, { type: 'redo' })
  expect(show(back)).toBe('one two\nx|')
})

test('a new edit forgets what could be redone', () => {
  const editor = run(createEditor(), type('a'), { type: 'undo' }, type('b'), { type: 'redo' })
  expect(editor.text).toBe('b')
})

test('undo keeps a bounded number of steps', () => {
  let editor = createEditor()
  for (let step = 0; step < 2_500; step++) editor = run(editor, type('x'), move('char', 'back'))
  expect(editor.past?.depth).toBeLessThanOrEqual(2_001)
  expect(applyEdit(editor, { type: 'undo' }).text).toHaveLength(2_499)
})

const picture: ImageBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
}
const long = Array.from({ length: 41 }, (_, index) => `line ${index}`).join('\n')

test('a long paste is a chip: one stop, deleted whole, brought back by undo, sent whole', () => {
  const pasted = run(createEditor('see '), { type: 'paste', text: long }, type(' please'))
  expect(labelledText(pasted)).toBe('see [Pasted text #1 +40 lines] please')
  expect(expandEditor(pasted)).toEqual({
    text: `see ${long} please`,
    blocks: [{ type: 'text', text: `see ${long} please` }],
  })
  const before = run(pasted, { type: 'caret', at: 6 }, { type: 'delete', unit: 'char', side: 'back' })
  expect([labelledText(before), before.caret]).toEqual(['see  please', 4])
  expect(labelledText(run(before, { type: 'undo' }))).toBe('see [Pasted text #1 +40 lines] please')
})

test.each([
  ['three lines', 'a\nb\nc', 'a\nb\nc'],
  ['four lines', 'a\nb\nc\nd', '[Pasted text #1 +3 lines]'],
  ['800 characters', 'x'.repeat(800), 'x'.repeat(800)],
  ['801 characters', 'x'.repeat(801), '[Pasted text #1]'],
])('a paste of %s', (_name, text, shown) => {
  expect(labelledText(run(createEditor(), { type: 'paste', text }))).toBe(shown)
})

test('the same paste directly after unfolds the chip, another one does not', () => {
  const twice = run(createEditor(), { type: 'paste', text: long }, { type: 'paste', text: long })
  expect(twice.text).toBe(long)
  const other = run(createEditor(), { type: 'paste', text: long }, { type: 'paste', text: `${long}!` })
  expect(labelledText(other)).toBe('[Pasted text #1 +40 lines][Pasted text #2 +40 lines]')
  const later = run(createEditor(), { type: 'paste', text: long }, type('x'), { type: 'paste', text: long })
  expect(labelledText(later)).toBe('[Pasted text #1 +40 lines]x[Pasted text #2 +40 lines]')
})

test('pictures are blocks behind the text, which names them; numbers go on in the next prompt', () => {
  const editor = run(createEditor(), type('what is '), { type: 'image', block: picture }, type('?'))
  expect(expandEditor(editor)).toEqual({
    text: 'what is [Image #1]?',
    blocks: [{ type: 'text', text: 'what is [Image #1]?' }, picture],
  })
  expect(labelledText(run(resetEditor(editor), { type: 'image', block: picture }))).toBe('[Image #2]')
})

test('labels that come back from an editor are chips again', () => {
  const editor = run(createEditor(), { type: 'image', block: picture }, { type: 'paste', text: long })
  const edited = run(editor, { type: 'set', text: `about [Image #1]: ${labelledText(editor).slice(10)}` })
  expect(expandEditor(edited)).toEqual({
    text: `about [Image #1]: ${long}`,
    blocks: [{ type: 'text', text: `about [Image #1]: ${long}` }, picture],
  })
})

test('nothing that is typed can pass for a chip', () => {
  const editor = run(createEditor(), { type: 'paste', text: long }, type('\u{10f001}'))
  expect(labelledText(editor)).toBe('[Pasted text #1 +40 lines]\ufffd')
})

test.each([
  ['a\\|', true],
  ['a\\\\|', false],
  ['\\|x', true],
  ['|', false],
])('%j asks for another line: %s', (text, answer) => {
  expect(endsInBackslash(at(text))).toBe(answer)
})

test('an emptied editor keeps what was cut and forgets what can be undone', () => {
  const next = resetEditor(run(at('one two|'), kill('word', 'back')))
  expect([next.text, next.kills.entries[0]?.text, next.past]).toEqual(['', 'two', undefined])
})

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text): Edit => ({ type: 'insert', text })),
  fc.constantFrom<Edit>(
    { type: 'newline' },
    { type: 'paste', text: long },
    { type: 'image', block: picture },
    { type: 'undo' },
    { type: 'redo' },
    { type: 'yank' },
    { type: 'yankPop' },
    { type: 'killLine' },
    { type: 'setMark' },
    { type: 'swapMark' },
    { type: 'killRegion' },
    { type: 'transpose', unit: 'char' },
    { type: 'transpose', unit: 'word' },
    { type: 'case', to: 'upper' },
    { type: 'row', by: 1, width: 10 },
    { type: 'row', by: -1, width: 10 },
    { type: 'rowEdge', to: 'end', width: 10 },
  ),
  fc
    .tuple(
      fc.constantFrom('move' as const, 'kill' as const, 'delete' as const),
      fc.constantFrom('char' as const, 'word' as const, 'bigWord' as const, 'line' as const),
      fc.constantFrom('back' as const, 'forward' as const),
    )
    .map(([kind, unit, side]): Edit => ({ type: kind, unit, side })),
  fc.nat(60).map((offset): Edit => ({ type: 'caret', at: offset })),
)

test('whatever is done, the caret stands between clusters and undo leads back to the beginning', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), edits => {
      const editor = run(createEditor('start 你好👍é'), ...edits)
      expect(applyEdit(editor, { type: 'caret', at: editor.caret }).caret).toBe(editor.caret)
      expect(editor.caret).toBeLessThanOrEqual(editor.text.length)
      let undone = editor
      while (undone.past) undone = applyEdit(undone, { type: 'undo' })
      expect(undone.text).toBe('start 你好👍é')
      let redone = undone
      while (redone.future) redone = applyEdit(redone, { type: 'redo' })
      // What had been undone by the edits themselves may be redone as well, so the text is only known without them.
      if (!edits.some(edit => edit.type === 'undo')) expect(redone.text).toBe(editor.text)
    }),
    { numRuns: 300 },
  )
})

test('a word of Chinese is a word to Ctrl-W, with the signs behind it; other languages end at blanks', () => {
  const killed = (text: string): string => {
    const editor = applyEdit(createEditor(text), { type: 'kill', unit: 'bigWord', side: 'back' })
    return editor.text
  }
  expect(killed('请运行测试')).toBe('请运行')
  expect(killed('请修复，谢谢！')).toBe('请修复，')
  expect(killed('运行 npm test')).toBe('运行 npm ')
  expect(killed('请看src/a.ts')).toBe('请看')
  expect(killed('测试 ')).toBe('')
})
