import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { BoundedOutput } from '../../lib/process/bounded-output.ts'
import { imageIn } from './output-image.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(40),
  Buffer.from([0xff, 0xd9]),
])
const padded = (bytes: number) => Buffer.concat([PNG.subarray(0, 20), Buffer.alloc(bytes), PNG.subarray(20)])

const found = (bytes: Buffer) => {
  const output = new BoundedOutput(join(makeDirectory(), 'out'), {
    spillAfterBytes: 100,
    headBytes: 200,
    tailBytes: 50,
  })
  for (let at = 0; at < bytes.length; at += 65_536) output.add(Buffer.from(bytes.subarray(at, at + 65_536)))
  const image = imageIn(output)
  output.close()
  return image
}
const uri = (type: string, bytes: Buffer) =>
  Buffer.from(`data:image/${type};base64,${bytes.toString('base64')}\n`)

test.each([
  ['a PNG', PNG, 'image/png', PNG],
  ['a JPEG', JPEG, 'image/jpeg', JPEG],
  ['a large PNG', padded(300_000), 'image/png', padded(300_000)],
  ['a data URI', uri('png', PNG), 'image/png', PNG],
  ['a long data URI', uri('jpeg', JPEG), 'image/jpeg', JPEG],
])('%s is a picture', (_name, bytes, mediaType, data) => {
  expect(found(bytes)).toEqual({ mediaType, data: data.toString('base64') })
})

test.each([
  ['text', Buffer.from('PNG')],
  ['nothing', Buffer.alloc(0)],
  ['a cut PNG', PNG.subarray(0, -6)],
  ['a cut JPEG', JPEG.subarray(0, -1)],
  ['more than a provider takes', padded(4_000_000)],
  ['a data URI with words after it', Buffer.concat([uri('png', PNG), Buffer.from('done')])],
  ['a data URI of another kind', uri('png', JPEG)],
  ['a data URI of nothing', Buffer.from('data:image/png;base64,AAAA')],
])('%s is not', (_name, bytes) => {
  expect(found(bytes)).toBeUndefined()
})
