import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookSettings } from '../../src/protocol/hook.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const command = (line: string): HookSettings[string] => [{ hooks: [{ type: 'command', command: line }] }]
const sent = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages)

test('a Stop hook that blocks sends the model back to work with its reason, and hears that it is not the first time', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'done?' }, { text: 'now it is done' }] },
    config: ({ place }) => {
      const file = join(place.cwd, 'stop.sh')
      writeFileSync(
        file,
        '#!/bin/sh\ngrep -q \'"stop_hook_active":true\' && exit 0\necho "the tests are red" >&2\nexit 2\n',
      )
      chmodSync(file, 0o755)
      return { hooks: { Stop: command(file) } }
    },
  })
  const end = await world.ask('go')
  expect(end.report.text).toBe('now it is done')
  expect(world.kinds()).toContain('stop_hook_blocking')
  expect(sent(world)).toContain('the tests are red')
})

test('a Stop hook with continue: false ends the turn with its words', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'done' }] },
    config: () => ({
      hooks: { Stop: command(`echo '{"continue": false, "stopReason": "enough for today"}'`) },
    }),
  })
  const end = await world.ask('go')
  expect(end.terminal).toMatchObject({ kind: 'stop_hook_prevented', message: 'enough for today' })
})
