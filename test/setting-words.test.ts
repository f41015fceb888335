import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTING_WORDS } from '../src/features/settings/rows/setting-words.ts'

const { withoutWords } = (await import(new URL('../scripts/setting-words.mjs', import.meta.url).href)) as {
  withoutWords(source: string): string
}

const ROWS = join(import.meta.dirname, '../src/features/settings/rows')

test('the built program has the rows of settings without their words', () => {
  const sources = readdirSync(ROWS)
    .filter(name => !name.includes('.test.'))
    .map(name => readFileSync(join(ROWS, name), 'utf8'))
  const said = (texts: readonly string[]): readonly string[] =>
    Object.values(SETTING_WORDS)
      .flatMap(({ en, zh }) => [en, zh])
      .filter(words => texts.some(text => text.includes(words)))
  expect(said(sources).length).toBeGreaterThan(300)
  expect(said(sources.map(withoutWords))).toEqual([])
})

test('words that the build would leave in a row stop it', () => {
  const row = (doc: string): string =>
    `export const a = [{ key: 'a', doc: ${doc} }] satisfies readonly DescribedRow[]`
  expect(withoutWords(row("{ en: 'Say \"a\"', zh: '说 a' }"))).not.toContain('Say')
  expect(() => withoutWords(row("{ en: `Say ${'a'}`, zh: '说 a' }"))).toThrow('doc: { en: `Say')
})
