import { expect, test } from 'vitest'
import type { ApiMessage } from '../../protocol/model.ts'
import { withoutImages } from './without-images.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } } as const

test('a model that cannot see images gets a sentence in their place, the same each time', () => {
  const said: ApiMessage = { role: 'user', content: [{ type: 'text', text: 'Look.' }, image] }
  const result: ApiMessage = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't', content: [image] }],
  }
  const plain: ApiMessage = { role: 'assistant', content: [{ type: 'text', text: 'Well.' }] }
  const once = withoutImages([said, plain, result])
  expect(JSON.stringify(once)).not.toContain('AAAA')
  expect(once[0]?.content[1]).toEqual({ type: 'text', text: expect.stringContaining('cannot see images') })
  expect(once[1]).toBe(plain)
  const again = withoutImages([said, plain, result])
  for (const [at, message] of once.entries()) expect(again[at]).toBe(message)
})
