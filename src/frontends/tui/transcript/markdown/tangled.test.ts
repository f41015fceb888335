import { beforeAll, expect, test } from 'vitest'
import { bare, fakeLook, readyRichText } from '../../../../../test/support/fake-look.ts'
import { isTangled } from '../../../../lib/text/tangled.ts'
import type { RenderOptions } from '../render-options.ts'
import { MarkdownStream, renderMarkdown } from './markdown-stream.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook({ rich: await readyRichText() })
})

const MANY = 20_000

test.each([
  ['quotes in quotes', '>'.repeat(MANY)],
  ['quotes that grow', Array.from({ length: 400 }, (_, at) => `${'>'.repeat(at)}a`).join('\n')],
  ['items in items on one line', `${'- '.repeat(MANY)}a`],
  ['numbered items in items', `${'1. '.repeat(MANY)}a`],
  ['lists that go in', Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  ['emphasis that never ends', '_a'.repeat(MANY)],
  ['emphasis over many lines', '*a b\n'.repeat(MANY)],
  ['brackets', '[ '.repeat(MANY)],
  ['a word that may be an address', `${'a'.repeat(MANY)}@`],
  ['a table of columns', `${'|a'.repeat(MANY)}\n${'|-'.repeat(MANY)}\n`],
])('%s are shown as they are written, and soon', (_, text) => {
  expect(isTangled(text)).toBe(true)
  const shown = bare(renderMarkdown(text, look)).join('')
  expect(shown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
  const stream = new MarkdownStream()
  for (let at = 0; at < text.length; at += 4000) {
    stream.push(text.slice(at, at + 4000))
    stream.take(look)
  }
})

test.each([
  ['a nested list', '- a\n  - b\n    1. c\n       > > d'],
  ['a long list with code', '- `a` and **b** with [c](d)\n'.repeat(2000)],
  ['a long table with code', `| a | b |\n|---|---|\n${'| `a` | *b* |\n'.repeat(2000)}`],
  ['a key of many letters', `# The key\n\n${'c2FsdA+/'.repeat(1000)}\n`],
  ['many paragraphs', 'Some *words* and `code`.\n\n'.repeat(2000)],
  ['a rule', `${'-'.repeat(200)}\n\n${'* '.repeat(10)}\n`],
  ['code of long lines and many signs', `\`\`\`c\n${'*'.repeat(3000)}\n${'>'.repeat(30)}\n\`\`\`\n`],
])('%s is read as Markdown', (_, text) => {
  expect(isTangled(text)).toBe(false)
})

test('many empty lines inside of code are read once', () => {
  const text = `\`\`\`\na${'\n'.repeat(30_000)}b\n\`\`\`\n`
  expect(bare(renderMarkdown(text, look)).at(-1)?.trim()).toBe('b')
})
