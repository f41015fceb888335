import { expect, test } from 'vitest'
import { imageTokens } from './image-tokens.ts'

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
const png = (width: number, height: number): string =>
  base64(
    `89504e470d0a1a0a0000000d49484452${width.toString(16).padStart(8, '0')}${height.toString(16).padStart(8, '0')}`,
  )
const gif = base64('474946383961e803f401')
/** A comment of two bytes stands before the frame. */
const jpeg = base64('ffd8fffe00040000ffc0001108012c019003')

test.each([
  ['a PNG of 1500 by 1000', png(1500, 1000), 2_000],
  ['a PNG larger than any model looks at', png(10_000, 10_000), 4_784],
  ['a GIF of 1000 by 500', gif, 667],
  ['a JPEG of 400 by 300', jpeg, 160],
  ['something else', base64('00112233445566778899aabbccddeeff'), 1_600],
  ['a JPEG that is cut off', base64('ffd8ffe0'), 1_600],
  ['a JPEG whose lengths lead nowhere', base64(`ffd8${'ffe00000'.repeat(20)}`), 1_600],
  ['nothing', '', 1_600],
])('%s', (_name, data, tokens) => {
  expect(imageTokens(data)).toBe(tokens)
})
