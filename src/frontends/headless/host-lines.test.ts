import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputLines } from './host-lines.ts'

const read = async (chunks: readonly (Uint8Array | string)[]) => {
  const lines: { readonly number: number; readonly text: string }[] = []
  const source = async function* () {
    yield* chunks
  }
  for await (const line of inputLines(source())) lines.push(line)
  return lines
}

test('lines are numbered with the blank ones counted and left out', async () => {
  expect(await read(['a\n\n', ' \nb\r', '\nc'])).toEqual([
    { number: 1, text: 'a' },
    { number: 4, text: 'b\r' },
    { number: 5, text: 'c' },
  ])
})

test('an empty input has no lines', async () => {
  expect(await read([])).toEqual([])
})

test('lines do not depend on where the bytes were cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).map(text => `x${text.replaceAll('\n', '')}`)),
      fc.array(fc.nat(40)),
      async (lines, cuts) => {
        const bytes = new TextEncoder().encode(lines.join('\n'))
        const chunks: Uint8Array[] = []
        let at = 0
        for (const cut of cuts) {
          chunks.push(bytes.subarray(at, at + cut))
          at += cut
        }
        chunks.push(bytes.subarray(at))
        expect((await read(chunks)).map(line => line.text)).toEqual(lines)
      },
    ),
  )
})
