import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyPress } from '../../terminal/input-event.ts'
import { namedKey } from '../../terminal/key-press.ts'
import { layoutEditor } from '../editor/layout.ts'
import { applyEdit, createEditor, type Editor } from '../editor.ts'
import { selectionOf } from './selection.ts'
import { type VimResult, vimKey, withVim } from './vim-key.ts'

const press = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({ ...namedKey(name), ...more })
const NAMED: Readonly<Record<string, KeyPress>> = {
  '<esc>': press('escape'),
  '<c-r>': press('r', { ctrl: true }),
  '<enter>': press('enter'),
  '<bs>': press('backspace'),
  '<del>': press('delete'),
  '<left>': press('left'),
}
const keysOf = (text: string): readonly KeyPress[] =>
  (text.match(/<(?:esc|c-r|enter|bs|del|left)>|./gsu) ?? []).map(
    token => NAMED[token] ?? press(token.toLowerCase(), { text: token }),
  )

/** As the program does: what vim leaves alone is typed. */
const feed = (editor: Editor, key: KeyPress): Editor => {
  const result = vimKey(editor, key)
  if (result.handled) return result.editor
  if (key.name === 'enter') return applyEdit(editor, { type: 'newline' })
  if (key.name === 'backspace') return applyEdit(editor, { type: 'delete', unit: 'char', side: 'back' })
  return key.text === '' ? editor : applyEdit(editor, { type: 'insert', text: key.text })
}
/** In normal mode, the caret on the character behind `|`. */
const normal = (marked: string): Editor => {
  const text = marked.replace('|', '')
  const editor = vimKey(withVim(createEditor(text), true), press('escape')).editor
  return { ...editor, caret: marked.indexOf('|') }
}
const show = ({ text, caret }: Editor): string => `${text.slice(0, caret)}|${text.slice(caret)}`
const typeKeys = (marked: string, keys: string): Editor => keysOf(keys).reduce(feed, normal(marked))

type Case = readonly [before: string, keys: string, after: string]
const table = (cases: readonly Case[]): void => {
  test.each(cases)('%j with %s is %j', (before, keys, after) => {
    expect(show(typeKeys(before, keys))).toBe(after)
  })
}

