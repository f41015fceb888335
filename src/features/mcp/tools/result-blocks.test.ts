import { expect, test } from 'vitest'
import type { CallResult } from '../connection/connection.ts'
import { resultBlocks } from './result-blocks.ts'
import type { ResultPorts } from './tool-ports.ts'

const PNG = Buffer.from('a picture').toString('base64')

const make = (more: Partial<ResultPorts> = {}, language?: 'zh') => {
  const saved: string[] = []
  const ports: ResultPorts = {
    image: async () => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }),
    save: (ending, data) => {
      saved.push(Buffer.from(data).toString())
      return `/s/tool-results/1.${ending}`
    },
    maxChars: 1_000,
    ...more,
  }
  return { saved, read: (result: unknown) => resultBlocks(result as CallResult, { ports, language }) }
}
const text = { type: 'text', text: 'hi' }

test('what is structured in a result, and what the server says of it, goes along for hosts, not for the model', async () => {
  const { read } = make()
  const structuredContent = { rows: [{ id: 1, name: 'a\u001b[2Jb' }] }
  const output = await read({ content: [text], structuredContent, _meta: { took: 3 } })
  expect(output).toEqual({
    content: [{ type: 'text', text: 'hi' }],
    isError: false,
    structuredContent: { rows: [{ id: 1, name: 'a\\u{1b}[2Jb' }] },
    _meta: { took: 3 },
  })
})

test('a result without them has no such fields, and one of megabytes is left out', async () => {
  const { read } = make()
  expect(Object.keys(await read({ content: [text] }))).toEqual(['content', 'isError'])
  const large = { text: 'x'.repeat(2_000_000) }
  const output = await read({ content: [text], structuredContent: large, _meta: large })
  expect(Object.keys(output)).toEqual(['content', 'isError'])
})

test.each([
  ['a picture', { type: 'image', data: PNG, mimeType: 'image/png' }],
  [
    'a resource that is a picture',
    { type: 'resource', resource: { uri: 'a:b', blob: PNG, mimeType: 'image/png' } },
  ],
])('%s is shown, saved, and its path is told', async (_, content) => {
  const { read, saved } = make()
  const output = await read({ content: [content] })
  expect(saved).toEqual(['a picture'])
  expect(output.content.map(block => block.type)).toEqual(['image', 'text'])
  expect(output.content[1]).toEqual({
    type: 'text',
    text: 'Picture (image/png, 9 bytes) is saved in /s/tool-results/1.png',
  })
})

test('a picture that cannot be saved is still shown, and the model is told', async () => {
  const { read } = make({
    save: () => {
      throw new Error('disk full')
    },
  })
  const output = await read({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] })
  expect(output.content).toMatchObject([
    { type: 'image' },
    { type: 'text', text: expect.stringContaining('could not be saved') },
  ])
})

test('a picture that is none for the model is saved once', async () => {
  const { read, saved } = make({ image: async () => undefined })
  const output = await read({ content: [{ type: 'image', data: PNG, mimeType: 'image/tiff' }] })
  expect(output.content).toMatchObject([{ type: 'text' }])
  expect(saved).toHaveLength(1)
})

test('what is said of parts is in the language of the prompt', async () => {
  const { read } = make({ image: async () => undefined }, 'zh')
  const { content } = await read({
    content: [
      { type: 'audio', data: PNG, mimeType: 'audio/wav' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'x://1', text: 'hi' } },
      { type: 'resource_link', uri: 'x://2', name: 'two' },
      { type: 'hologram' },
    ],
  })
  expect(content).toEqual(
    [
      '音频（audio/wav，9 字节）已保存到 /s/tool-results/1.wav',
      '图片（image/png，9 字节）已保存到 /s/tool-results/1.png',
      '资源 x://1：\nhi',
      '资源 two: x://2',
      '（未知类型的部分：hologram）',
    ].map(words => ({ type: 'text', text: words })),
  )
})
