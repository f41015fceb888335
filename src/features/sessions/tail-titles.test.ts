import { expect, test } from 'vitest'
import type { Entry } from '../../protocol/entry.ts'
import { TailTitles, titleEntries } from './tail-titles.ts'

const sessionId = 's'
const name = (customTitle: string): Entry & { readonly type: 'custom-title' } => ({
  type: 'custom-title',
  customTitle,
  sessionId,
})
const text = (kb: number): string => 'x'.repeat(kb * 1024)

test('without a name nothing is repeated', () => {
  expect(new TailTitles().linesAfter(text(1000))).toBe('')
})

test('the last name is repeated after every 32 KB', () => {
  const titles = new TailTitles()
  titles.see(name('old'))
  titles.see(name('new'))
  const line = `${JSON.stringify(name('new'))}\n`
  expect([20, 11, 1, 31, 500].map(kb => titles.linesAfter(text(kb)))).toEqual(['', '', line, '', line])
})

test('a name that was taken back is repeated as taken back', () => {
  const titles = new TailTitles([name('old')])
  titles.see(name(''))
  expect(titles.linesAfter('x')).toBe(`${JSON.stringify(name(''))}\n`)
})

test('what a resumed file is called is repeated with the first write', () => {
  const known = titleEntries({ title: { custom: 'a', ai: 'b', firstPrompt: 'c' }, tag: 'd' }, sessionId)
  expect(known).toEqual([
    name('a'),
    { type: 'ai-title', aiTitle: 'b', sessionId },
    { type: 'tag', tag: 'd', sessionId },
  ])
  const titles = new TailTitles(known)
  expect(titles.linesAfter('x').split('\n')).toHaveLength(4)
  expect(titles.linesAfter('x')).toBe('')
})
