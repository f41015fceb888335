import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfOf } from '../../../../test/support/pdf-bomb.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import { openPdf } from './pdf-thread.ts'

const drawn = deflateSync(Buffer.from('BT /F1 12 Tf 20 200 Td (Hello) Tj ET'))
const whole = pdfOf(drawn, '/FlateDecode').toString('latin1')
const withoutTable = whole.replace(/xref[\s\S]*?(?=trailer)/, '').replace(/startxref[\s\S]*$/, '')
const endingWith = (end: string): string => `${withoutTable}${end}`

/** Documents whose objects can only be found by a search through all of it. */
const DAMAGED: Readonly<Record<string, string>> = {
  'nothing at its end': withoutTable,
  'no number': endingWith('startxref\n\n%%EOF\n'),
  'a place before its beginning': endingWith('startxref\n-5\n%%EOF\n'),
  'its first byte': endingWith('startxref\n0\n%%EOF\n'),
  'a place behind its end': endingWith('startxref\n99999999\n%%EOF\n'),
  'a place of no number': endingWith('startxref\n1e3\n%%EOF\n'),
  'the middle of an object': endingWith('startxref\n20\n%%EOF\n'),
  'a table long before its end': `${endingWith('startxref\n9\n%%EOF\n')}${' '.repeat(5000)}`,
  'a place that only looks like a table': endingWith(
    `xrefx\nstartxref\n${Buffer.byteLength(withoutTable, 'latin1')}\n%%EOF\n`,
  ),
}

const open = async (text: string, maxSearchedBytes: number): Promise<number | string> => {
  const data = Buffer.from(text, 'latin1')
  const content = { path: '/p/a.pdf', data, size: data.length } as unknown as FileContent
  const limits = { timeoutMs: 600_000, maxBytes: 2 ** 33, maxSearchedBytes }
  try {
    await using pdf = await openPdf(content, new AbortController().signal, limits)
    return pdf.pages
  } catch (error) {
    return error instanceof ToolError ? error.message : Promise.reject(error)
  }
}

test.each(Object.entries(DAMAGED))('a large document that names %s is not searched', async (_, text) => {
  expect(await open(text, 300)).toMatch(/^\/p\/a\.pdf is damaged: .*only up to 0 MB.*Repair it first/)
})

test('a small one is', async () => {
  expect(await open(withoutTable, 100_000)).toBe(1)
})

test('a large one with its table is read', async () => {
  const at = Buffer.byteLength(withoutTable, 'latin1')
  const table = endingWith(
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  )
  const stream = endingWith(`9 0 obj\n<< /Type /XRef >>\nendobj\nstartxref\r\n${at}\r\n%%EOF`)
  expect(await open(table, 300)).toBe(1)
  expect(String(await open(stream, 300))).not.toContain('is damaged')
})
