import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { BRIDGE } from '../support/sandboxed.ts'

const bash = (command: string, more = {}) => ({ tool: { name: 'Bash', input: { command, ...more } } })

const trying = (config: EngineConfig): Partial<EngineConfig> => ({
  permissions: { ...config.permissions, canAsk: true },
  tryFirst: {
    settings: {},
    platform: process.platform,
    bridge: BRIDGE,
    configHomes: [join(config.place.home, 'config')],
    tmpDir: tmpdir(),
  },
})

interface Question {
  readonly request: PermissionRequest
}

/** Every question is answered so. */
const open = async (
  options: Omit<WorldOptions, 'scenario'> & { readonly commands: readonly ReturnType<typeof bash>[] },
  answer: PermissionAnswer | ((question: Question, world: World) => PermissionAnswer) = { behavior: 'allow' },
): Promise<World & { readonly asked: PermissionRequest[] }> => {
  const { commands, ...more } = options
  const world = await createWorld({
    config: trying,
    ...more,
    scenario: { replies: [...commands, { text: 'Done.' }] },
  })
  const asked: PermissionRequest[] = []
  void (async () => {
    for await (const event of world.engine.events()) {
      if (event.type !== 'permission_request') continue
      asked.push(event.request)
      const reply = typeof answer === 'function' ? answer({ request: event.request }, world) : answer
      await world.engine.send({ type: 'answer_permission', id: event.request.id, answer: reply })
    }
  })()
  return Object.assign(world, { asked })
}

test('first look', async () => {
  await using world = await open({
    files: { 'a.txt': 'one\n', 'd/x': 'x\n', 'd/y': 'y\n' },
    commands: [bash('echo two >> a.txt; rm -r d; mkdir d; echo z > d/z; ln -s a.txt l; echo hi; cd d')],
  })
  await world.ask('go')
  console.log(JSON.stringify(world.asked[0]?.details, null, 1))
  console.log(world.events.filter(e => e.type === 'notice').map(e => JSON.stringify(e)))
  console.log(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1)))
  console.log(readdirSync(world.dir, { recursive: true }), readdirSync(join(world.configHome)))
}, 60000)
