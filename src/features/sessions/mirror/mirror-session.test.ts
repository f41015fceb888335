import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { mirrorPath, mirrorSession } from './mirror-session.ts'

const open = () => {
  const tmp = tmpDir()
  const session = join(tmp.path, 'ours/projects/-p/00000000-0000-4000-8000-000000000001.jsonl')
  const agent = join(session.replace('.jsonl', ''), 'subagents/agent-1.jsonl')
  mkdirSync(dirname(agent), { recursive: true })
  writeFileSync(session, 'one\ntwo\n')
  writeFileSync(agent, 'a\n')
  const target = mirrorPath(join(tmp.path, 'theirs'), session)
  const agentCopy = join(target.replace('.jsonl', ''), 'subagents/agent-1.jsonl')
  return { session, agent, target, agentCopy, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}
const textOf = (path: string): string => readFileSync(path, 'utf8')

test('a copy is made for its owner alone, and grows with the session by whole lines', async () => {
  await using place = open()
  const { session, agent, target, agentCopy } = place
  expect(target).toMatch(/theirs\/projects\/-p\/00000000-0000-4000-8000-000000000001\.jsonl$/)
  expect(mirrorSession(session, target)).toBe('copied')
  expect([textOf(target), textOf(agentCopy), statSync(target).mode & 0o777]).toEqual([
    'one\ntwo\n',
    'a\n',
    0o600,
  ])
  expect(mirrorSession(session, target)).toBe('current')
  appendFileSync(session, 'three\nfo')
  expect([mirrorSession(session, target), textOf(target)]).toEqual(['extended', 'one\ntwo\nthree\n'])
  appendFileSync(agent, 'b\n')
  expect([mirrorSession(session, target), textOf(agentCopy)]).toEqual(['extended', 'a\nb\n'])
})

test.each([
  ['a file of another program', 'theirs\n'],
  ['a copy that was gone on with', 'one\ntwo\nmore\n'],
  ['a longer line with the same beginning', 'one\ntwo'.padEnd(9, 'x')],
])('%s is left alone', async (_name, text) => {
  await using place = open()
  mkdirSync(dirname(place.target), { recursive: true })
  writeFileSync(place.target, text)
  expect(mirrorSession(place.session, place.target)).toBe('kept')
  expect(textOf(place.target)).toBe(text)
})

test('a link is not followed', async () => {
  await using place = open()
  mkdirSync(dirname(place.target), { recursive: true })
  const elsewhere = join(dirname(place.session), 'elsewhere')
  symlinkSync(elsewhere, place.target)
  writeFileSync(elsewhere, 'one\n')
  expect(mirrorSession(place.session, place.target)).toBe('kept')
  expect(textOf(elsewhere)).toBe('one\n')
})

test('a copy that broke off is completed, however long the session is', async () => {
  await using place = open()
  const text = `${'x'.repeat(2_500_000)}\nend\n`
  writeFileSync(place.session, `${text}half`)
  mkdirSync(dirname(place.target), { recursive: true })
  writeFileSync(place.target, text.slice(0, 1_200_000))
  expect(mirrorSession(place.session, place.target)).toBe('extended')
  expect(textOf(place.target) === text).toBe(true)
})
