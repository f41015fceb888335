import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { agentInfo } from '../../../test/support/agent-infos.ts'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { AgentBoardFiles } from '../../agents/agent-board-files.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { SessionLock } from '../../features/sessions/session-lock.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { list, validate } from './list.ts'
import { running } from './running.ts'
import { stop } from './stop.ts'

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const run = async (
  command: typeof list,
  { home, argv = [] }: { readonly home: string; readonly argv?: readonly string[] },
) => {
  let text = ''
  const deps: SessionsDeps = {
    configHome: home,
    cwd: home,
    process: { env: { CAPSTAN_CONFIG_DIR: home, HOME: home }, version: '0', argv: [] },
    now: Date.now(),
    write: async more => {
      text += more
    },
    localize: inEnglish,
    warn: () => undefined,
  }
  return { code: await command(argv, deps), text }
}

test('agents are listed with where they come from and what they replace, as a table and as JSON', async () => {
  await using tmp = tmpDir()
  put(join(tmp.path, 'agents', 'p.md'), '---\nname: Plan\ndescription: My own plans\ntools: Read\n---\nx')
  const { code, text } = await run(list, { home: tmp.path })
  expect(code).toBe(0)
  expect(text).toMatch(/Plan +user.*\(replaces: built-in\) +same +Read +My own plans/)
  expect(text).toMatch(/general-purpose +built-in/)
  const { agents } = JSON.parse((await run(list, { home: tmp.path, argv: ['--json'] })).text)
  const plan = agents.find(({ name }: { name: string }) => name === 'Plan')
  expect([plan.source.level, 'prompt' in plan]).toEqual(['user', false])
})

test('a file that is wrong is told with where it is, and the exit code says so', async () => {
  await using tmp = tmpDir()
  expect(await run(validate, { home: tmp.path })).toEqual({ code: 0, text: '0 agent files, no problems.\n' })
  put(join(tmp.path, 'agents', 'bad.md'), '---\nname: bad\n---\nx')
  const { code, text } = await run(validate, { home: tmp.path })
  expect([code, text.includes('! Agent bad: "description" is missing'), text.includes('bad.md')]).toEqual([
    1,
    true,
    true,
  ])
})

const openSession = (home: string) => {
  const session = new SampleSession().ask('go')
  const path = writeSession(sessionPath(home, session.cwd, session.sessionId), session.lines)
  const board = join(path.replace(/\.jsonl$/, ''), 'agents')
  return { session, path, board }
}
const info = agentInfo('a1', { name: 'scout', description: 'find it', tokens: 1_200, usd: 0.256 })

test('agents of sessions that are open are shown with their session and cost; of others they are not', async () => {
  await using tmp = tmpDir()
  const { session, path, board } = openSession(tmp.path)
  put(join(board, 'board.json'), JSON.stringify([info, { ...info, id: 'a2', status: 'completed' }, 'x']))
  expect((await run(running, { home: tmp.path })).text).toBe('No session is open.\n')
  using lock = new SessionLock(path, { now: () => new Date(), newId: () => 'id' })
  lock.take()
  const agents = JSON.parse((await run(running, { home: tmp.path, argv: ['--json'] })).text)
  expect(agents).toMatchObject([
    { session: session.sessionId, agent: 'a1', name: 'scout', description: 'find it', usd: 0.256 },
  ])
  expect((await run(running, { home: tmp.path })).text).toMatch(/a1 +scout +running .*1200 +\$0\.26 +find it/)
})

test('an agent of another session is stopped by that session', async () => {
  await using tmp = tmpDir()
  const { path, board } = openSession(tmp.path)
  using lock = new SessionLock(path, { now: () => new Date(), newId: () => 'id' })
  lock.take()
  const stopped: string[] = []
  const files = new AgentBoardFiles(board, {
    stop(id) {
      stopped.push(id)
      files.saw({ ...info, status: 'stopped' })
    },
    log: error => {
      throw error
    },
  })
  files.saw(info)
  await expect(run(stop, { home: tmp.path, argv: ['nobody'] })).rejects.toThrow('No running agent nobody')
  expect(await run(stop, { home: tmp.path, argv: ['scout'] })).toEqual({
    code: 0,
    text: 'Stopped scout (a1).\n',
  })
  expect(stopped).toEqual(['a1'])
  files[Symbol.dispose]()
  expect(existsSync(board)).toBe(false)
})
