import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chinesePages, outlineHash, pagesBehind } from '../scripts/site/chinese-pages.ts'
import { englishIn } from './support/english-sentences.ts'
import { REPOSITORY } from './support/run-program.ts'

const HOW = 'bring their words up to date, then: node scripts/docs-zh.ts <page>'

test('no Chinese page fell behind its original', () => {
  expect(pagesBehind(REPOSITORY), HOW).toEqual([])
})

test('a new heading or another example is noticed, a better word is not', () => {
  const text = '# One\n\nWords.\n\n```\nrun this\n```\n'
  const hash = outlineHash(text)
  expect(outlineHash(text.replace('Words', 'Better words'))).toBe(hash)
  expect(outlineHash(`${text}\n## Two\n`)).not.toBe(hash)
  expect(outlineHash(text.replace('run this', 'run that'))).not.toBe(hash)
})

test.each(chinesePages(REPOSITORY).map(({ page }) => page))('%s is Chinese outside of examples', page => {
  const text = readFileSync(join(REPOSITORY, page), 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/<!--.*?-->|`[^`\n]*`|\]\([^)]*\)|\]\[[^\]]*\]/g, '')
  expect(englishIn(text)).toEqual([])
  expect(text).not.toMatch(/\p{Script=Han}[,;:!?](?![\w/{])/u)
})
