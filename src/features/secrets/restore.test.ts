import { expect, test } from 'vitest'
import { madeGithubToken, madePrivateKey } from '../../../test/support/made-secrets.ts'
import { createDetector } from '../../lib/secrets/detect.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { redactText } from '../../lib/secrets/redact.ts'
import { restoreSecrets } from './restore.ts'

const find = createDetector()
const token = madeGithubToken()
const marker = markerFor('github-token', token)
const file = `TOKEN=${token}\nPORT=1\n`

test('a marker in the old text becomes the secret of the file, in both texts', () => {
  const edit = { oldText: `TOKEN=${marker}\nPORT=1`, newText: `TOKEN=${marker}\nPORT=2`, all: false }
  expect(restoreSecrets(edit, file, find)).toEqual({
    oldText: `TOKEN=${token}\nPORT=1`,
    newText: `TOKEN=${token}\nPORT=2`,
    all: false,
  })
})

test('a marker that only the new text has stays one', () => {
  const edit = { oldText: 'PORT=1', newText: `COPY=${marker}` }
  expect(restoreSecrets(edit, file, find)).toBe(edit)
})

test('a marker that is written in the file itself is plain text', () => {
  const edit = { oldText: marker, newText: 'x' }
  expect(restoreSecrets(edit, `see ${marker}`, find)).toBe(edit)
})

test.each(['\n', '\r\n'])('a private key with line ends %j is brought back as it is in the file', lineEnd => {
  const key = madePrivateKey(lineEnd)
  const text = `a${lineEnd}${key}${lineEnd}b`
  const seen = redactText(text, find)
  expect(restoreSecrets({ oldText: seen, newText: `${seen}!` }, text, find)).toEqual({
    oldText: text,
    newText: `${text}!`,
  })
})

test('a marker of a secret that is not there is refused', () => {
  const edit = { oldText: marker, newText: 'x' }
  expect(() => restoreSecrets(edit, `TOKEN=${madeGithubToken(8)}`, find)).toThrow(
    /stands for a secret that this file does not hold now/,
  )
})

test('a marker that could mean two texts of the file is refused', () => {
  const key = madePrivateKey()
  const text = `${key}\n\n${key.replaceAll('\n', '\r\n')}\n`
  const edit = { oldText: redactText(key, find), newText: 'x' }
  expect(() => restoreSecrets(edit, text, find)).toThrow(/stands for 2 different texts of this file/)
})
