import { expect, test } from 'vitest'
import { plainMention, plainStart } from './plain-start.ts'

test.each([
  ['／', '/'],
  ['、', '/'],
  ['、压缩', '/压缩'],
  ['？', '?'],
  ['！', '!'],
  ['＠', '@'],
  ['＃', '#'],
  ['你好', '你好'],
  ['。', '。'],
  ['', ''],
])('%j at the start of a line is %j', (typed, plain) => {
  expect(plainStart(typed)).toBe(plain)
})

test.each([
  ['', '@'],
  ['看看 ', '@'],
  ['看看', '＠'],
  ['看看，', '@'],
  ['me', '＠'],
])('＠ behind %j is %j', (before, plain) => {
  expect(plainMention('＠', before)).toBe(plain)
})
