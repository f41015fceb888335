import { expect, test } from 'vitest'
import { TypedLines } from './typed-lines.ts'

const left = (typed: string | readonly string[], text: string, takesKeys = false): string => {
  const lines = new TypedLines()
  lines.takesKeys = takesKeys
  for (const each of [typed].flat()) lines.add(each)
  return lines.without(text, '#')
}

test.each<[string, string | string[], string, string]>([
  ['a line', 'hunter2\r', 'got hunter2!', 'got #!'],
  ['a line that was not sent', 'hunt', 'hunt', '#'],
  ['a line in pieces', ['hun', 'ter', '2\r'], 'hunter2', '#'],
  ['a corrected line', 'hunn\u007fter2\r', 'hunter2', '#'],
  ['a line that was killed', 'hunter2\u0015other\r', 'hunter2 other', '# #'],
  ['a word that was killed', 'say hunter2\u0017that\r', 'say that hunter2', '# hunter2'],
  ['the parts between movements', 'one\u001b[Dtwo more\r', 'two more', '#'],
  ['pasted lines', '\u001b[200~first\rsecond\u001b[201~\r', 'second first', '# #'],
  ['the longest first', 'secret\rsecret plan\r', 'secret plan, secret', '#, #'],
  ['keys with numbers', '\u001b[104u\u001b[117u\u001b[110;2u\u001b[116;1:1u\u001b[116;1:3u\r', 'hunt', '#'],
  ['too short to be told apart', 'y\r', 'yes', 'yes'],
  ['Chinese', '这是密码\r', '是：这是密码。', '是：#。'],
])('%s', (_, typed, text, shown) => {
  expect(left(typed, text)).toBe(shown)
})

test('what a terminal answers by itself is not typed', () => {
  const lines = new TypedLines()
  expect(lines.add('\u001b[?62;4c\u001b]11;rgb:0000/0000/0000\u001b\\\u001b[12;40R\u001b[I')).toEqual([])
  expect(lines.add('a\u001b[A\r')).toEqual([{ what: 'text' }, { what: 'edit' }, { what: 'enter', line: '' }])
})

test('in a program that has the whole screen, text follows keys', () => {
  expect(left('ihello there\u001b:wq\r', '[main 1] hello there', true)).toBe('[main 1] #')
})
