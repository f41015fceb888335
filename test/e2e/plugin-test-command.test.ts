import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../support/plugin-world.ts'
import { openWorldHere } from '../support/run-here.ts'
import { SAMPLE_SERVER } from '../support/sample-server.ts'

const bash = { tool_name: 'Bash', tool_use_id: 'x' }
const pluginIn = (root: string, more: object = {}) => {
  const at = putFiles(join(root, 'kit'), {
    '.claude-plugin/plugin.json': { name: 'kit', version: '1.0.0' },
    'skills/tidy/SKILL.md': '---\ndescription: tidies\n---\nTidy.',
    'agents/rev.md': '---\nname: rev\ndescription: reviews\n---\nReview.',
    'hooks/hooks.json': {
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: '"$CLAUDE_PLUGIN_ROOT"/deny.sh' }] },
        ],
      },
    },
    'deny.sh': '#!/bin/sh\ngrep -q "rm " && { echo no >&2; exit 2; }\nexit 0\n',
    'tests/hooks/PreToolUse.rm.json': {
      ...bash,
      tool_input: { command: 'rm x' },
      expect: { decision: 'deny' },
    },
    'tests/hooks/PreToolUse.ls.json': {
      ...bash,
      tool_input: { command: 'ls' },
      expect: { decision: 'none' },
    },
    '.mcp.json': { mcpServers: { sample: { command: process.execPath, args: [SAMPLE_SERVER, '{}'] } } },
    ...more,
  })
  chmodSync(join(at, 'deny.sh'), 0o755)
  return at
}

test('a plugin that works is loaded, its servers list their tools, and its hooks decide as expected', async () => {
  await using world = await openWorldHere({ replies: [] })
  const { code, stdout, stderr } = await world.run(['plugin', 'test', pluginIn(world.root)])
  expect([code, stderr]).toEqual([0, ''])
  for (const line of [
    'skill /kit:tidy  tidies',
    'agent kit:rev  reviews',
    '✓ server sample: tools echo, break',
    '✓ hook test PreToolUse.ls.json: success; decides none',
    'decides deny',
    'works.',
  ])
    expect(stdout).toContain(line)
})

test('what does not work is named, with exit code 1', async () => {
  await using world = await openWorldHere({ replies: [] })
  const at = pluginIn(world.root, {
    'tests/hooks/PreToolUse.ls.json': {
      ...bash,
      tool_input: { command: 'ls' },
      expect: { decision: 'deny' },
    },
    'tests/hooks/Nonsense.json': {},
    '.mcp.json': { mcpServers: { gone: { command: '/nowhere/server' }, needy: { command: '${NOT_SET}' } } },
  })
  const { code, stdout } = await world.run(['plugin', 'test', at, '--json'])
  expect(code).toBe(1)
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; said: string }[] }
  const failed = checks.filter(({ ok }) => !ok)
  expect(failed.map(({ name }) => name)).toEqual([
    'server',
    'server gone',
    'hook test Nonsense.json',
    'hook test PreToolUse.ls.json',
  ])
  expect(failed.at(-1)?.said).toContain('decides none, and not deny')
})
