import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeGithubToken, madePrivateKey } from '../../../test/support/made-secrets.ts'
import { createDetector } from '../../lib/secrets/detect.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { scanSessionFile, scanTextFile } from './scan-file.ts'

const find = createDetector()
const token = madeGithubToken()
const marker = markerFor('github-token', token)
const place = (content: string | Uint8Array) => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-scan-'))
  writeFileSync(join(dir, 'a'), content)
  return { path: join(dir, 'a'), copyTo: join(dir, 'b') }
}

test('places are told by line and field, and the copy has markers where the secrets were', () => {
  const plain = '{"type":"user",  "n": 1.50}'
  const key = madePrivateKey()
  const { path, copyTo } = place(
    [
      plain,
      JSON.stringify({ type: 'user', message: { content: [{ text: `x ${token}` }] } }),
      `torn ${token}`,
      '',
      JSON.stringify({ toolUseResult: { lines: ['a', ...key.split('\n')] } }),
    ].join('\n'),
  )
  const { places, skipped } = scanSessionFile(path, { find, copyTo })
  expect([skipped, places]).toEqual([
    0,
    [
      { line: 2, field: 'message.content.0.text', kind: 'github-token', marker },
      { line: 3, kind: 'github-token', marker },
      {
        line: 5,
        field: 'toolUseResult.lines',
        kind: 'private-key',
        marker: expect.stringMatching(/^\[secret:private-key:/),
      },
    ],
  ])
  const copy = readFileSync(copyTo, 'utf8').split('\n')
  expect(copy.slice(0, 4)).toEqual([
    plain,
    JSON.stringify({ type: 'user', message: { content: [{ text: `x ${marker}` }] } }),
    `torn ${marker}`,
    '',
  ])
  expect(scanSessionFile(copyTo, { find }).places).toEqual([])
  expect(statSync(copyTo).mode & 0o777).toBe(0o600)
})

test('a file without secrets is copied byte for byte', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x0a, 0x00, 0x0d, 0x0a, 0x20, 0x0a, 0x7d])
  for (const scan of [scanSessionFile, scanTextFile]) {
    const { path, copyTo } = place(bytes)
    expect(scan(path, { find, copyTo })).toEqual({ places: [], skipped: 0 })
    expect(readFileSync(copyTo)).toEqual(bytes)
  }
})

test('a plain file is one text', () => {
  const key = madePrivateKey()
  const { path, copyTo } = place(`a\n${key}\nb ${token} ${token}\n`)
  const { places } = scanTextFile(path, { find, copyTo })
  expect(places.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'private-key'],
    [key.split('\n').length + 2, 'github-token'],
    [key.split('\n').length + 2, 'github-token'],
  ])
  expect(readFileSync(copyTo, 'utf8')).toMatch(/^a\n\[secret:private-key:....\]\nb (\[secret:[^ ]*\]) \1\n$/)
})

test('nothing is overwritten', () => {
  const { path, copyTo } = place('x')
  writeFileSync(copyTo, 'kept')
  expect(() => scanSessionFile(path, { find, copyTo })).toThrow(/EEXIST/)
  expect(readFileSync(copyTo, 'utf8')).toBe('kept')
})

test('an entry nested too deep to be walked through is looked at as a text', () => {
  const nested = `${'['.repeat(100_000)}"${token}"${']'.repeat(100_000)}`
  const { path, copyTo } = place(`{"a":${nested}}\n{"b":"${token}"}\n`)
  expect(scanSessionFile(path, { find, copyTo }).places).toEqual([
    { line: 1, kind: 'github-token', marker },
    { line: 2, field: 'b', kind: 'github-token', marker },
  ])
  expect(readFileSync(copyTo, 'utf8')).toBe(`{"a":${nested.replace(token, marker)}}\n{"b":"${marker}"}\n`)
})
