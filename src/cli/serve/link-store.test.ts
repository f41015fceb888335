import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WatchLinks } from '../../frontends/serve/watch-links.ts'
import { createLinkStore } from './link-store.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-links-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const linksOf = (token = 'token-of-the-server') =>
  new WatchLinks({ token, store: createLinkStore(home), now: () => 0 })
const fileIn = (): string => {
  const directory = join(home, 'serve', 'watch')
  return join(directory, readdirSync(directory)[0] ?? '')
}

test('a link outlives a restart; its file is private and holds no token', () => {
  const { token } = linksOf().create('s')
  const secret = token.split('.')[1] ?? ''
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(statSync(fileIn()).mode & 0o777).toBe(0o600)
  expect(readFileSync(fileIn(), 'utf8')).not.toContain(secret)
  expect(linksOf().admit(token)?.link.sessionId).toBe('s')
})

test('a new token of the server ends all links', () => {
  const { token } = linksOf().create('s')
  expect(linksOf('another').admit(token)).toBeUndefined()
})

test.each([
  ['another session', { sessionId: 'other' }],
  ['a later end', { expiresAt: 9e15 }],
  ['another beginning', { createdAt: 5 }],
  ['another seal', { seal: 'x' }],
  ['an end that is no number', { expiresAt: 'never' }],
])('a file that somebody changed to %s opens nothing', (_, change) => {
  const { token } = linksOf().create('s')
  const path = fileIn()
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
  expect(linksOf().admit(token)).toBeUndefined()
})

test('a file that others can read, and one that is damaged, open nothing', () => {
  const { token } = linksOf().create('s')
  chmodSync(fileIn(), 0o644)
  expect(linksOf().admit(token)).toBeUndefined()
  chmodSync(fileIn(), 0o600)
  expect(linksOf().admit(token)).toBeDefined()
  writeFileSync(fileIn(), '{')
  expect(linksOf().admit(token)).toBeUndefined()
})

test('ending a link removes its file, and only one of the session itself', () => {
  const links = linksOf()
  const { link, token } = links.create('s')
  expect(links.end('other', link.id)).toBe(false)
  expect(links.admit(token)).toBeDefined()
  expect(links.end('s', link.id)).toBe(true)
  expect(links.admit(token)).toBeUndefined()
  expect(readdirSync(join(home, 'serve', 'watch'))).toEqual([])
})
