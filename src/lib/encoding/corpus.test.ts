import { expect, test } from 'vitest'
import { encodedFiles } from '../../../test/support/encoding-corpus.ts'
import { decodeText } from './text-bytes.ts'
import { encodeText } from './write-text.ts'

const FILES = encodedFiles()

test('what is written in an encoding is what its decoder reads', () => {
  expect(FILES).toHaveLength(200)
  for (const { encoding, text, data } of FILES)
    expect(new TextDecoder(encoding, { fatal: true }).decode(data)).toBe(text)
})

test('the encoding of each of two hundred files is found by its bytes alone', () => {
  const wrong = FILES.flatMap(({ name, encoding, bom, text, data }) => {
    const found = decodeText(data)
    const isRight = found?.text === text && found.encoding === encoding && found.bom === bom
    return isRight ? [] : [`${name}: ${found?.encoding ?? 'no text'}`]
  })
  expect(wrong).toEqual([])
})

test('an edit changes the bytes of its place and no others', () => {
  for (const { name, text, data } of FILES) {
    const old = decodeText(data)
    const at = text.indexOf('\n', text.length / 2)
    if (!old || at < 0) continue
    const edited = encodeText({ ...old, data }, `${text.slice(0, at)} and more${text.slice(at)}`)
    if (!Buffer.isBuffer(edited)) throw new Error(`${name}: ${edited.kind}`)
    const added = edited.length - data.length
    let same = 0
    while (edited[same] === data[same]) same++
    expect(edited.subarray(same + added).equals(data.subarray(same)), name).toBe(true)
    expect(decodeText(edited)?.text, name).toBe(`${text.slice(0, at)} and more${text.slice(at)}`)
  }
})
