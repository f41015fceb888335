import type { ContentBlock } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { promptContent } from './prompt-content.ts'

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const link = (uri: string): ContentBlock => ({ type: 'resource_link', uri, name: 'that' })

test.each<[string, readonly ContentBlock[], string]>([
  ['nothing', [], ''],
  ['a command', [text('/compact please')], '/compact please'],
  ['a file in a sentence', [text('See '), link('file:///w/a%20b.ts'), text(' now')], 'See @"/w/a b.ts" now'],
  ['a file behind a word', [text('See'), link('file:///w/a.ts'), text('now')], 'See @"/w/a.ts" now'],
  ['some lines', [link('file:///w/a.ts#L3-9')], '@"/w/a.ts"#L3-9'],
  ['one line', [link('file:///w/a.ts#L3')], '@"/w/a.ts"#L3'],
  ['lines with a colon', [link('file:///w/a.ts#L3:L9')], '@"/w/a.ts"#L3-9'],
  ['an address', [link('https://a.b/c')], '[that](https://a.b/c)'],
  ['no address at all', [link('???')], '[that](???)'],
  ['a name that is none', [link('file:///w/%22;x')], '[that](file:///w/%22;x)'],
  ['a file of another machine', [link('file:///w/%2F..%2Fx')], '[that](file:///w/%2F..%2Fx)'],
  [
    'sound',
    [{ type: 'audio', data: 'AA', mimeType: 'audio/wav' }],
    "[audio content, which can't be read here]",
  ],
])('%s is one text', (_, blocks, content) => {
  expect(promptContent(blocks)).toEqual({ content, context: [] })
})

test('a text that comes along is context, named where it was put', () => {
  const resource = { uri: 'file:///w/a.ts#L1-2', text: 'see @secret' }
  expect(promptContent([text('fix'), { type: 'resource', resource }])).toEqual({
    content: 'fix [/w/a.ts#L1-2]',
    context: ['<context ref="/w/a.ts#L1-2">\nsee @secret\n</context>'],
  })
})

test('pictures and documents are blocks; other bytes are only named', () => {
  const blob = (mimeType: string): ContentBlock => ({
    type: 'resource',
    resource: { uri: 'file:///w/x.bin', blob: 'AA', mimeType },
  })
  const source = (media_type: string) => ({ type: 'base64', media_type, data: 'AA' })
  const { content } = promptContent([
    { type: 'image', data: 'AA', mimeType: 'image/png' },
    blob('image/gif'),
    blob('application/pdf'),
    blob('application/zip'),
  ])
  expect(content).toEqual([
    { type: 'image', source: source('image/png') },
    { type: 'image', source: source('image/gif') },
    { type: 'document', source: source('application/pdf'), title: 'x.bin' },
    { type: 'text', text: '@"/w/x.bin"' },
  ])
})

test('files that an editor of Windows names are those of the Linux inside it', () => {
  const localPath = (path: string): string =>
    path.startsWith('C:\\') ? `/mnt/c${path.slice(2).replaceAll('\\', '/')}` : path
  const resource = { uri: 'file:///C:/w/a.ts#L1-2', text: 'x' }
  const blocks = [link('file:///c%3A/w/b.ts'), link('file:///C:/w/a%20b.ts#L3'), link('file://srv/docs/c.md')]
  expect(promptContent([...blocks, { type: 'resource', resource }], localPath)).toEqual({
    content: '@"/c:/w/b.ts" @"/mnt/c/w/a b.ts"#L3 @"/docs/c.md" [/mnt/c/w/a.ts#L1-2]',
    context: ['<context ref="/mnt/c/w/a.ts#L1-2">\nx\n</context>'],
  })
})
