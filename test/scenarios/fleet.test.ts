import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBody } from '../../src/features/fleet/record.ts'
import type { JobResult } from '../../src/features/fleet/result.ts'
import { submitJobs } from '../../src/features/fleet/submit.ts'
import { createScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { openSlot } from '../support/fleet-slot.ts'
import { type FleetWorld, openFleetWorld, workOf } from '../support/fleet-world.ts'
import { hasNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import '../support/described-tools.ts'

const LEASE_MS = 900
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

  const submit = async (more: Parameters<typeof workOf>[0]) => {
    const owner = world.open('owner-a')
    const works = [workOf({ permissions: OPEN, ...more })]
    const [job] = await submitJobs(owner, { works, labels: [], version: '1.0.0', leaseMs: LEASE_MS })
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
})
