import { expect, test } from 'vitest'
import { type HostSession, hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const HOOKS = { PostModelSwitch: [{ hookCallbackIds: ['switched'] }] }
const MODEL = 'claude-opus-4-5'

/** A host whose own hook runs when the model changes. */
const opened = async (world: World): Promise<HostSession> => {
  const host = hostSession(world)
  await host.control('init', { subtype: 'initialize', hooks: HOOKS })
  return host
}
const switchModel = (host: HostSession): void =>
  host.program.say({
    type: 'control_request',
    request_id: 'model',
    request: { subtype: 'set_model', model: MODEL },
  })

test('a request whose hook asks the host back is answered, and what comes behind it counts on it', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'hello' }] })
  const host = await opened(world)
  switchModel(host)
  host.ask('hi')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({ subtype: 'hook_callback', callback_id: 'switched' })
  expect(world.server.requests).toHaveLength(0)
  host.reply(id, {})
  expect(await host.answer('model')).toMatchObject({ subtype: 'success' })
  await host.result(1)
  expect(world.server.requests[0]?.body?.['model']).toContain(MODEL)
  expect((await host.finish()).code).toBe(0)
})

test('a host that goes away without the answer ends the run all the same', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'hello' }] })
  const host = await opened(world)
  switchModel(host)
  await host.question(1)
  expect((await host.finish()).code).toBe(0)
})
