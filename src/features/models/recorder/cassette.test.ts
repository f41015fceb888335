import { expect, test } from 'vitest'
import { CassetteError, type Exchange, headerLine, parseCassette, toLine } from './cassette.ts'

const exchange = (index: number, digests: readonly string[]): Exchange => ({
  index,
  source: 'main',
  hash: `h${index}`,
  request: {
    model: 'm',
    system: 's',
    tools: [],
    messages: digests.map(digest => ({ role: 'user', digest, preview: digest })),
  },
  deltas: [],
  outcome: { error: { kind: 'overloaded', message: 'busy', status: 529 } },
  ms: 3,
})

const write = (exchanges: readonly Exchange[]): string => {
  const lines = exchanges.map((each, at) =>
    JSON.stringify(toLine(each, exchanges[at - 1]?.request.messages ?? [])),
  )
  return `${[headerLine(), ...lines].join('\n')}\n`
}

test('what is written is read back', () => {
  const exchanges = [exchange(0, ['a']), exchange(1, ['a', 'b']), exchange(2, ['c']), exchange(3, ['c', 'b'])]
  expect(parseCassette(write(exchanges), 'x')).toEqual({ exchanges })
})

test('a torn last line is left out', () => {
  const text = write([exchange(0, ['a']), exchange(1, ['a', 'b'])])
  expect(parseCassette(text.slice(0, -20), 'x')).toEqual({ exchanges: [exchange(0, ['a'])] })
})

test.each([
  ['', /not a recording/],
  ['{"format":"other"}\n', /not a recording/],
  ['{"format":"capstan-cassette","version":9}\n', /version 9.*reads 1/],
  [`${headerLine()}\nnonsense\n`, /x line 2 is not JSON/],
  [`${headerLine()}\n{"type":"exchange"}\n`, /x line 2 is not an exchange/],
])('%j is refused', (text, words) => {
  expect(() => parseCassette(text, 'x')).toThrow(words)
  expect(() => parseCassette(text, 'x')).toThrow(CassetteError)
})
