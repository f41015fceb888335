import { expect, test } from 'vitest'
import { inOneLine, labelled, namesAfter, withAside, withNames } from './written-signs.ts'

test('signs are those of the words they belong to', () => {
  expect([labelled('Mode', '中'), labelled('模式', 'a')]).toEqual(['Mode: 中', '模式：a'])
  expect([withAside('m', 'high'), withAside('m', '快速')]).toEqual(['m (high)', 'm（快速）'])
  expect([withNames('Leaves', ['/q']), withNames('退出', ['/q', '/x'])]).toEqual([
    'Leaves (/q)',
    '退出（/q、/x）',
  ])
  expect([inOneLine(['a', 'b']), inOneLine(['a', '暂停'])]).toEqual(['a, b', 'a，暂停'])
  expect([namesAfter('Tools', ['A', 'B']), namesAfter('工具', ['A', 'B'])]).toEqual(['A, B', 'A、B'])
})
