import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

const split = (chunks: readonly Uint8Array[]): readonly string[] => {
  const lines: string[] = []
  const splitter = new LineSplitter(line => lines.push(line))
  for (const chunk of chunks) splitter.add(Buffer.from(chunk))
  splitter.end()
  return lines
}

test('lines come whole, however the pieces fall', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', '→', '😀', ' ') })),
      fc.array(fc.nat(40)),
      (lines, cuts) => {
        const bytes = Buffer.from(lines.map(line => `${line}\n`).join(''))
        const places = [0, ...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((to, at) => bytes.subarray(places[at], to))
        expect(split(chunks)).toEqual(lines)
      },
    ),
  )
})

test('a long line comes once, cut', () => {
  const chunks = Array.from({ length: 50 }, () => Buffer.alloc(1000, 'x'))
  expect(split([...chunks, Buffer.from('\nend')])).toEqual([`${'x'.repeat(2000)}…`, 'end'])
})
