import { expect, test } from 'vitest'
import { createPinyin } from './pinyin.ts'

const pinyin = createPinyin()

test.each([
  ['ys', '压缩'],
  ['bz', '帮助'],
  ['mx', '模型'],
  ['qx', '权限'],
  ['sxw', '上下文'],
  ['zdys', '自动压缩'],
  ['cmm', '重命名'],
  ['zmm', '重命名'],
  ['znt', '智能体'],
  ['ht', '回退'],
  ['cj', '插件'],
  ['gw', '购物车.js'],
  ['gwc.js', '购物车.js'],
  ['kj', '会计'],
  ['aeo', '阿鹅哦'],
  ['jqr', '机器人'],
])('%s begins %s', (letters, name) => {
  expect(pinyin.matches(letters, name)).toBe('start')
})

test.each([
  ['ys', '自动压缩', 'inside'],
  ['wd', '说明文档.md', 'inside'],
  ['xx', '压缩', undefined],
  ['ys', 'compact', undefined],
  ['', '压缩', undefined],
  ['yss', '压缩', undefined],
])('%s in %s: %s', (letters, name, expected) => {
  expect(pinyin.matches(letters, name)).toBe(expected)
})
