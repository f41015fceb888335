import { expect, test } from 'vitest'
import { growthOf, isSteep, type Measure, type Work } from '../support/growth.ts'

/** Counts what readers look at; a million characters take a second. What the clock of a busy machine says is left out. */
class Reader {
  #looked = 0

  lookOver(text: string): void {
    this.#looked += text.length
  }

  readonly spent: Measure = async (work, text) => {
    const before = this.#looked
    await work(text)
    return (this.#looked - before) / 1000
  }
}

/** Readers that go over what they have read again with each piece, as careless ones do. */
const STEEP: Readonly<Record<string, { readonly unit: string; work(reader: Reader): Work }>> = {
  'adds each line to what it reads again': {
    unit: 'a line\n',
    work: reader => text => {
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        reader.lookOver(text.slice(0, at))
    },
  },
  'looks for the end of each beginning': {
    unit: '<a',
    work: reader => text => {
      for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1))
        reader.lookOver(text.slice(at))
    },
  },
}

const repeat = (unit: string) => (chars: number) => unit.repeat(Math.ceil(chars / unit.length))

test.each(Object.entries(STEEP))('a reader that %s is steep', async (_, { work, unit }) => {
  const reader = new Reader()
  const ratio = await growthOf(work(reader), repeat(unit), { from: 1024, spent: reader.spent })
  expect([ratio, isSteep(ratio)]).toEqual([expect.any(Number), true])
})

test('one slow run of the short text, or of the long one, changes nothing', async () => {
  const reader = new Reader()
  const steep = STEEP['adds each line to what it reads again']?.work(reader)
  const even: Work = text => {
    for (let round = 0; round < 100; round++) reader.lookOver(text)
  }
  for (const [work, expected] of [
    [steep, true],
    [even, false],
  ] as const)
    for (const slow of [1, 2, 3, 4]) {
      let runs = 0
      const spent: Measure = async (one, text) =>
        (await reader.spent(one, text)) * (++runs % 5 === slow ? 9 : 1)
      expect(isSteep(await growthOf(work ?? even, repeat('a line\n'), { from: 1024, spent }))).toBe(expected)
    }
})

test('a reader that goes over the text a hundred times is not', async () => {
  const reader = new Reader()
  const work: Work = text => {
    for (let round = 0; round < 100; round++) reader.lookOver(text)
  }
  expect(isSteep(await growthOf(work, repeat('a'), { spent: reader.spent }))).toBe(false)
})

test('of work that takes next to no time nothing is said', async () => {
  expect(await growthOf(text => text.length, repeat('a'))).toBeUndefined()
})