describe('motions', () =>
  table([
    ['ab|c', 'h', 'a|bc'],
    ['|abc', 'h', '|abc'],
    ['a\n|b', 'h', 'a\n|b'],
    ['a|bc', 'l', 'ab|c'],
    ['ab|c', 'l', 'ab|c'],
    ['|abcdef', '3l', 'abc|def'],
    ['abc|def', '2h', 'a|bcdef'],
    ['|你好', 'l', '你|好'],
    ['|👨‍👩‍👧x', 'l', '👨‍👩‍👧|x'],
    ['a|b\ncd', 'j', 'ab\nc|d'],
    ['ab\nc|d', 'k', 'a|b\ncd'],
    ['abc|d\nx\nabcd', 'jj', 'abcd\nx\nabc|d'],
    ['ab|c\nx\nabcdef', '2j', 'abc\nx\nab|cdef'],
    ['|a\nbbb', '$j', 'a\nbb|b'],
    ['你|好\nabcd', 'j', '你好\nab|cd'],
    ['|one two', 'w', 'one |two'],
    ['|one.two', 'w', 'one|.two'],
    ['|one.two three', 'W', 'one.two |three'],
    ['|one\n  two', 'w', 'one\n  |two'],
    ['|one\n\ntwo', 'w', 'one\n|\ntwo'],
    ['|a b c d', '3w', 'a b c |d'],
    ['one tw|o', 'w', 'one tw|o'],
    ['|你好hello世界', 'w', '你好|hello世界'],
    ['你好|hello世界', 'w', '你好hello|世界'],
    ['|ひらカタ漢字', 'w', 'ひら|カタ漢字'],
    ['one |two', 'b', '|one two'],
    ['one t|wo', 'b', 'one |two'],
    ['one.two |x', 'b', 'one.|two x'],
    ['one.two |x', 'B', '|one.two x'],
    ['one\n\n|two', 'b', 'one\n|\ntwo'],
    ['a b c |d', '2b', 'a |b c d'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['|one.two x', 'E', 'one.tw|o x'],
    ['|one two three', '2e', 'one tw|o three'],
    ['|one\n\ntwo', 'ee', 'one\n\ntw|o'],
    ['one |two', 'ge', 'on|e two'],
    ['one.a |two', 'gE', 'one.|a two'],
    ['  a|bc', '0', '|  abc'],
    ['  abc|d', '^', '  |abcd'],
    ['|abc', '$', 'ab|c'],
    ['|abc\ndef', '2$', 'abc\nde|f'],
    ['|abc  ', 'g_', 'ab|c  '],
    ['ab|cd', '3|', 'ab|cd'],
    ['  a\n|b\nc', 'gg', '  |a\nb\nc'],
    ['|a\nb\nc', 'G', 'a\nb\n|c'],
    ['|a\nb\nc', '2G', 'a\n|b\nc'],
    ['|a\nb\nc', '2gg', 'a\n|b\nc'],
    ['|a\nb\nc', '9G', 'a\nb\n|c'],
    ['|a\n  b', '+', 'a\n  |b'],
    ['  a\n|b', '-', '  |a\nb'],
    ['|hello world', 'fo', 'hell|o world'],
    ['|hello world', '2fo', 'hello w|orld'],
    ['|hello world', 'to', 'hel|lo world'],
    ['hello worl|d', 'Fo', 'hello w|orld'],
    ['hello worl|d', 'To', 'hello wo|rld'],
    ['|a.b.c.d', 'f.;', 'a.b|.c.d'],
    ['|a.b.c.d', 'f.2;', 'a.b.c|.d'],
    ['|a.b.c.d', '2f.,', 'a|.b.c.d'],
    ['|a.b.c.d', 't.;', 'a.|b.c.d'],
    ['|hello', 'fz', '|hello'],
    ['|a\nbx', 'fx', '|a\nbx'],
    ['|你好世界', 'f世', '你好|世界'],
    ['|(a [b] c)', '%', '(a [b] c|)'],
    ['(a [b] c|)', '%', '|(a [b] c)'],
    ['|x (y)', '%', 'x (y|)'],
    ['|x', '%', '|x'],
    ['|a\nb\n\nc', '}', 'a\nb\n|\nc'],
    ['a\nb\n\n|c', '{', 'a\nb\n|\nc'],
    ['a\n|b', '{', '|a\nb'],
    ['|a\n\nb\n\nc', '2}', 'a\n\nb\n|\nc'],
    ['ab|c', '<left>', 'a|bc'],
    ['ab|c', '<bs>', 'a|bc'],
    ['|abc', ' ', 'a|bc'],
  ]))

describe('operators', () =>
  table([
    ['|one two', 'dw', '|two'],
    ['one |two', 'dw', 'one| '],
    ['one |two\nthree', 'dw', 'one| \nthree'],
    ['|one two three', '2dw', '|three'],
    ['|one two three', 'd2w', '|three'],
    ['|a b c d e f g', '2d3w', '|g'],
    ['one t|wo', 'db', 'one |wo'],
    ['|one two', 'de', '| two'],
    ['one |two three', 'd$', 'one| '],
    ['one |two', 'd0', '|two'],
    ['  one |two', 'd^', '  |two'],
    ['|a.b.c', 'df.', '|b.c'],
    ['|a.b.c', 'dt.', '|.b.c'],
    ['a.b.|c', 'dF.', 'a.b|c'],
    ['|one\ntwo\nthree', 'dd', '|two\nthree'],
    ['one\n|two', 'dd', '|one'],
    ['|one', 'dd', '|'],
    ['|one\ntwo\nthree', '2dd', '|three'],
    ['|one\ntwo', '5dd', '|'],
    ['a\n|b\nc\nd', 'dj', 'a\n|d'],
    ['a\nb\n|c\nd', 'dk', 'a\n|d'],
    ['a\n|b\nc', 'dG', '|a'],
    ['a\nb\n|c', 'dgg', '|'],
    ['|a\nb\n\nc', 'd}', '|\nc'],
    ['x |a\nb\n\nc', 'd}', 'x| \n\nc'],
    ['|(a b) c', 'd%', '| c'],
    ['|one two', 'cwx<esc>', '|x two'],
    ['o|ne two', 'cwx<esc>', 'o|x two'],
    ['|one two three', 'c2wx<esc>', '|x three'],
    ['one| two', 'cwx<esc>', 'one|xtwo'],
    ['one |two three', 'c$x<esc>', 'one |x'],
    ['a\n|b\nc', 'ccx<esc>', 'a\n|x\nc'],
    ['a\n|b\nc\nd', 'cjx<esc>', 'a\n|x\nd'],
    ['|one two', 'ywP', 'one| one two'],
    ['|one two', 'yw$p', 'one twoone| '],
    ['|one\ntwo', 'yyp', 'one\n|one\ntwo'],
    ['one\n|two', 'yyP', 'one\n|two\ntwo'],
    ['|one\ntwo\nthree', 'yjGp', 'one\ntwo\nthree\n|one\ntwo'],
    ['|one', 'y$p', 'oon|ene'],
    ['|one\ntwo', '>>', '  |one\ntwo'],
    ['|one\ntwo', '>j', '  |one\n  two'],
    ['    |one', '<<', '  |one'],
    [' |one', '<<', '|one'],
    ['|one\n\ntwo', '3>>', '  |one\n\n  two'],
    ['|one Two', 'g~w', '|ONE Two'],
    ['|one two', 'gUiw', '|ONE two'],
    ['ONE T|WO', 'guu', 'one t|wo'],
    ['one t|wo', 'gUU', 'ONE T|WO'],
    ['oNe t|wo', 'g~~', 'OnE T|WO'],
    ['o|ne two', 'gUgU', 'O|NE TWO'],
    ['|one two', 'gUe', '|ONE two'],
    ['|one', 'dz', '|one'],
    ['|one two', 'd<esc>w', 'one |two'],
    ['|你好 世界', 'dw', '|世界'],
    ['|你好世界', 'dl', '|好世界'],
    ['|你好abc', 'cwx<esc>', '|xabc'],
    ['|one two', 'd;', '|one two'],
  ]))

describe('text objects', () =>
  table([
    ['one t|wo three', 'diw', 'one | three'],
    ['one t|wo three', 'daw', 'one |three'],
    ['one t|wo', 'daw', 'on|e'],
    ['one |  two', 'diw', 'one|two'],
    ['a f|oo.bar b', 'diW', 'a | b'],
    ['a f|oo.bar b', 'daW', 'a |b'],
    ['|one two three', 'd2aw', '|three'],
    ['|one two three', 'd2iw', '|two three'],
    ['say "he|llo" now', 'di"', 'say "|" now'],
    ['say "he|llo" now', 'da"', 'say |now'],
    ['|say "hello"', 'di"', 'say "|"'],
    ['"a\\"b|c"', 'di"', '"|"'],
    ["it 'is |so'", "ci'x<esc>", "it '|x'"],
    ['`a |b`', 'di`', '`|`'],
    ['f(a, |b)', 'di(', 'f(|)'],
    ['f(a, |b)', 'da)', '|f'],
    ['f(a, |b)', 'dib', 'f(|)'],
    ['f(g(|x), y)', 'd2i(', 'f(|)'],
    ['a[|1]', 'di[', 'a[|]'],
    ['a[|1]', 'da]', '|a'],
    ['{ a| }', 'di{', '{|}'],
    ['{\n  a|b\n  c\n}', 'di{', '{\n|}'],
    ['{ a| }', 'diB', '{|}'],
    ['<a |b>', 'di<', '<|>'],
    ['x <a |b> y', 'da>', 'x | y'],
    ['|(a)', 'di(', '(|)'],
    ['no |brackets', 'di(', 'no |brackets'],
    ['a\nb|\n\nc', 'dip', '|\nc'],
    ['a\nb|\n\nc', 'dap', '|c'],
    ['a\n\nb|c', 'dap', '|a'],
    ['a\n|\n\nb', 'dip', 'a\n|b'],
    ['say "他|们"', 'ci"我<esc>', 'say "|我"'],
  ]))

describe('single commands', () =>
  table([
    ['|abc', 'x', '|bc'],
    ['ab|c', 'x', 'a|b'],
    ['|abc', '2x', '|c'],
    ['|abc', '9x', '|'],
    ['|👍🏽x', 'x', '|x'],
    ['|abc', '<del>', '|bc'],
    ['ab|c', 'X', 'a|c'],
    ['one |two', 'D', 'one| '],
    ['one |two', 'Cx<esc>', 'one |x'],
    ['|one\ntwo', 'Yjp', 'one\ntwo\n|one'],
    ['|abc', 'sx<esc>', '|xbc'],
    ['|abc', '2sx<esc>', '|xc'],
    ['|', 'sx<esc>', '|x'],
    ['a\n|bcd', 'Sx<esc>', 'a\n|x'],
    ['a|bc', 'rx', 'a|xc'],
    ['a|bc', '2rx', 'ax|x'],
    ['a|bc', '5rx', 'a|bc'],
    ['a|bc', 'r<enter>', 'a\n|c'],
    ['a|bc', 'r你', 'a|你c'],
    ['|abc', '~', 'A|bc'],
    ['|abc', '9~', 'AB|C'],
    ['|one\n  two', 'J', 'one| two'],
    ['|a\nb\nc', '3J', 'a b| c'],
    ['|a\n\nb', 'J', '|a\nb'],
    ['f(|a\n)', 'J', 'f(a|)'],
    ['|one', 'J', '|one'],
    ['|abc', 'xp', 'b|ac'],
    ['|abc', 'x3p', 'baa|ac'],
    ['|a\nb', 'ddp', 'b\n|a'],
    ['|a\nb', 'ddP', '|a\nb'],
    ['|a\nb', 'dd2p', 'b\n|a\na'],
    ['|', 'p', '|'],
    ['a|b\nc', 'ox<esc>', 'ab\n|x\nc'],
    ['a\nb|c', 'Ox<esc>', 'a\n|x\nbc'],
    ['  a|b', 'Ix<esc>', '  |xab'],
    ['|ab', 'Ax<esc>', 'ab|x'],
    ['a|b', 'ix<esc>', 'a|xb'],
    ['a|b', 'ax<esc>', 'ab|x'],
    ['|', 'ax<esc>', '|x'],
    ['|ab', '3ix<esc>', 'xx|xab'],
    ['|ab', '3ox<esc>', 'ab\nx\nx\n|x'],
    ['|abcd', 'Rxy<esc>', 'x|ycd'],
    ['abc|d', 'Rxyz<esc>', 'abcxy|z'],
    ['|abcd', 'Rxy<bs>z<esc>', 'x|zcd'],
    ['|abc', 'xu', '|abc'],
    ['|one two', 'dwdwuu', '|one two'],
    ['|one two', 'dwu<c-r>', '|two'],
    ['|a', 'ione two three<esc>u', '|a'],
    ['|abc', 'xx2u', '|abc'],
    ['|abc', 'q', '|abc'],
  ]))

describe('again', () =>
  table([
    ['|abcd', 'x.', '|cd'],
    ['|abcdef', '2x.', '|ef'],
    ['|abcdef', 'x3.', '|ef'],
    ['|abcdefghij', '2x3..', '|ij'],
    ['|a b c d', 'dw.', '|c d'],
    ['|a b c d e', 'dw2.', '|d e'],
    ['|a b c d e f', '2dw.', '|e f'],
    ['|one two three', 'cwx<esc>w.', 'x |x three'],
    ['|a\nb\nc\nd', 'dd.', '|c\nd'],
    ['|a\nb\nc\nd', 'dd2.', '|d'],
    ['|ab', 'ix<esc>.', '|xxab'],
    ['|ab', 'Ax<esc>.', 'abx|x'],
    ['|ab', 'ox<esc>.', 'ab\nx\n|x'],
    ['|ab', '2ix<esc>.', 'xx|xxab'],
    ['|ab', 'ix<esc>3.', 'xx|xxab'],
    ['|abc', 'rxl.', 'x|xc'],
    ['|abc', '~.', 'AB|c'],
    ['|a\nb\nc', 'J.', 'a b| c'],
    ['|a b\nc', '>>.', '    |a b\nc'],
    ['"a|" "b"', 'ci"x<esc>f"l.', '"x" "|x"'],
    ['|你好 世界 再见', 'dw.', '|再见'],
    ['|你好世界', 'x2.', '|界'],
    ['|一 二 三', 'cw数<esc>w.', '数 |数 三'],
    ['|abcdef', 'vld.', '|ef'],
    ['|a\nb\nc\nd\ne', 'Vjd.', '|e'],
    ['|abcdef', 'vlcx<esc>l.', 'x|xef'],
    ['|abcd', 'Rxy<esc>l.', 'xyx|y'],
    ['|abc', 'xyl.', '|c'],
    ['|a,b,c,d', 'df,u.', '|b,c,d'],
    ['|abc', '.', '|abc'],
  ]))

describe('visual', () =>
  table([
    ['|abcd', 'vd', '|bcd'],
    ['|abcd', 'vlld', '|d'],
    ['abc|d', 'vhhd', '|a'],
    ['|one two', 'vex', '| two'],
    ['|one two', 'vwcx<esc>', '|xwo'],
    ['|one two', 'vey$p', 'one twoon|e'],
    ['|a\nb\nc', 'Vd', '|b\nc'],
    ['|a\nb\nc', 'Vjd', '|c'],
    ['a\nb\n|c', 'Vkcx<esc>', 'a\n|x'],
    ['|a\nb', 'vjd', '|'],
    ['one t|wo', 'viwd', 'one| '],
    ['f(a|b)', 'vi(d', 'f(|)'],
    ['f(a|b)', 'va(d', '|f'],
    ['a\nb|\n\nc', 'vipd', '|\nc'],
    ['|abc', 'vlU', '|ABc'],
    ['|ABC', 'vlu', '|abC'],
    ['|aBc', 'vl~', '|Abc'],
    ['|abc', 'vlrx', '|xxc'],
    ['|a\nb', 'V>', '  |a\nb'],
    ['|a\nb', 'V2>', '    |a\nb'],
    ['|a\nb\nc', 'VjJ', 'a| b\nc'],
    ['|one two', 'yiwwvep', 'one on|e'],
    ['|a\nb\nc', 'yyjVp', 'a\n|a\nc'],
    ['|abcd', 'vllod', '|d'],
    ['ab|cd', 'vohd', 'a|d'],
    ['|abcd', 'vl<esc>x', 'a|cd'],
    ['|abcd', 'vlvx', 'a|cd'],
    ['|ab\ncd', 'vVd', '|cd'],
    ['|a b c', 'v2wd', '|'],
    ['|a.b.c', 'vf.d', '|b.c'],
    ['|ab\ncd', 'vlD', '|cd'],
    ['|你好世界', 'vld', '|世界'],
    ['|abc', 'vldu', '|abc'],
  ]))

test('keys that are not vim’s are left to the program', () => {
  const editor = normal('a|b')
  const left = ['enter', 'up', 'down', 'tab', 'pageup'].map(name => vimKey(editor, press(name)).handled)
  expect(left).toEqual([false, false, false, false, false])
  expect(vimKey(editor, press('c', { ctrl: true })).handled).toBe(false)
  expect(vimKey(editor, press('p', { alt: true })).handled).toBe(false)
  expect(vimKey(editor, press('escape')).handled).toBe(false)
  expect(vimKey(withVim(createEditor(), true), press('x', { text: 'x' })).handled).toBe(false)
  expect(vimKey(createEditor(), press('escape')).handled).toBe(false)
})

test('beyond the first and the last line the history begins', () => {
  const action = (marked: string, key: string): VimResult['action'] =>
    vimKey(normal(marked), press(key, { text: key })).action
  expect([action('a|b', 'k'), action('a|b', 'j'), action('a|b', '/'), action('a\n|b', 'k')]).toEqual([
    'history:previous',
    'history:next',
    'history:search',
    undefined,
  ])
})

test('an unfinished command waits, and Esc forgets it', () => {
  const waiting = typeKeys('|abc', '2d')
  expect(waiting.vim?.pending).toEqual(['2', 'd'])
  expect(keysOf('<esc>').reduce(feed, waiting).vim?.pending).toEqual([])
})

test('what is selected is seen, by characters and by lines', () => {
  expect(selectionOf(typeKeys('a|bcd', 'vl'))).toEqual({ from: 1, to: 3 })
  expect(selectionOf(typeKeys('a\nb|c\nd', 'V'))).toEqual({ from: 2, to: 4 })
  expect(selectionOf(normal('a|b'))).toBeUndefined()
})

test('vim is switched on and off without touching the text', () => {
  const editor = withVim(createEditor('abc'), true)
  expect([editor.vim?.mode, editor.text, withVim(editor, false).vim]).toEqual(['insert', 'abc', undefined])
})

test('whatever is typed, the caret stands on a character and undo leads back', () => {
  const keys = fc.array(
    fc.constantFrom(
      ...Array.from('hjklwbeWBE0^$G{}%;,fFtTdcyxXDCYsSrJpPoOIAaiuvVR~.<>g"(2310 ab你'),
      '<esc>',
      '<esc>',
      '<c-r>',
    ),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(keys, typed => {
      const start = normal('|one (two) "你好"\n\n  three 👍 four')
      const end = keysOf(`${typed.join('')}<esc><esc>`).reduce(feed, start)
      expect(end.caret).toBeLessThanOrEqual(end.text.length)
      expect(applyEdit(end, { type: 'caret', at: end.caret }).caret).toBe(end.caret)
      if (end.vim?.mode === 'normal' && end.text[end.caret - 1] !== '\n' && end.caret > 0)
        expect(end.text[end.caret] ?? '\n').not.toBe('\n')
      expect(layoutEditor(end, { width: 20, maxRows: 5, prefix: 2 }).caret.y).toBeLessThan(5)
      let undone = end
      while (undone.past) undone = applyEdit(undone, { type: 'undo' })
      expect(undone.text).toBe(start.text)
    }),
    { numRuns: 400 },
  )
})
