import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import type { StreamEvent } from '../../protocol/model.ts'
import type { SessionHandle } from './session-handle.ts'
import type { SessionRequest } from './session-request.ts'
import { openSession } from './sessions.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const request = (dir: string, more: Partial<SessionRequest> = {}): SessionRequest => {
  let ids = 0
  return {
    configHome: dir,
    cwd: '/project',
    version: '1',
    entrypoint: 'test',
    persist: true,
    newId: () => `new-${++ids}`,
    now: () => new Date('2026-01-01T00:00:00Z'),
    newSessionId: ID,
    onError: () => undefined,
    ...more,
  }
}

const stream = (event: StreamEvent) => (session: SessionHandle) => session.shown({ type: 'stream', event })
const start = (id: string) => stream({ type: 'message_start', message: { id, model: 'm' } })
const piece = (words: string) =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } })
const thought = (words: string) =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: words } })
const record = (message: Message) => (session: SessionHandle) => session.record(message)
const thinking = { type: 'thinking', thinking: 'hm', signature: 's' } as const

type Step = (session: SessionHandle) => unknown

/** What a process leaves behind that is killed now; who held it is dead. */
const killed = (session: SessionHandle, home: string, to: string): string => {
  cpSync(home, to, { recursive: true })
  const path = join(to, (session.path ?? '').slice(home.length))
  rmSync(path.replace(/\.jsonl$/, '.lock'))
  return path
}

const wordsOf = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap(message => {
    if (message.type === 'assistant') return plainText(message.message.content) || []
    return message.type === 'user' && message.isMeta ? '(broken off)' : []
  })

/** After each step, a kill and two times a resume; what the history holds then of the words of the model. */
const wordsAfterEach = async (steps: readonly Step[]): Promise<readonly (readonly string[])[]> => {
  await using dir = tmpDir()
  const home = join(dir.path, 'home')
  await using session = await openSession(request(home))
  await session.record(user('u1', 'go'))
  const found: (readonly string[])[] = []
  for (const [at, step] of steps.entries()) {
    await step(session)
    const path = killed(session, home, join(dir.path, `copy-${at}`))
    const resume = { path, fork: false }
    const configHome = join(dir.path, `copy-${at}`)
    const again = await openSession(request(configHome, { resume }))
    const words = wordsOf(again.messages)
    await again[Symbol.asyncDispose]()
    await using once = await openSession(request(configHome, { resume, newId: () => 'never' }))
    expect(once.messages).toMatchObject(again.messages)
    found.push(words)
  }
  return found
}

const OFF = '(broken off)'

test('a process that is killed at any moment of a reply leaves every word that was shown, and none twice', async () => {
  const words = await wordsAfterEach([
    start('r1'),
    piece('Let me '),
    piece('look.'),
    record(assistant('a1', [text('Let me look.')], { id: 'r1' })),
    record(assistant('a2', [call('t')], { id: 'r1' })),
    record(user('u2', [result('t')])),
    start('r2'),
    thought('hm'),
    record(assistant('a3', [thinking], { id: 'r2' })),
    piece('Done'),
    record(assistant('a4', [text('Done.')], { id: 'r2' })),
  ])
  expect(words).toEqual([
    [OFF],
    ['Let me ', OFF],
    ['Let me look.', OFF],
    ['Let me look.'],
    ['Let me look.', OFF],
    ['Let me look.', OFF],
    ['Let me look.', OFF],
    ['Let me look.', OFF],
    ['Let me look.', OFF],
    ['Let me look.', 'Done', OFF],
    ['Let me look.', 'Done.'],
  ])
})

test('words that were shown while calls of the same reply ran are kept with them', async () => {
  const words = await wordsAfterEach([
    start('r1'),
    record(assistant('a1', [call('s')], { id: 'r1' })),
    record(assistant('a2', [call('t')], { id: 'r1' })),
    piece('Meanwhile'),
    record(user('u2', [result('s')])),
    record(user('u3', [result('t')])),
  ])
  expect(words.slice(3)).toEqual([
    ['Meanwhile', OFF],
    ['Meanwhile', OFF],
    ['Meanwhile', OFF],
  ])
})

test('words of an attempt that was given up do not come back', async () => {
  const words = await wordsAfterEach([start('r1'), piece('Once'), start('r2'), piece('Upon')])
  expect(words).toEqual([[OFF], ['Once', OFF], [OFF], ['Upon', OFF]])
})

test('nothing of a draft remains beside a session that was closed or resumed', async () => {
  await using dir = tmpDir()
  const home = join(dir.path, 'home')
  const session = await openSession(request(home))
  await session.record(user('u1', 'go'))
  start('r')(session)
  piece('half')(session)
  const path = killed(session, home, join(dir.path, 'copy'))
  const draft = path.replace(/\.jsonl$/, '.draft')
  expect(existsSync(draft)).toBe(true)
  await session[Symbol.asyncDispose]()
  expect(readdirSync(home, { recursive: true }).filter(name => String(name).endsWith('.draft'))).toEqual([])
  await using _ = await openSession(
    request(join(dir.path, 'copy'), { resume: { path, fork: false }, newSessionId: ID }),
  )
  expect(existsSync(draft)).toBe(false)
})

test.each([
  ['damaged', 'nonsense\n', []],
  [
    'torn',
    '{"after":"u1","id":"r","model":"m","timestamp":"2026-01-01T00:00:00.000Z"}\n"half"\n"and ',
    ['half', OFF],
  ],
  ['of another place', '{"after":"u0","id":"r","model":"m","timestamp":""}\n"half"\n', []],
])('a draft that is %s is read as far as it counts', async (_, content, expected) => {
  await using dir = tmpDir()
  const session = await openSession(request(dir.path))
  await session.record(user('u1', 'go'))
  await session[Symbol.asyncDispose]()
  const path = session.path ?? ''
  writeFileSync(path.replace(/\.jsonl$/, '.draft'), content)
  await using again = await openSession(request(dir.path, { resume: { path, fork: false } }))
  expect(wordsOf(again.messages)).toEqual(expected.length > 0 ? expected : [OFF])
})

test('words of a later reply are kept again once there is room for them', async () => {
  await using dir = tmpDir()
  await using session = await openSession(request(dir.path))
  await session.record(user('u1', 'go'))
  const draft = (session.path ?? '').replace(/\.jsonl$/, '.draft')
  mkdirSync(draft)
  start('r1')(session)
  piece('lost')(session)
  rmSync(draft, { recursive: true })
  piece('too')(session)
  expect(existsSync(draft)).toBe(false)
  start('r2')(session)
  piece('kept')(session)
  expect(readFileSync(draft, 'utf8')).toContain('"kept"')
})
