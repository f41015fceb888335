import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const SESSION = '00000000-0000-4000-8000-00000000e2e2'
const bash = (command: string) => ({ tool: { name: 'Bash', input: { command } } })
const NAMES = ['CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_PID', 'CLAUDE_EFFORT']
const OURS = NAMES.map(name => name.replace(/^CLAUDE_(CODE_)?/, 'CAPSTAN_'))
const SHOWN = [...NAMES, ...OURS].map(name => `$${name}`).join(' ')

const settings = (world: World, hooks: object): void => {
  world.put('.keep', '')
  const path = join(world.root, 'user-settings.json')
  writeFileSync(path, JSON.stringify({ hooks }))
}

const resultOf = (world: World, at: number): string => {
  const { messages = [] } = (world.server.requests[at]?.body ?? {}) as { messages?: { content: unknown }[] }
  return JSON.stringify(messages.at(-1)?.content)
}

test('commands and hooks know the session they run in, how hard it thinks and who started them', async () => {
  await using world = await openWorldHere({ replies: [bash(`echo ${SHOWN} > shell.txt`), { text: 'done' }] })
  settings(world, {
    Stop: [{ hooks: [{ type: 'command', command: `echo ${SHOWN} > "$CLAUDE_PROJECT_DIR/hook.txt"` }] }],
  })
  const args = ['--session-id', SESSION, '--effort', 'low', '--allowedTools', 'Bash']
  await world.run([...args, '--settings', join(world.root, 'user-settings.json'), '-p', 'go'])
  const once = `${SESSION} 1 ${process.pid} low`
  for (const file of ['shell.txt', 'hook.txt'])
    expect(readFileSync(join(world.project, file), 'utf8')).toBe(`${once} ${once}\n`)
})

test('a wrapper starts every command and every hook, is named where somebody is asked, and sees the whole line', async () => {
  await using world = await openWorldHere({
    replies: [bash("echo 'two words' > out.txt; false"), { text: 'done' }],
  })
  const wrapper = join(world.root, 'audit.sh')
  writeFileSync(wrapper, `#!/bin/sh\nprintf '%s\\n' "$1" >> ${join(world.root, 'log')}\nexec bash -c "$1"\n`)
  chmodSync(wrapper, 0o755)
  settings(world, { Stop: [{ hooks: [{ type: 'command', command: 'echo "from a hook" > hook.txt' }] }] })
  const flags = ['--settings', join(world.root, 'user-settings.json'), '--permission-prompt-tool', 'stdio']
  const host = hostSession(world, flags, { CLAUDE_CODE_SHELL_PREFIX: wrapper })
  host.ask('go')
  const { id, request } = await host.question(1)
  expect(JSON.stringify(request)).toContain(`It is started by ${wrapper}.`)
  host.reply(id, { behavior: 'allow', updatedInput: request['input'] })
  await host.result(1)
  await host.finish()
  expect(readFileSync(join(world.project, 'out.txt'), 'utf8')).toBe('two words\n')
  expect(resultOf(world, 1)).toContain('Exit code 1')
  expect(readFileSync(join(world.project, 'hook.txt'), 'utf8')).toBe('from a hook\n')
  const log = readFileSync(join(world.root, 'log'), 'utf8')
  expect(log).toContain("echo 'two words' > out.txt; false\n")
  expect(log).toContain('echo "from a hook" > hook.txt\n')
})

test('commands start in the project again, get no more memory than they may, and a limit that is none ends the start', async () => {
  await using world = await openWorldHere({
    replies: [
      bash('mkdir -p sub && cd sub'),
      bash('pwd; ulimit -d; head -c 200m /dev/zero | tail -c 150m | wc -c'),
      { text: 'done' },
    ],
  })
  const env = { CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1', CLAUDE_CODE_TOOL_MEMORY_LIMIT: '64M' }
  await world.run(['--allowedTools', 'Bash', '-p', 'go'], { env })
  expect(resultOf(world, 1)).toContain('as every command here does')
  const second = resultOf(world, 2)
  expect(second).toContain(`${world.project}\\n65536\\n`)
  expect(second).not.toContain('157286400')
  const refused = await world.run(['-p', 'go'], { env: { CLAUDE_CODE_TOOL_MEMORY_LIMIT: 'plenty' } })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('give a size of at least 16M') })
})
