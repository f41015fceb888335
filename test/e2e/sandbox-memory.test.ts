import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SandboxSettings } from '../../src/protocol/settings.ts'
import { hasBubblewrap } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'

interface Run {
  readonly sandbox?: SandboxSettings
  readonly args?: readonly string[]
  /** Below the home directory; otherwise it lies in the program's own home, which is hidden in the sandbox. */
  readonly directory?: string
}

/** Runs one command with the sandbox on; `MEM` stands for the memory directory. Gives the memories that are left. */
const leftAfter = async (
  command: string,
  { sandbox = {}, args = [], directory }: Run = {},
): Promise<readonly string[]> => {
  const input = { command: '' }
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input } }, { text: 'said', repeat: true }],
  })
  const slug = world.project.replace(/[^A-Za-z0-9]/g, '-')
  const memory = directory ? join(world.home, directory) : join(world.config, 'projects', slug, 'memory')
  input.command = command.replaceAll('MEM', memory)
  mkdirSync(memory, { recursive: true })
  mkdirSync(world.config, { recursive: true })
  for (const name of ['a.md', 'b.md']) writeFileSync(join(memory, name), 'x')
  const settings = JSON.stringify({ sandbox: { enabled: true, ...sandbox } }).replaceAll('MEM', memory)
  writeFileSync(join(world.config, 'settings.json'), settings)
  const env = {
    CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(directory === undefined ? {} : { CAPSTAN_MEMORY_DIR: memory }),
  }
  const ended = await world.run(['-p', ...args, '--', 'go'], { env })
  expect([ended.code, ended.stdout]).toEqual([0, 'said\n'])
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('tool_result')
  return readdirSync(memory).filter(name => /^\w\.md$/.test(name))
}

const BASH = ['--allowedTools', 'Bash']

describe.skipIf(!hasBubblewrap())('with bubblewrap', () => {
  const WAYS: readonly (readonly [string, Run])[] = [
    ['nothing else', {}],
    ['a rule for all commands', { args: BASH }],
    ['sandboxed commands allowed', { sandbox: { autoAllowBashIfSandboxed: true } }],
    ['a memory directory of the person', { directory: 'memories' }],
  ]
  test.each(WAYS)('a memory is forgotten inside: %s', async (_, run) => {
    expect(await leftAfter('rm MEM/a.md', run)).toEqual(['b.md'])
  })

  test('what else the line looks at runs with it', async () => {
    expect(await leftAfter('rm -f MEM/a.md 2>/dev/null && ls MEM')).toEqual(['b.md'])
  })

  test.each([
    'rm MEM/a.md; sh -c "rm -f MEM/b.md"',
    'rm -rf MEM/a.md MEM',
    'rm MEM/*.md',
    'echo y > MEM/c.md',
    'rm MEM/a.md; rm() { command rm -f MEM/b.md; }; rm x',
    'alias rm="rm -f MEM/b.md"; rm MEM/a.md',
  ])('a line that does more reaches no memory, whatever allows it: %s', async command => {
    expect(await leftAfter(command, { args: BASH })).toEqual(['a.md', 'b.md'])
  })

  test.each(['MEM', 'MEM/..'])('a path that settings close stays closed: %s', async path => {
    const sandbox = { filesystem: { denyWrite: [path] } }
    expect(await leftAfter('rm MEM/a.md', { sandbox })).toEqual(['a.md', 'b.md'])
  })
})
