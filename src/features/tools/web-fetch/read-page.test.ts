import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const read = (body: Uint8Array | string, contentType?: string, url = 'https://a.example/x') =>
  readPage({ body: Buffer.from(body), contentType, url })

test.each([
  ['markdown as it is', '# <b>A</b>', 'text/markdown', 'text/markdown', '# <b>A</b>'],
  ['JSON as it is', '{"a": 1}', 'application/json; charset=utf-8', 'application/json', '{"a": 1}'],
  ['XML as it is', '<a>b</a>', 'application/atom+xml', 'application/atom+xml', '<a>b</a>'],
  ['HTML as Markdown', '<h1>A</h1>', 'text/html', 'text/html', '# A'],
  ['HTML without a type', '<!doctype html><h1>A</h1>', undefined, 'text/html', '# A'],
  ['text without a type', 'plain', undefined, 'text/plain', 'plain'],
])('%s', (_name, body, given, type, text) => {
  expect(read(body, given)).toEqual({ kind: 'text', type, text, cut: false })
})

test.each([
  ['the header', Buffer.from([0x63, 0xe9]), 'text/plain; charset=ISO-8859-1', 'cé'],
  ['the page', Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0', 'latin1'), 'text/html', 'Пр'],
  ['the mark', Buffer.from('\ufeffhé', 'utf16le'), 'text/plain; charset=utf-8', 'hé'],
  ['nobody', Buffer.from('hé'), 'text/plain', 'hé'],
  ['a name nobody knows', Buffer.from('hé'), 'text/plain; charset=klingon', 'hé'],
])('the character set comes from %s', (_name, body, type, text) => {
  expect(read(body, type)).toMatchObject({ kind: 'text', text })
})

test.each([
  ['application/pdf', '%PDF-1.7', 'https://a.example/x', 'pdf'],
  ['image/png', '\x89PNG\0', 'https://a.example/x', 'png'],
  ['application/x-tar', 'x', 'https://a.example/x.TAR?y=z.exe', 'tar'],
  ['application/x-odd', 'x', 'https://a.example/..%2f..%2fetc', 'bin'],
  ['text/plain', 'a\0b', 'https://a.example/', 'bin'],
])('%s with %j is binary', (type, body, url, extension) => {
  expect(read(body, type, url)).toEqual({ kind: 'binary', type, extension })
})
