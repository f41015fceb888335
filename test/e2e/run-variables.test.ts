import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld } from '../support/run-program.ts'

const HOOK = { Stop: [{ hooks: [{ type: 'command', command: 'echo again >&2; exit 2' }] }] }

test('a run that a host leaves alone ends by itself after a turn, although its input stays open', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'one' }, { text: 'two' }] })
  const host = hostSession(world, [], { CLAUDE_CODE_EXIT_AFTER_STOP_DELAY: '300' })
  await host.control('i', { subtype: 'initialize' })
  host.ask('first')
  await host.result(1)
  host.ask('second')
  expect(await host.result(2)).toMatchObject({ result: 'two' })
  expect(await host.program.ended).toMatchObject({ code: 0 })
})

test('hooks keep a turn going as often as the person lets them', async () => {
  await using world = await openWorldHere({ replies: Array.from({ length: 6 }, () => ({ text: 'done' })) })
  const settings = JSON.stringify({ hooks: HOOK })
  await world.run(['--settings', settings, '-p', 'go'], { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' } })
  expect(world.server.requests).toHaveLength(3)
})

test('debug lines go where a variable says, and agents that are switched off are not offered', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'done' }] })
  const logs = join(world.root, 'logs')
  const env = { CLAUDE_CODE_DEBUG_LOGS_DIR: logs, CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS: '1' }
  const stream = await world.stream(['--debug=api', 'go'], { env })
  expect(readdirSync(logs)).toHaveLength(1)
  const init = stream.lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['agents']).not.toContain('Explore')
  expect(init?.['agents']).toContain('general-purpose')
})

test('what is made for a while goes where a variable says, that of commands too', async () => {
  await using world = await openWorld({
    replies: [{ tool: { name: 'Bash', input: { command: 'mktemp' } } }, { text: 'done' }],
  })
  const own = join(world.root, 'own', 'tmp')
  const run = await world.stream(['--allowedTools', 'Bash', '--', 'go'], { env: { CLAUDE_CODE_TMPDIR: own } })
  expect(JSON.stringify(run.lines)).toContain(`"content":"${own}/tmp.`)
})
