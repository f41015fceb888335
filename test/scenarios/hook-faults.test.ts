import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createWorld } from '../support/engine-bench.ts'

const told = async (hooks: unknown): Promise<readonly string[]> => {
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'Glob', input: { pattern: '*' } } }, { text: 'done' }] },
    config: () => ({ hooks: hooks as EngineConfig['hooks'] }),
  })
  await world.ask('go')
  return world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
}

test.each([
  ['SessionStart', { type: 'command', command: 'true', shell: 'fish' }, undefined, 'is not supported'],
  ['SessionStart', { type: 'nope', command: 'true' }, undefined, 'is not known'],
  ['PreToolUse', { type: 'command', command: 'true', shell: 'fish' }, 'Glob', 'is not supported'],
  ['PreToolUse', { type: 'command', command: 'true' }, '[', 'is not a valid regular expression'],
])('a %s hook %o that can never run is told once', async (event, handler, matcher, words) => {
  const notices = await told({ [event]: [{ ...(matcher ? { matcher } : {}), hooks: [handler] }] })
  expect(notices.filter(text => text.includes(words))).toHaveLength(1)
})
