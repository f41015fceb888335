import fc from 'fast-check'
import { expect, test } from 'vitest'

type Width = (text: string) => number
const load = async (path: string): Promise<Width> =>
  (await import(new URL(path, import.meta.url).href)).default

test('text is as wide as the package says: characters alone, and any of them beside each other', async () => {
  const theirs = await load('../node_modules/string-width/index.js')
  const ours = await load('../scripts/ink-width.cjs')
  const all: string[] = []
  // Of the thousands of Chinese characters and syllables, some.
  for (let code = 0; code < 0x10000; code += code > 0x3200 && code < 0xf000 ? 13 : 1)
    all.push(String.fromCharCode(code))
  expect(all.filter(one => ours(one) !== theirs(one))).toEqual([])
  const near = fc.constantFrom(
    ...'a ·─│●❯◦▶◼⣿…“你好，。！～ー゛é\u0301\ufe0f\u200d👍🏽🇩🇪가ᄀ가#\u20e3\t\u0007ａ',
  )
  const style = fc.constantFrom(
    '\u001b[1m',
    '\u001b[38;5;9m',
    '\u001b[0m',
    '\u001b]8;;https://x.org\u0007',
    '\u001b[2K',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof({ arbitrary: near, weight: 6 }, style), { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      expect(ours(text)).toBe(theirs(text))
    }),
    { numRuns: 1000 },
  )
})
