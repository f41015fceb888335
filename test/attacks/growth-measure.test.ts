import { expect, test } from 'vitest'
import { growthOf, isSteep, type Work } from '../support/growth.ts'

/** Looks at each character; the answer keeps the work from being left out. */
const lookOver = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0
  return sum
}

/** Readers that go over what they have read again with each piece, as careless ones do. */
const STEEP: Readonly<Record<string, { readonly work: Work; readonly unit: string }>> = {
  'adds each line to what it reads again': {
    unit: 'a line\n',
    work: text => {
      let read = 0
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        read ^= lookOver(text.slice(0, at))
      return read
    },
  },
  'looks for the end of each beginning': {
    unit: '<a',
    work: text => {
      let found = 0
      for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1))
        for (let end = at; end < text.length; end++) if (text.charCodeAt(end) === 62) found += 1
      return found
    },
  },
  'has a pattern that begins everywhere': { unit: ' ', work: text => /\s+$/.test(`${text}x`) },
}

test.each(Object.entries(STEEP))('a reader that %s is steep', async (_, { work, unit }) => {
  const ratio = await growthOf(work, chars => unit.repeat(Math.ceil(chars / unit.length)), 1024)
  expect([ratio, isSteep(ratio)]).toEqual([expect.any(Number), true])
})

test('a reader that goes over the text a hundred times is not', async () => {
  const work: Work = text => Array.from({ length: 100 }, () => lookOver(text))
  expect(isSteep(await growthOf(work, chars => 'a'.repeat(chars)))).toBe(false)
})

test('of work that takes next to no time nothing is said', async () => {
  expect(
    await growthOf(
      text => text.length,
      chars => 'a'.repeat(chars),
    ),
  ).toBeUndefined()
})
