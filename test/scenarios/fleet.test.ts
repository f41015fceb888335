import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runSlot } from '../../src/cli/fleet/slot.ts'
import type { SlotDeps } from '../../src/cli/fleet/slot-deps.ts'
import { narrow } from '../../src/cli/fleet/worker-policy.ts'
import { openBody } from '../../src/features/fleet/record.ts'
import type { JobResult } from '../../src/features/fleet/result.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { answerJob, retryJob } from '../../src/features/fleet/tell-job.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { probeSandboxAt } from '../../src/host/sandbox/probe-sandbox.ts'
import type { Model } from '../../src/protocol/model.ts'
import { openSlot } from '../support/fleet-slot.ts'
import { type FleetWorld, openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { hasBubblewrap } from '../support/needs-program.ts'
import { API_KEY } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import '../support/described-tools.ts'

/** Where another worker goes on; in the other tests nobody should on a machine that is slow. */
const SHORT_MS = 3_000
const LONG_MS = 30_000
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'a step' } })
const OPEN = { mode: 'acceptEdits', allow: ['Bash'], deny: [] } as const

describe.skipIf(!hasNats())('jobs of a fleet', () => {
  let server: NatsServer
  let world: FleetWorld
  beforeAll(async () => {
    server = await startNats()
    world = await openFleetWorld(server.url, ['owner-a', 'worker-1', 'worker-2'])
  })
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const submit = async (more: Parameters<typeof workOf>[0], leaseMs = LONG_MS) => {
    const owner = world.open('owner-a')
    const works = [workOf({ permissions: OPEN, ...more })]
    const [job] = await submitJobs(owner, { works, labels: [], version: '1.0.0', leaseMs })
    const id = job?.id ?? ''
    const look = async () => {
      const log = owner.log(id)
      const view = await log.refresh()
      const opened = owner.open(log)
      if ('problem' in opened) throw new Error(opened.problem)
      const result = view.result && (openBody(view.result, opened.key) as JobResult)
      return { view, result, key: opened.key, log }
    }
    return { id, look, owner }
  }

  test('a prompt becomes a session, its changes a patch, and its check decides', async () => {
    await using tmp = tmpDir()
    const { look } = await submit({ prompts: ['write it'], check: 'grep -q made made.txt' })
    const model = createScriptedModel({
      replies: [{ tools: [bash('echo made > made.txt')] }, { text: 'I made it.' }],
    })
    const slot = openSlot(world, 'worker-1', { model, tmp: tmp.path })
    expect(await slot.once()).toBe(1)
    const { view, result } = await look()
    expect(view.state).toBe('done')
    expect(result).toMatchObject({ outcome: 'done', answer: 'I made it.', worker: 'worker-1', taken: 0 })
    const patch = Buffer.from(result?.patch?.data ?? '', 'base64').toString()
    expect(patch).toContain('+made')
    expect(slot.said).toEqual([])
  })

  /** Until the lease of one that is gone has run out another gets nothing. */
  const takeOver = async (slot: ReturnType<typeof openSlot>): Promise<void> => {
    await vi.waitFor(async () => expect(await slot.once()).toBe(1), { timeout: 60_000, interval: 50 })
  }

  test('another worker goes on where one vanished: same transcript, files as they were, nothing said twice', async () => {
    await using tmp = tmpDir()
    const { look } = await submit(
      {
        prompts: ['write two files'],
        check: 'test "$(cat one.txt two.txt)" = "one\ntwo" || cat one.txt two.txt | grep -c . | grep -qx 2',
      },
      SHORT_MS,
    )
    const first = createScriptedModel({
      replies: [{ tools: [bash('echo one >> one.txt; pwd')] }, { fault: 'stall' }],
    })
    const one = openSlot(world, 'worker-1', { model: first, tmp: tmp.path })
    const running = one.once().catch(() => 0)
    await vi.waitFor(() => expect(first.requests).toHaveLength(2), { timeout: 60_000, interval: 20 })
    await one.vanish()
    const second = createScriptedModel({
      replies: [{ tools: [bash('echo two >> two.txt')] }, { text: 'Both are there.' }],
    })
    const two = openSlot(world, 'worker-2', { model: second, tmp: tmp.path })
    await takeOver(two)
    await running
    const { view, result } = await look()
    expect(view).toMatchObject({ state: 'done', lost: ['worker-1'] })
    expect(result).toMatchObject({ outcome: 'done', worker: 'worker-2', taken: 1, answer: 'Both are there.' })
    const patch = Buffer.from(result?.patch?.data ?? '', 'base64').toString()
    expect(patch.match(/^\+one$/gm)).toHaveLength(1)
    expect(patch.match(/^\+two$/gm)).toHaveLength(1)
    // What the second asked goes on from what the first had: the same messages but for where they stand.
    const [asked] = second.requests
    const before = first.requests.at(-1)?.messages ?? []
    const here = (text: unknown) => JSON.stringify(text).replaceAll('home-of-worker-1', 'home-of-worker-2')
    expect(here(asked?.messages).slice(0, here(before).length - 3)).toBe(here(before).slice(0, -3))
    expect(second.violations).toEqual([])
  })

  test('a call that was under way when its worker vanished is told as unknown, and not repeated', async () => {
    await using tmp = tmpDir()
    const effects = join(tmp.path, 'effects')
    const held = join(tmp.path, 'held')
    const script = `echo done >> ${effects}; touch ${held}; tail -f /dev/null`
    const { look } = await submit(
      { prompts: ['do it once'], setUp: `echo '${script}' > effect.sh` },
      SHORT_MS,
    )
    const first = createScriptedModel({ replies: [{ tools: [bash('bash effect.sh')] }] })
    const one = openSlot(world, 'worker-1', { model: first, tmp: tmp.path })
    const running = one.once().catch(() => 0)
    await vi.waitFor(() => expect(existsSync(held)).toBe(true), { timeout: 60_000, interval: 20 })
    await one.vanish()
    const second = createScriptedModel({
      replies: [
        { when: { toolResult: { contains: 'is unknown' } }, text: 'I looked: it was done.' },
        { text: 'It never ran.', repeat: true },
      ],
    })
    await takeOver(openSlot(world, 'worker-2', { model: second, tmp: tmp.path }))
    await running
    expect((await look()).result?.answer).toBe('I looked: it was done.')
    expect(readFileSync(effects, 'utf8')).toBe('done\n')
  })

  test('a worker that is not heard ends what runs before its lease is over, and gives the job back when it is', async () => {
    await using tmp = tmpDir()
    const started = join(tmp.path, 'started')
    // Found by its name: in the sandbox it has another number than outside.
    const script = `touch ${started}; exec tail -f ${started}`
    const runs = (): boolean =>
      readdirSync('/proc').some(pid => {
        try {
          return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes(`-f\0${started}`)
        } catch {
          // No process, or no longer one.
          return false
        }
      })
    const { look } = await submit({ prompts: ['run long'], setUp: `echo '${script}' > long.sh` }, SHORT_MS)
    const model = createScriptedModel({
      replies: [{ tools: [bash('bash long.sh')] }, { text: 'never', repeat: true }],
    })
    const one = openSlot(world, 'worker-1', { model, tmp: tmp.path })
    const { log } = one.deps.fleet
    const mute: SlotDeps['fleet'] = {
      ...one.deps.fleet,
      log: id => {
        const whole = log(id)
        return {
          ...whole,
          get view() {
            return whole.view
          },
          say: async (kind, ...rest) =>
            kind === 'beat' ? await new Promise<never>(() => {}) : await whole.say(kind, ...rest),
        }
      },
    }
    // Nobody else is there: it gives it back by itself.
    await runSlot({ ...one.deps, fleet: mute, once: true }, new AbortController().signal)
    expect([existsSync(started), runs()]).toEqual([true, false])
    const { view } = await look()
    expect(view).toMatchObject({ state: 'queued', lost: [] })
    expect(view.records.at(-1)?.head).toMatchObject({ kind: 'release', note: 'silent' })
    const second = createScriptedModel({
      replies: [
        { when: { toolResult: { contains: 'is unknown' } }, text: 'Looked.' },
        { text: 'Blind.', repeat: true },
      ],
    })
    await takeOver(openSlot(world, 'worker-2', { model: second, tmp: tmp.path }))
    expect((await look()).result?.answer).toBe('Looked.')
  })

  test('a worker that was only slow can start nothing and answer nothing once another has its job', async () => {
    await using tmp = tmpDir()
    const { look } = await submit({ prompts: ['be slow'] }, SHORT_MS)
    const gate = Promise.withResolvers<void>()
    const plain = createScriptedModel({
      replies: [{ tools: [bash('echo slow > slow.txt')] }, { text: 'slow' }],
    })
    const slow: Model = {
      ...plain,
      async *stream(request, signal) {
        await gate.promise
        return yield* plain.stream(request, signal)
      },
    }
    const one = openSlot(world, 'worker-1', { model: slow, tmp: tmp.path })
    // Its beats don't get out: a process that stands still, a line that is jammed.
    const beats = one.deps.fleet.log
    const silent: SlotDeps['fleet'] = {
      ...one.deps.fleet,
      log: id => {
        const log = beats(id)
        return {
          ...log,
          get view() {
            return log.view
          },
          say: async (kind, ...rest) =>
            kind === 'beat' ? await new Promise<never>(() => {}) : await log.say(kind, ...rest),
          watch: async () => () => {},
        }
      },
    }
    const running = runSlot({ ...one.deps, fleet: silent, once: true }, new AbortController().signal)
    await vi.waitFor(async () => expect((await look()).view.state).toBe('running'), { timeout: 60_000 })
    const second = createScriptedModel({ replies: [{ text: 'fast' }] })
    await takeOver(openSlot(world, 'worker-2', { model: second, tmp: tmp.path }))
    gate.resolve()
    expect(await running).toBe(0)
    const { view, result } = await look()
    expect(result).toMatchObject({ answer: 'fast', worker: 'worker-2' })
    expect(view.ignored).toEqual([])
    expect(one.said.join()).toContain('no longer held by this worker')
  })

  test('a job that takes three workers with it is set aside with its reason, until its owner retries it', async () => {
    await using tmp = tmpDir()
    const { id, look, owner } = await submit({ prompts: ['kill'] }, SHORT_MS)
    for (const turn of [1, 2, 3]) {
      const model = createScriptedModel({ replies: [{ fault: 'stall' }] })
      const slot = openSlot(world, turn === 2 ? 'worker-2' : 'worker-1', { model, tmp: tmp.path })
      const running = takeOver(slot).catch(() => 0)
      await vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: 60_000, interval: 20 })
      await slot.vanish()
      void running
    }
    const model = createScriptedModel({ replies: [{ text: 'well' }] })
    const last = openSlot(world, 'worker-2', { model, tmp: tmp.path })
    await vi.waitFor(
      async () => {
        await last.once()
        expect((await look()).view.state).toBe('aside')
      },
      { timeout: 60_000, interval: 50 },
    )
    expect((await look()).view.lost).toEqual(['worker-1', 'worker-2', 'worker-1'])
    expect(last.said.join()).toContain('set aside: worker-1, worker-2, and worker-1')
    expect(model.requests).toEqual([])
    await retryJob(owner, id)
    await takeOver(last)
    expect((await look()).view).toMatchObject({ state: 'done', lost: [], attempt: 1 })
  })

  test('a question comes to the owner, and the first answer counts', async () => {
    await using tmp = tmpDir()
    const permissions = { mode: 'default', allow: [], deny: [] } as const
    const { id, look, owner } = await submit({ prompts: ['ask me'], permissions })
    const model = createScriptedModel({
      replies: [{ tools: [bash('echo asked > asked.txt')] }, { text: 'asked and done' }],
    })
    const slot = openSlot(world, 'worker-1', { model, tmp: tmp.path })
    const running = slot.once()
    const question = await vi.waitFor(
      async () => {
        const { view, key } = await look()
        const found = view.records.find(({ head }) => head.kind === 'question')
        if (!found) throw new Error('not asked yet')
        return openBody(found, key) as { id: string; tool: string }
      },
      { timeout: 60_000, interval: 20 },
    )
    expect(question.tool).toBe('Bash')
    await answerJob(owner, { job: id, id: question.id, allow: true })
    await answerJob(owner, { job: id, id: question.id, allow: false })
    await running
    const { result } = await look()
    expect(result?.answer).toBe('asked and done')
    expect(Buffer.from(result?.patch?.data ?? '', 'base64').toString()).toContain('+asked')
  })

  test('of what the job and the worker allow the narrower counts, and secrets are only what is named by both', async () => {
    await using tmp = tmpDir()
    const permissions = { mode: 'bypassPermissions', allow: ['Bash'], deny: [] } as const
    const { look } = await submit({ prompts: ['reach'], permissions, secrets: ['DEPLOY_TOKEN'] })
    const model = createScriptedModel({
      replies: [{ tools: [bash('echo "$DEPLOY_TOKEN/$OTHER_TOKEN" > seen.txt')] }, { text: 'tried' }],
    })
    const env = { DEPLOY_TOKEN: 'd3ploy', OTHER_TOKEN: 'other' }
    const without = openSlot(world, 'worker-1', { model, tmp: tmp.path, env })
    expect(await without.once()).toBe(0)
    expect(without.said.join()).toContain('needs DEPLOY_TOKEN')
    const policy = { mode: 'acceptEdits', allow: ['Bash'], secrets: ['DEPLOY_TOKEN'] } as const
    const slot = openSlot(world, 'worker-2', { model, tmp: tmp.path, env, policy })
    expect(narrow(workOf({ permissions }), { ...slot.deps.policy, allow: ['Read'] })).toMatchObject({
      mode: 'acceptEdits',
      allow: [],
      deny: ['WebFetch', 'WebSearch'],
      network: 'off',
    })
    const again = await look()
    expect(again.view.state).toBe('queued')
  })

  test.skipIf(!hasBubblewrap())(
    'a hostile job reaches neither the keys of its worker nor its files, whatever its owner answers',
    async () => {
      await using tmp = tmpDir()
      const keys = join(tmp.path, 'home-of-worker-1/.capstan/fleet')
      mkdirSync(keys, { recursive: true })
      writeFileSync(join(keys, 'member.json'), 'the worker-key')
      const permissions = { mode: 'bypassPermissions', allow: ['Bash', 'Read'], deny: [] } as const
      const { look } = await submit({
        prompts: ['steal'],
        permissions,
        unattended: true,
        check: `! cat ${keys}/member.json && test -z "$ANTHROPIC_API_KEY$MY_DATABASE_URL"`,
      })
      const model = createScriptedModel({
        replies: [
          {
            tools: [
              { name: 'Read', input: { file_path: join(keys, 'member.json') } },
              bash(`cat ${keys}/member.json; echo x >> ${keys}/member.json; env`),
            ],
          },
          { text: 'tried' },
        ],
      })
      const env = { ANTHROPIC_API_KEY: 'sk-provider-key', MY_DATABASE_URL: 'postgres://secret-base' }
      const policy = { sandbox: true }
      const found = await probeSandboxAt({
        platform: process.platform,
        env: { PATH: process.env['PATH'] ?? '' },
        roots: [tmp.path],
      })
      if (!found.available) throw new Error(found.why.text)
      const slot = openSlot(world, 'worker-1', { model, tmp: tmp.path, env, policy })
      await runSlot({ ...slot.deps, once: true, sandbox: found }, new AbortController().signal)
      const { result } = await look()
      const told = JSON.stringify(model.requests.at(-1)?.messages)
      for (const secret of ['the worker-key', 'sk-provider-key', 'secret-base'])
        expect(told).not.toContain(secret)
      expect(readFileSync(join(keys, 'member.json'), 'utf8')).toBe('the worker-key')
      expect(result).toMatchObject({ outcome: 'done', answer: 'tried', check: { code: 0 } })
    },
  )

  test('a limit of the provider that one worker runs into is waited for by all', async () => {
    await using tmp = tmpDir()
    const { look, owner } = await submit({ prompts: ['be limited'] })
    const limited: Scenario = {
      replies: [{ fault: { kind: 'status', status: 429, retryAfter: 1 } }, { text: 'through' }],
    }
    const provider = await serveScenario(limited, { token: API_KEY })
    const env = { ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_API_KEY: API_KEY }
    const before = Date.now()
    await openSlot(world, 'worker-1', { tmp: tmp.path, env }).once()
    await provider.close()
    expect((await look()).result?.answer).toBe('through')
    const until = Number((await owner.limits.get('worker-1.default'))?.text)
    expect(until).toBeGreaterThan(before)
    // One that lies ahead keeps every slot from taking a job.
    const next = await submit({ prompts: ['wait'] })
    const end = Date.now() + 1_500
    await owner.connection.run(({ stream }) =>
      stream.publish('$KV.fleet_limits.worker-1.default', String(end)),
    )
    const free = createScriptedModel({ replies: [{ text: 'after' }] })
    expect(await openSlot(world, 'worker-2', { model: free, tmp: tmp.path }).once()).toBe(1)
    const claim = (await next.look()).view.records.find(({ head }) => head.kind === 'claim')
    expect(claim?.ms).toBeGreaterThanOrEqual(end)
  })
})
