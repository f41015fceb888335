import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeGithubToken } from '../../../test/support/made-secrets.ts'
import { createDetector } from '../../lib/secrets/detect.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { redactFile } from './redact-file.ts'

const find = createDetector()
const token = madeGithubToken()
const made = (content: Uint8Array): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'capstan-output-')), 'out')
  writeFileSync(path, content)
  return path
}

test('secrets are taken out and every other byte stays', () => {
  const odd = Buffer.from([0xff, 0x00, 0xc3, 0xa9, 0x0a])
  const path = made(Buffer.concat([odd, Buffer.from(`${token}\n`), odd]))
  redactFile(path, find)
  const marker = markerFor('github-token', token)
  expect(readFileSync(path)).toEqual(Buffer.concat([odd, Buffer.from(`${marker}\n`), odd]))
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file without secrets is not written', () => {
  const path = made(Buffer.from('plain'))
  const { ino } = statSync(path)
  redactFile(path, find)
  expect([statSync(path).ino, readFileSync(path, 'utf8')]).toEqual([ino, 'plain'])
})

test('a file that cannot be put right is not kept', () => {
  const path = made(Buffer.from(token))
  const failing = () => {
    throw new Error('no')
  }
  expect(() => redactFile(path, failing)).toThrow(/could not be kept.*\(no\)/)
  expect(existsSync(path)).toBe(false)
})
