import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'

const silent = { replies: [] }

test('a command is explained by the real settings of the directory, and nothing runs', async () => {
  await using world = await openWorldHere(silent)
  world.put('.capstan/settings.json', '{\n  "permissions": {\n    "deny": ["Bash(rm:*)"]\n  }\n}\n')
  const ended = await world.run(['permissions', 'explain', 'ls; rm x; touch made'])
  expect(ended.code).toBe(0)
  expect(ended.stdout).toContain('✗ This is denied.')
  expect(ended.stdout).toContain('    ls; rm x; touch made\n        ^^^^  ^^^^^^^^^^\n')
  expect(ended.stdout).toContain('matches the deny rule Bash(rm:*) (in .capstan/settings.json:3)')
  expect(ended.stdout).not.toContain('\u001b')
  expect(world.server.requests).toEqual([])
})

test('the flags of a run count, and what is ignored is said on stderr', async () => {
  await using world = await openWorldHere(silent)
  world.put('.capstan/settings.json', '{"permissions":{"allow":["Bash(make)"]}}')
  const ask = async (...flags: readonly string[]) => {
    const ended = await world.run(['permissions', 'explain', 'make', '--json', ...flags])
    return {
      verdict: (JSON.parse(ended.stdout) as { readonly verdict: string }).verdict,
      stderr: ended.stderr,
    }
  }
  const untrusted = await ask()
  expect(untrusted).toEqual({ verdict: 'ask', stderr: expect.stringContaining('not trusted') })
  expect((await ask('--trust')).verdict).toBe('allow')
  expect((await ask('--allowedTools', 'Bash(make)')).verdict).toBe('allow')
  expect((await ask('--permission-mode', 'dontAsk')).verdict).toBe('deny')
})

test.each([
  [['permissions', 'explain']],
  [['permissions', 'explain', 'ls', '--model', 'x']],
  [['permissions', 'frobnicate']],
  [['permissions', 'simulate']],
])('%j is a usage error', async args => {
  await using world = await openWorldHere(silent)
  const ended = await world.run(args)
  expect(ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: capstan permissions'),
  })
})

test.each([
  [['permissions', '--help']],
  [['permissions', 'check', '--help']],
  [['permissions', 'explain', '--help']],
  [['permissions', 'simulate', '-h']],
])('%j explains itself and succeeds', async args => {
  await using world = await openWorldHere(silent)
  const ended = await world.run(args)
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: capstan permissions/),
    stderr: '',
  })
})

test('a host is told what would happen and why', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input: { command: 'ls; touch made' } } }, { text: 'said' }],
  })
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  host.ask('do it')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({
    title: 'Run ls; touch made',
    description: expect.stringContaining('touch'),
    decision_reason: expect.stringContaining('touch'),
  })
  host.reply(id, { behavior: 'deny', message: 'No.' })
  await host.result(1)
  await host.finish()
})

test('a yes does not count for another change than the one that was shown', async () => {
  const edit = { file_path: 'a.txt', old_string: 'two', new_string: '2' }
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { tool: { name: 'Edit', input: edit } },
      { text: 'said' },
    ],
  })
  world.put('a.txt', 'one\ntwo\n')
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  host.ask('do it')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({ tool_name: 'Edit', title: 'Change a.txt' })
  world.put('a.txt', 'another\ntwo\n')
  host.reply(id, { behavior: 'allow' })
  await host.result(1)
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('another\ntwo\n')
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('changed while this was being decided')
  await host.finish()
})
