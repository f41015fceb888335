import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import { readTool } from './read.ts'

/** A page is a line of text, or raw grey pixels of a picture of 8 by 8 that fills it. */
const makePdf = (pages: readonly (string | Buffer)[]): Buffer => {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 3} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const [index, page] of pages.entries()) {
    const at = 4 + index * 3
    const resources = `/Font << /F1 3 0 R >> /XObject << /I ${at + 2} 0 R >>`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << ${resources} >> /Contents ${at + 1} 0 R >>`,
    )
    const drawn =
      typeof page === 'string' ? `BT /F1 12 Tf 20 200 Td (${page}) Tj ET` : '300 0 0 300 0 0 cm /I Do'
    objects.push(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)
    const pixels = typeof page === 'string' ? Buffer.alloc(64) : page
    objects.push(
      `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 64 >>\nstream\n${pixels.toString('latin1')}\nendstream`,
    )
  }
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

const read = async (data: Buffer, input = {}, more: Partial<ToolCall> = {}) => {
  const call = { ...makeToolCall(), ...more }
  writeFileSync(join(call.cwd, 'a.pdf'), data)
  return { call, ...(await runTool(readTool, { file_path: 'a.pdf', ...input }, call)) }
}
const pages = (count: number) => makePdf(Array.from({ length: count }, (_, index) => `text ${index + 1}`))

test('the text of a short PDF is shown page by page', async () => {
  const data = makePdf(['Hello', 'World'])
  const { call, output, text } = await read(data)
  expect({ output, text }).toEqual({
    output: {
      type: 'pdf',
      file: {
        filePath: join(call.cwd, 'a.pdf'),
        originalSize: data.length,
        totalPages: 2,
        pages: [
          { page: 1, text: 'Hello' },
          { page: 2, text: 'World' },
        ],
      },
      notes: [],
    },
    text: 'Page 1 of 2:\nHello\n\nPage 2 of 2:\nWorld\n',
  })
})

test('more than 10 pages need a range, and a range tells how to go on', async () => {
  await expect(read(pages(12))).rejects.toThrow(/has 12 pages.*Give pages/)
  const { text } = await read(pages(12), { pages: '2-3' })
  expect(text).toBe(
    'Page 2 of 12:\ntext 2\n\nPage 3 of 12:\ntext 3\n\n(Pages 2–3 of 12. Go on with pages "4-12".)',
  )
})

test('a page without text but with a picture is shown as the picture', async () => {
  const { text } = await read(makePdf(['first', Buffer.alloc(64, 'x')]))
  expect(text).toBe('Page 1 of 2:\nfirst\n\nPage 2 of 2:\n(no text; its picture follows)\n<image>')
})

test('a file larger than what is read as text is a PDF all the same', async () => {
  const padded = Buffer.concat([pages(1), Buffer.from(`\n%${'x'.repeat(300_000)}\n%%EOF\n`)])
  await expect(read(padded)).resolves.toMatchObject({ output: { type: 'pdf' } })
})

test('a model that reads documents gets a whole PDF as one, others its text', async () => {
  const data = makePdf(['Hello', 'World'])
  const { output } = await read(data, {}, { documents: true })
  expect(readTool.show(output)).toEqual([
    { type: 'text', text: expect.stringMatching(/a\.pdf, 2 pages:$/) },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: data.toString('base64') },
      title: 'a.pdf',
    },
  ])
  expect(readTool.show((await read(data)).output)).toMatchObject([{ type: 'text' }])
})

test('single pages of a PDF reach a model that reads documents as a document of just these pages', async () => {
  const { output } = await read(pages(12), { pages: '2-3' }, { documents: true })
  const [intro, shown, tail] = readTool.show(output)
  expect([intro, tail]).toEqual([
    { type: 'text', text: expect.stringMatching(/a\.pdf, pages 2–3 of 12:$/) },
    { type: 'text', text: '(Pages 2–3 of 12. Go on with pages "4-12".)' },
  ])
  const data = shown?.type === 'document' && 'data' in shown.source ? shown.source.data : ''
  const { text } = await read(Buffer.from(data, 'base64'))
  expect(text).toBe('Page 1 of 2:\ntext 2\n\nPage 2 of 2:\ntext 3\n')
  expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('text 7')
})

test.each([
  [[12], 'page 12 of 12'],
  [[3, 4, 5], 'pages 3–5 of 12'],
])('the pages %j of a document are named: %s', (numbers, named) => {
  const shown = numbers.map(page => ({ page, text: '' }))
  const file = { filePath: '/a.pdf', originalSize: 1, totalPages: 12, pages: shown, base64: 'QQ==' }
  expect(readTool.show({ type: 'pdf', file, notes: [] })[0]).toEqual({
    type: 'text',
    text: `/a.pdf, ${named}:`,
  })
})

test('a PDF with a secret is shown as text, in which it can be masked', async () => {
  const secrets = {
    restore: <E>(edit: E) => edit,
    redact: <T>(value: T) => (value === 'hush' ? ('[secret]' as T) : value),
  }
  const { text } = await read(makePdf(['plain', 'hush']), { pages: '2' }, { documents: true, secrets })
  expect(text).toContain('Page 2 of 2:')
})
