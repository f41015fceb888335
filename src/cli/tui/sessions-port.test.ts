import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import { createHost } from '../create-host.ts'
import { createSessionsPort } from './sessions-port.ts'

const HERE = 'aaaaaaaa-0000-4000-8000-000000000001'
const ELSEWHERE = 'aaaaaaaa-0000-4000-8000-000000000002'

const world = (configHome: string) => {
  const put = (id: string, cwd: string, fill: (session: SampleSession) => void): string => {
    const session = new SampleSession({ sessionId: id, cwd })
    fill(session)
    return writeSession(join(projectDirectory(configHome, cwd), `${id}.jsonl`), session.lines)
  }
  const path = put(HERE, '/work/shop', session =>
    session
      .ask('Add a cart to the shop')
      .reply([{ type: 'text', text: 'The cart  is\nthere.' }])
      .ask('internal', { isMeta: true })
      .ask('Now the tests'),
  )
  put(ELSEWHERE, '/work/other', session => session.ask('Paint it blue'))
  const from = { env: { CAPSTAN_CONFIG_DIR: configHome }, version: '0', argv: [] }
  const port = createSessionsPort({
    configHome,
    cwd: '/work/shop',
    process: from,
    host: createHost(from),
    now: Date.now,
  })
  return { port, path }
}

test('the sessions of this folder, or of all', async () => {
  await using tmp = tmpDir()
  const { port } = world(tmp.path)
  expect((await port.list({ everywhere: false })).map(({ id, title, cwd }) => ({ id, title, cwd }))).toEqual([
    { id: HERE, title: 'Add a cart to the shop', cwd: '/work/shop' },
  ])
  expect((await port.list({ everywhere: true })).map(({ id }) => id).toSorted()).toEqual([HERE, ELSEWHERE])
})

test('runs of scripts (-p) come behind what was on a screen, however new they are', async () => {
  await using tmp = tmpDir()
  const { port } = world(tmp.path)
  const id = 'aaaaaaaa-0000-4000-8000-000000000003'
  const session = new SampleSession({ sessionId: id, cwd: '/work/shop' }).ask('one shot')
  const lines = session.lines.map(line => ({ ...line, entrypoint: 'sdk-cli' }))
  writeSession(join(projectDirectory(tmp.path, '/work/shop'), `${id}.jsonl`), lines)
  expect((await port.list({ everywhere: false })).map(row => [row.id, row.scripted])).toEqual([
    [HERE, undefined],
    [id, true],
  ])
})

test('one that another process has open is marked, one of a dead process is not', async () => {
  await using tmp = tmpDir()
  const { port, path } = world(tmp.path)
  const lock = path.replace(/\.jsonl$/, '.lock')
  const owner = (pid: number): string => JSON.stringify({ token: 't', pid, started: '', host: hostname() })
  writeFileSync(lock, owner(process.pid))
  expect((await port.list({ everywhere: false }))[0]?.open).toBe(true)
  writeFileSync(lock, owner(2 ** 22 + 1))
  expect((await port.list({ everywhere: false }))[0]?.open).toBeUndefined()
})

test('words are found in all folders', async () => {
  await using tmp = tmpDir()
  const { port } = world(tmp.path)
  const { signal } = new AbortController()
  expect(await port.grep('blue', signal)).toEqual([{ id: ELSEWHERE, snippet: 'Paint it blue' }])
  expect(await port.grep('nowhere', signal)).toEqual([])
})

test('a preview is the last things people read, on one line each', async () => {
  await using tmp = tmpDir()
  const { port } = world(tmp.path)
  expect(await port.preview(HERE)).toEqual([
    { who: 'user', text: 'Add a cart to the shop' },
    { who: 'assistant', text: 'The cart is there.' },
    { who: 'user', text: 'Now the tests' },
  ])
  expect(await port.preview('aaaaaaaa-0000-4000-8000-000000000009')).toEqual([])
})
