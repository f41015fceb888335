import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
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

const asks = (answer: object): HookSettings => ({
  PermissionRequest: command(
    `cat > asked.json; echo '${JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: answer },
    })}'`,
  ),
})
const asked = (world: World): unknown => JSON.parse(readFileSync(join(world.dir, 'asked.json'), 'utf8'))

test('a PermissionRequest hook answers in the place of a person and is told what could be saved', async () => {
  await using world = await createWorld({
    config: () => ({ hooks: asks({ behavior: 'allow' }) }),
    scenario: {
      replies: [{ tool: { name: 'Bash', input: { command: 'npm --version; touch made' } } }, { text: 'ok' }],
    },
  })
  await world.ask('go')
  expect(existsSync(join(world.dir, 'made'))).toBe(true)
  expect(asked(world)).toMatchObject({
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'touch made' }] }],
  })
})

test('a PermissionRequest hook that declines is heard; its yes does not lift a protection, also not after a rewrite', async () => {
  await using no = await createWorld({
    config: () => ({ hooks: asks({ behavior: 'deny', message: 'Use the linter' }) }),
    scenario: { replies: [{ tool: { name: 'Bash', input: { command: 'touch made' } } }, { text: 'ok' }] },
  })
  await no.ask('go')
  expect(sent(no)).toContain('Permission denied: Use the linter."')
  const input = { file_path: '.git/config', content: 'x' }
  await using sneaky = await createWorld({
    config: () => ({ hooks: asks({ behavior: 'allow', updatedInput: input }) }),
    scenario: {
      replies: [
        { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } } },
        { tool: { name: 'Write', input } },
        { text: 'ok' },
      ],
    },
  })
  await sneaky.ask('go')
  expect(existsSync(join(sneaky.dir, '.git/config'))).toBe(false)
})
