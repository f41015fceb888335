import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHost } from '../../src/cli/create-host.ts'
import { runSlot } from '../../src/cli/fleet/slot.ts'
import { openFleetPage } from '../../src/cli/serve/fleet-page.ts'
import { openSessionJobs } from '../../src/cli/fleet/session-jobs.ts'
import { Triggers } from '../../src/cli/serve/triggers.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { changeState } from '../../src/features/trust/state-file.ts'
import { trustFolder } from '../../src/features/trust/trusted-folders.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import type { Push } from '../../src/frontends/serve/push-desk.ts'
import type { PermissionRequest } from '../../src/protocol/permission.ts'
import type { FleetPage } from '../../src/protocol/serve/fleet.ts'
import { openSlot } from '../support/fleet-slot.ts'
import { type FleetWorld, openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { eventually } from '../support/run-program.ts'
import { openServeWorld } from '../support/serve-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import '../support/described-tools.ts'

const PATIENT = { timeout: 60_000, interval: 20 }

describe.skipIf(!hasNats())('a fleet, seen from a server', () => {
  let nats: NatsServer
  let fleet: FleetWorld
  beforeAll(async () => {
    nats = await startNats()
    fleet = await openFleetWorld(nats.url, ['owner-a', 'worker-1'])
  })
  afterAll(async () => {
    await fleet?.[Symbol.asyncDispose]()
    await nats?.[Symbol.asyncDispose]()
  })

  const homeOf = (path: string): string => {
    const home = realpathSync(path)
    mkdirSync(join(home, 'fleet'))
    writeFileSync(join(home, 'fleet/member.json'), JSON.stringify(fleet.fileOf('owner-a')))
    return home
  }
  const asking = (commands: readonly string[]) =>
    createScriptedModel({
      replies: [
        ...commands.map(command => ({
          tools: [{ name: 'Bash', input: { command, description: 'a step' } }],
        })),
        { text: 'Done.' },
      ],
    })

  test('questions of a job are on the page and in a notification; the first answer counts', async () => {
    await using tmp = tmpDir()
    const logged: string[] = []
    const port = openFleetPage({ configHome: homeOf(tmp.path), log: text => void logged.push(text) })
    if (!port) throw new Error('it is an owner')
    const pushed: Push[] = []
    const push = {
      key: 'k',
      subscribe: () => true,
      unsubscribe: () => undefined,
      send: async (each: Push) => void pushed.push(each),
      mayAnswer: () => true,
    }
    await using world = await openServeWorld([], { fleet: port, push })
    const page = async (): Promise<FleetPage> => (await (await world.call('/api/v1/fleet')).json()) as FleetPage
    const owner = fleet.open('owner-a')
    const [job] = await submitJobs(owner, {
      works: [workOf({ title: 'ask twice' })],
      ...{ labels: [], version: '1.0.0', leaseMs: 30_000 },
    })
    const slot = openSlot(fleet, 'worker-1', {
      model: asking(['touch one && curl x', 'touch two && curl y']),
      tmp: tmp.path,
    })
    const working = slot.once()
    await vi.waitFor(async () => expect((await page()).questions).toHaveLength(1), PATIENT)
    const [question] = (await page()).questions
    expect(question).toMatchObject({ job: job?.id, tool: 'Bash' })
    expect(question?.title).toContain('touch one')
    expect((await page()).jobs).toMatchObject([
      { id: job?.id, state: 'running', worker: 'worker-1', title: 'ask twice' },
    ])
    await eventually(() => pushed.length === 1)
    expect(pushed[0]).toMatchObject({ kind: 'question', title: job?.id, session: '~fleet' })
    expect(pushed[0]?.about).toContain('touch one')
    // Answered on the page: the notification is over.
    const answer = { job: question?.job, id: question?.id, answer: 'deny' }
    expect((await world.post('/api/v1/fleet/answers', answer)).status).toBe(204)
    await eventually(() => pushed.length === 2)
    const byToken = async (token: string | undefined) =>
      (await world.post('/api/v1/push/answer', { token, answer: 'allow' })).status
    expect(await byToken(pushed[0]?.token)).toBe(401)
    // The second from the notification, once.
    expect(await byToken(pushed[1]?.token)).toBe(204)
    expect(await byToken(pushed[1]?.token)).toBe(401)
    expect(await working).toBe(1)
    await vi.waitFor(async () => expect((await page()).jobs[0]?.state).toBe('done'), PATIENT)
    expect((await page()).questions).toEqual([])
    expect(logged).toEqual([])
    expect((await world.call('/api/v1/server').then(each => each.json())) as object).toMatchObject({ fleet: true })
  })

  test('a trigger has a job do its work: what it changed is a branch, and the folder is as it was', async () => {
    await using tmp = tmpDir()
    const home = homeOf(tmp.path)
    const folder = join(home, 'app')
    mkdirSync(folder)
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' })
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message', 'first')
    await changeState(home, state => trustFolder(state, folder, new Date()), {
      newId: randomUUID,
      now: () => Date.now(),
    })
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, CAPSTAN_CONFIG_DIR: home, SECRET: 's'.repeat(20) }
    const logged: string[] = []
    const at = { env, configHome: home, home, version: '1.0.0' }
    const triggers = new Triggers(
      [{ name: 'nightly', cwd: folder, prompt: 'Do it.', secretEnv: 'SECRET', fleet: true, permissionMode: 'acceptEdits' }],
      { env, configHome: home, now: () => Date.now(), log: text => void logged.push(text), fleet: () => openSessionJobs(at) },
    )
    const model = createScriptedModel({
      replies: [{ tools: [{ name: 'Write', input: { file_path: 'made.txt', content: 'made\n' } }] }, { text: 'Done.' }],
    })
    const drain = new AbortController()
    const working = runSlot(openSlot(fleet, 'worker-1', { model, tmp: tmp.path }).deps, drain.signal)
    const open = async () => Promise.reject(new Error('no session is opened here'))
    const call = { path: '', headers: { authorization: `Bearer ${env.SECRET}` }, body: new Uint8Array(), open }
    expect(await triggers.receive('nightly', call)).toBe('taken')
    expect(await triggers.receive('nightly', call)).toBe('busy')
    await eventually(() => git('branch', '--list', 'fleet/*').trim() !== '')
    drain.abort()
    await working
    const branch = git('branch', '--list', 'fleet/*').trim()
    expect(git('show', '--format=', '--name-only', branch).trim()).toBe('made.txt')
    expect(git('status', '--porcelain')).toBe('')
    expect(logged).toEqual([])
  })

  test('what an agent on another machine asks is asked in the session that began it, and only its words', async () => {
    await using tmp = tmpDir()
    const home = homeOf(tmp.path)
    const folder = join(home, 'app')
    mkdirSync(folder)
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' })
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message', 'first')
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, CAPSTAN_CONFIG_DIR: home, ANTHROPIC_API_KEY: 'k' }
    const model = createScriptedModel({
      replies: [
        { tools: [{ name: 'Agent', input: { description: 'a unit', prompt: 'Fetch it.' } }] },
        { text: 'All done.' },
      ],
    })
    await using host = createHost({ version: '1.0.0' })
    await using engine = await host.open({
      ...{ env, cwd: folder, session: { kind: 'new' }, model, canAsk: true },
      overrides: { fleet: 'all', trust: true },
    })
    const slot = openSlot(fleet, 'worker-1', { model: asking(['touch one && curl x']), tmp: tmp.path })
    const drain = new AbortController()
    const working = runSlot(slot.deps, drain.signal)
    await using events = engine.events()
    await engine.send({ type: 'submit', content: 'go' })
    const asked: PermissionRequest[] = []
    for await (const event of events) {
      if (event.type === 'permission_request') {
        asked.push(event.request)
        await engine.send({ type: 'answer_permission', id: event.request.id, answer: { behavior: 'allow' } })
      }
      if (event.type === 'turn_ended' && !event.agent) break
    }
    drain.abort()
    await working
    expect(asked).toMatchObject([
      { toolName: 'Agent', details: { title: expect.stringContaining('touch one'), saves: [] } },
    ])
    expect(asked[0]?.agent).toBeDefined()
    const told = JSON.stringify(model.requests.at(-1)?.messages)
    expect(told).toContain('Done.')
    // Its transcript and what it cost are here as if it had worked here.
    const [info] = await engine.query('runningAgents')
    expect(info).toMatchObject({ status: 'completed', requests: 2, toolUses: 1 })
    expect(readFileSync(info?.transcript ?? '', 'utf8')).toContain('touch one')
    expect((await engine.query('cost')).totalCostUSD).toBeGreaterThan(info?.usd ?? 1)
  })
})
