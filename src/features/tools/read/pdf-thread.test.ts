import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { nestedBomb, operatorBomb, pdfOf } from '../../../../test/support/pdf-bomb.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import type { PdfLimits } from './guard-thread.ts'
import { openPdf } from './pdf-thread.ts'

const MIB = 1024 ** 2
const AMPLE: PdfLimits = { timeoutMs: 600_000, maxBytes: 8192 * MIB }
const never = new AbortController().signal

const contentOf = (data: Buffer): FileContent => ({ ...CONTENT, data, size: data.length })
const CONTENT = { path: '/p/a.pdf' } as FileContent

/** What became of it, and how often others had their turn meanwhile. */
const firstPage = async (data: Buffer, limits: Partial<PdfLimits>, signal = never) => {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  try {
    await using pdf = await openPdf(contentOf(data), signal, { ...AMPLE, ...limits })
    const { text } = await pdf.readPage({ page: 1, withPicture: 'none' })
    return { turns, text, error: undefined }
  } catch (error) {
    return { turns, text: undefined, error }
  } finally {
    clearInterval(timer)
  }
}

test('pages are answered in the order they are asked for, any number of times', async () => {
  const drawn = deflateSync(Buffer.from('BT /F1 12 Tf 20 200 Td (Hello) Tj ET'))
  await using pdf = await openPdf(contentOf(pdfOf(drawn, '/FlateDecode')), never)
  const page = { kind: 'page', text: 'Hello' }
  expect([
    pdf.pages,
    await pdf.readPage({ page: 1, withPicture: 'scan' }),
    await pdf.readPage({ page: 1, withPicture: 'scan' }),
    await pdf.readPage({ page: 2, withPicture: 'scan' }),
  ]).toEqual([1, page, page, { kind: 'page', text: expect.stringMatching(/^\[This page cannot be read: /) }])
})

test('what unpacks to gigabytes is ended at the limit of memory, and others run meanwhile', async () => {
  const { turns, error } = await firstPage(nestedBomb(), { maxBytes: 128 * MIB })
  expect(error).toBeInstanceOf(ToolError)
  expect(String(error)).toMatch(
    /Reading page 1 of \/p\/a\.pdf needs more than 128 MB of memory and was ended\. .*`pages`.*pdftotext/,
  )
  // A thread that is blocked comes to none.
  expect(turns).toBeGreaterThan(1)
})

/** Made when it is needed, for both. */
let slow: Buffer | undefined
const slowPdf = (): Buffer => {
  slow ??= operatorBomb()
  return slow
}

test('what takes too long is ended at the limit of time, and others run meanwhile', async () => {
  const { turns, error } = await firstPage(slowPdf(), { timeoutMs: 800 })
  expect(error).toBeInstanceOf(ToolError)
  expect(String(error)).toMatch(/Reading (page 1 of )?\/p\/a\.pdf takes more than 0\.8 seconds and was ended/)
  // A thread that is blocked comes to none.
  expect(turns).toBeGreaterThan(1)
})

test('an interrupt ends it in the middle of a page', async () => {
  const control = new AbortController()
  await using pdf = await openPdf(contentOf(slowPdf()), control.signal, AMPLE)
  const page = pdf.readPage({ page: 1, withPicture: 'none' })
  setTimeout(() => control.abort(), 50)
  await expect(page).rejects.toThrow('Reading was interrupted.')
  await expect(pdf.readPage({ page: 1, withPicture: 'none' })).rejects.toThrow('Reading was interrupted.')
})

test('nothing is started for somebody who does not wait any more', async () => {
  const { error } = await firstPage(nestedBomb(), {}, AbortSignal.abort())
  expect(error).toBeInstanceOf(ToolError)
  expect(error).toHaveProperty('message', 'Reading was interrupted.')
})

test('what is no document is refused with the reason', async () => {
  const { error } = await firstPage(Buffer.from('%PDF-1.4 nothing'), {})
  expect(error).toBeInstanceOf(ToolError)
  expect(String(error)).toMatch(/\/p\/a\.pdf looks like a PDF but cannot be read: \w/)
})
