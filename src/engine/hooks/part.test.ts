import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { Event } from '../../protocol/event.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { EngineConfig } from '../config.ts'
import { createCompactHooks } from '../context/compact-hooks.ts'
import type { Live } from '../live/state.ts'
import { createHooks } from './part.ts'

const command = (line: string): HookSettings[string] => [{ hooks: [{ type: 'command', command: line }] }]

const open = () => {
  const cwd = makeDirectory()
  const config = {
    hooks: {},
    place: { cwd },
    session: { id: 's', path: join(cwd, 's.jsonl'), messages: [] },
    runtime: { newId: () => 'id', now: () => new Date(), elapsed: () => 0 },
  } as unknown as EngineConfig
  const live: Pick<Live, 'hooks' | 'cwd' | 'mode'> = { cwd, mode: 'default' }
  const env: Record<string, string> = { PATH: '/usr/bin:/bin' }
  const events: Event[] = []
  const hooks = createHooks({ config, live, childEnv: () => env, emit: event => void events.push(event) })
  return { hooks, live, env, events }
}

test('settings, variables, directory and mode are those of the moment, for every event', async () => {
  const { hooks, live, env } = open()
  const { signal } = new AbortController()
  const compact = createCompactHooks(hooks)
  expect(await compact.sessionStart(signal)).toEqual([])
  live.hooks = { SessionStart: command('echo "$WHO"; cat') }
  live.mode = 'plan'
  env['WHO'] = 'set later'
  const [said = ''] = await compact.sessionStart(signal)
  expect(said).toContain('set later')
  expect(said).toContain('"permission_mode":"plan"')
  expect(said).toContain('"hook_event_name":"SessionStart"')
  live.hooks = {}
  expect(await compact.sessionStart(signal)).toEqual([])
})
