import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { SessionLock } from '../../features/sessions/session-lock.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { list, validate } from './list.ts'
import { running } from './running.ts'

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

test('agents of sessions that are open are shown with their session; of others they are not', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession().ask('go')
  const path = writeSession(sessionPath(tmp.path, session.cwd, session.sessionId), session.lines)
  const facts = { agentType: 'Explore', description: 'find it' }
  const head = JSON.stringify({ type: 'agent_metadata', sessionId: session.sessionId, agentId: 'a1', facts })
  put(join(path.replace(/\.jsonl$/, ''), 'subagents', 'agent-a1.jsonl'), `${head}\n`)
  expect((await run(running, { home: tmp.path })).text).toBe('No session is open.\n')
  using lock = new SessionLock(path, { now: () => new Date(), newId: () => 'id' })
  lock.take()
  const [agent] = JSON.parse((await run(running, { home: tmp.path, argv: ['--json'] })).text)
  expect(agent).toMatchObject({
    session: session.sessionId,
    agent: 'a1',
    type: 'Explore',
    description: 'find it',
  })
})
