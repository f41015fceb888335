import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

const split = async (chunks: readonly Uint8Array[]): Promise<readonly string[]> => {
  const lines: string[] = []
  const splitter = new LineSplitter(line => lines.push(line))
  for (const chunk of chunks) splitter.add(Buffer.from(chunk))
  await splitter.end()
  return lines
}

test('lines come whole, however the pieces fall', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', '→', '😀', ' ') })),
      fc.array(fc.nat(40)),
      async (lines, cuts) => {
        const bytes = Buffer.from(lines.map(line => `${line}\n`).join(''))
        const places = [0, ...cuts.filter(cut => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((to, at) => bytes.subarray(places[at], to))
        expect(await split(chunks)).toEqual(lines)
      },
    ),
  )
})

test('a long line comes once, cut', async () => {
  const chunks = Array.from({ length: 50 }, () => Buffer.alloc(1000, 'x'))
  expect(await split([...chunks, Buffer.from('\nend')])).toEqual([`${'x'.repeat(2000)}…`, 'end'])
})

test('a line in another encoding is read as that, and none overtakes it', async () => {
  const gbk = Buffer.from('c1acbdd3b7fecef1c6f7b3acca b1'.replaceAll(' ', ''), 'hex')
  const chunks = [Buffer.from('first\n'), gbk.subarray(0, 5), gbk.subarray(5), Buffer.from('\nlast')]
  expect(await split(chunks)).toEqual(['first', '连接服务器超时', 'last'])
})
