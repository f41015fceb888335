import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { area, fill } from './area.ts'
import { inChinese } from './chinese.ts'
import { lines, sentences, verbatim } from './layout.ts'
import type { LocalizedText } from './localized-text.ts'
import { forModel, modelTexts } from './model-texts.ts'

const sample = area('sample', {
  plain: { en: 'Done.', zh: '完成。' },
  named: { en: 'There is no task {id}.', zh: '没有任务 {id}。' },
  counted: {
    en: { one: '{count:number} file changed', other: '{count:number} files changed' },
    zh: '{count} 个文件已更改',
  },
  listed: { en: 'Try {names:or}.', zh: '可以用{names:or}。' },
})

test('a text is made of its row and its values', () => {
  expect(sample('plain')).toEqual({ id: 'sample.plain', text: 'Done.' })
  expect(sample('named', { id: '7' })).toEqual({
    id: 'sample.named',
    values: { id: '7' },
    text: 'There is no task 7.',
  })
  expectTypeOf(sample('plain')).toEqualTypeOf<LocalizedText>()
})

test('a count chooses the form, a list is joined as a sentence says it', () => {
  expect(sample('counted', { count: 1 }).text).toBe('1 file changed')
  expect(sample('counted', { count: 2 }).text).toBe('2 files changed')
  expect(sample('listed', { names: ['a', 'b', 'c'] }).text).toBe('Try a, b, or c.')
  const listed = (names: readonly string[]) =>
    fill('可以用{names:or}。', { names }, { language: 'zh', localize: inChinese })
  expect(listed(['A', 'B_C', '甲'])).toBe('可以用A、B_C 或甲。')
  expect(listed(['A', 'B'])).toBe('可以用A 或 B。')
  expect(listed(['甲', '乙'])).toBe('可以用甲或乙。')
})

test('a text inside a text, lines and sentences are shown in the same language', () => {
  const inner = sentences([verbatim('x {id}'), lines(['a', 'b'])])
  expect(inner.text).toBe('x {id} a\nb')
  expect(inChinese(inner)).toBe('x {id}a\nb')
})

test('a brace that names no value is a brace', () => {
  expect(fill('{"price": {1}} {unknown}', {}, { localize: String, language: 'en' })).toBe(
    '{"price": {1}} {unknown}',
  )
})

test('the compiler refuses a value that one language lacks, and a call without it', () => {
  // @ts-expect-error the Chinese text lacks {id}
  area('broken', { row: { en: 'There is no task {id}.', zh: '没有任务。' } })
  // @ts-expect-error the English text lacks {id}
  area('broken', { row: { en: 'There is no task.', zh: '没有任务 {id}。' } })
  // @ts-expect-error no Chinese text
  area('broken', { row: { en: 'There is no task.' } })
  // @ts-expect-error a value is missing
  sample('named')
  // @ts-expect-error a number is wanted
  sample('counted', { count: '1' })
  // @ts-expect-error no such row
  expect(() => sample('other')).not.toThrow()
})

test('a text for the model carries both languages, also inside another', () => {
  const says = modelTexts('sample-tool', {
    missing: { en: 'There is no file {path}.', zh: '没有文件 {path}。' },
    why: { en: 'Not done: {reason}', zh: '未完成：{reason}' },
  })
  const text = says('why', { reason: says('missing', { path: 'a' }) })
  expect([forModel(text), forModel(text, 'zh'), inChinese(text)]).toEqual([
    'Not done: There is no file a.',
    '未完成：没有文件 a。',
    '未完成：没有文件 a。',
  ])
  // @ts-expect-error the Chinese text lacks {path}
  modelTexts('broken', { row: { en: 'There is no {path}.', zh: '没有。' } })
})

test('every area has its line in chinese.ts', () => {
  const listed = readFileSync(join(import.meta.dirname, 'chinese.ts'), 'utf8')
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const areas = files
    .filter(name => name.endsWith('.ts'))
    .filter(
      name =>
        !/^(?:area|chinese|literal-values|localized-text|model-texts|notice|presentation|text-for-model)\.ts$|\.test\.ts$/.test(
          name,
        ),
    )
  expect(areas.filter(name => !listed.includes(`'./${name}'`))).toEqual([])
})
