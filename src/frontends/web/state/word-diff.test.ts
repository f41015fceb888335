import { expect, test } from 'vitest'
import { type DiffLine, diffLines } from './hunk.ts'
import { changedWords } from './word-diff.ts'

const marked = (...lines: readonly string[]): readonly (readonly string[])[] => {
  const all = diffLines({ oldStart: 1, newStart: 1, lines })
  const marks = changedWords(all)
  return all.map((line: DiffLine) => (marks.get(line) ?? []).map(({ from, to }) => line.text.slice(from, to)))
}

test('words that are gone and words that are new are marked, and nothing else', () => {
  expect(marked(' a', '-const total = price', '+const total = price * count', ' b')).toEqual([
    [],
    [],
    [' * count'],
    [],
  ])
  expect(marked('-let 总数 = 一', '+let 总数 = 二')).toEqual([['一'], ['二']])
})

test('a line that is another one altogether, or has no counterpart, is not marked word by word', () => {
  expect(marked('-import a from b', '+while (true) {}')).toEqual([[], []])
  expect(marked('-one word', '+one word more', '+and a line')).toEqual([[], [], []])
  expect(marked('+new')).toEqual([[]])
})

test('each part of a line is in a mark or between them, whatever the lines are', () => {
  const pieces = ['a', 'b', ' ', '(', '\u202e', '😀', '.', 'word']
  let seed = 7
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const line = (): string => Array.from({ length: next() % 12 }, () => pieces[next() % 8]).join('')
  for (let at = 0; at < 300; at++) {
    const all = diffLines({ oldStart: 1, newStart: 1, lines: [`-${line()}`, `+${line()}`] })
    const marks = changedWords(all)
    const left = all.map(each =>
      (marks.get(each) ?? []).reduceRight(
        (text, { from, to }) => text.slice(0, from) + text.slice(to),
        each.text,
      ),
    )
    // Without what was marked both lines are the same.
    if (marks.size > 0) expect(left[0]).toBe(left[1])
  }
})

test('lines that are too long to compare are left alone', () => {
  expect(marked(`-${'a '.repeat(600)}`, `+${'a '.repeat(600)}b`)).toEqual([[], []])
})
