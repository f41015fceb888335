import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { type EvalRequest, serveEvals } from '../support/eval-server.ts'
import { openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, startNats } from '../support/nats-server.ts'
import { openWorldHere } from '../support/run-here.ts'
import { API_KEY, REPOSITORY } from '../support/run-program.ts'

/** Of the program that is started. */
const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
  readonly version: string
}

describe.skipIf(!hasNats())('capstan worker', () => {
  test('gives its job back when it is told to end, and the next one continues it; what the owner sees of that', async () => {
    await using world = await openWorldHere({ replies: [] })
    await using nats = await startNats()
    await using fleet = await openFleetWorld(nats.url, ['owner-a', 'worker-1', 'worker-2'])
    const gate = Promise.withResolvers<void>()
    let isHeld = true
    const reply = ({ step }: EvalRequest) => {
      if (step === 1 && isHeld) {
        gate.resolve()
        // Nobody gets an answer before the worker was told to end.
        return { command: 'tail -f /dev/null' }
      }
      return step < 2 ? { command: `echo step ${step} >> steps.txt` } : { text: 'Both steps.\u001b[31m' }
    }
    await using server = await serveEvals(reply)
    mkdirSync(join(world.config, 'fleet'), { recursive: true })
    writeFileSync(join(world.config, 'fleet/member.json'), JSON.stringify(fleet.fileOf('owner-a')))
    const permissions = { mode: 'acceptEdits', allow: ['Bash'], deny: [] } as const
    const [job] = await submitJobs(fleet.open('owner-a'), {
      ...{ works: [workOf({ title: 'two steps', permissions })], labels: [], version, leaseMs: 30_000 },
      budget: { id: 'b1', usd: 1 },
    })
    const id = job?.id ?? ''
    const start = (name: string) => {
      const member = join(world.root, `${name}.json`)
      writeFileSync(member, JSON.stringify(fleet.fileOf(name)))
      const config = join(world.root, name)
      const args = ['worker', '--member', member, '--no-sandbox', '--allow', '*', '--once']
      const env = { CAPSTAN_CONFIG_DIR: config, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: API_KEY }
      return world.start(args, { env, input: 'keep' })
    }
    const first = start('worker-1')
    await gate.promise
    await vi.waitFor(async () => expect(server.requests.length).toBeGreaterThan(1), { timeout: 60_000 })
    const seen = await world.run(['fleet', 'status', '--json'])
    expect(JSON.parse(seen.stdout)).toMatchObject({ workers: [{ name: 'worker-1', slots: 1, version }] })
    isHeld = false
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(143)
    expect((await start('worker-2').ended).code).toBe(0)
    const results = await world.run(['jobs', 'results', id, '--patch', 'out', '--json'])
    expect([results.code, results.stderr]).toEqual([0, ''])
    expect(JSON.parse(results.stdout)).toMatchObject({
      state: 'done',
      worker: 'worker-2',
      lost: [],
      taken: 0,
    })
    const patch = readFileSync(join(world.project, 'out', `${id}.patch`), 'utf8')
    expect(patch.match(/^\+step 0$/gm)).toHaveLength(1)
    // Text of strangers: what could act on the terminal is shown, not done.
    const shown = await world.run(['jobs', 'results', id])
    expect(shown.stdout).toContain('Both steps.')
    expect(shown.stdout).not.toContain('\u001b[31m')
    const told = await world.run(['jobs', 'logs', id])
    expect(told.stdout).toContain('echo step 0 >> steps.txt')
    expect(told.stderr.split('\n').filter(line => line.startsWith('—'))).toEqual([
      '— worker-1 takes it',
      '— worker-1 gives it back (drained)',
      '— worker-2 takes it',
      '— worker-2: done',
    ])
    const { budgets } = JSON.parse((await world.run(['fleet', 'status', '--json'])).stdout)
    const { usd } = JSON.parse(results.stdout)
    expect(budgets).toMatchObject([
      { key: 'owner-a.b1', limitUsd: 1, running: 0, spentUsd: expect.closeTo(usd, 6) },
    ])
    expect(usd).toBeGreaterThan(0)
  })

  test('what is wrong with a command line or a machine is one sentence', async () => {
    await using world = await openWorldHere({ replies: [] })
    const said = async (...args: readonly string[]) => {
      const { code, stderr } = await world.run(args)
      return [code, stderr.split('\n')[0]]
    }
    expect(await said('worker')).toEqual([1, expect.stringContaining('belongs to no fleet')])
    expect(await said('jobs', 'list')).toEqual([1, expect.stringContaining('belongs to no fleet')])
    expect(await said('fleet', 'init', '--url', 'nats://far.example:4222', '--workers', 'a')).toEqual([
      2,
      expect.stringContaining('has no TLS'),
    ])
    expect(await said('fleet', 'init', '--url', 'tls://a', '--workers', 'A B')).toEqual([
      2,
      expect.stringContaining('cannot be a name'),
    ])
    mkdirSync(join(world.config, 'fleet'), { recursive: true })
    writeFileSync(join(world.config, 'fleet/member.json'), '{"version":1}')
    expect(await said('jobs', 'submit', 'x')).toEqual([1, expect.stringContaining('not the member file')])
    expect(await said('jobs', 'frobnicate')).toEqual([2, expect.stringContaining('frobnicate')])
  })
})
