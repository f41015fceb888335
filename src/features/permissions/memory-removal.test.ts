import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { type Behavior, PERMISSION_MODES, type Policy, type Rule } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

const permissions = createPermissions()
const home = makeDirectory()
const cwd = join(home, 'project')
const configHome = join(home, '.capstan')
const memory = join(configHome, 'projects', 'p', 'memory')
for (const directory of [cwd, join(memory, 'team'), join(memory, '.backup'), join(memory, 'dir.md')])
  mkdirSync(directory, { recursive: true })
for (const name of ['MEMORY.md', 'a.md', 'b.md', '.hidden.md', '.lock', 'notes.txt', 'team/t.md', 'twice.md'])
  writeFileSync(join(memory, name), 'x')
for (const path of [
  join(memory, '..', 'session.jsonl'),
  join(configHome, 'settings.json'),
  join(cwd, 'a.md'),
])
  writeFileSync(path, '{}')
linkSync(join(memory, 'twice.md'), join(cwd, 'twice-too'))
symlinkSync(join(memory, 'a.md'), join(cwd, 'to-memory.md'))
symlinkSync(join(configHome, 'settings.json'), join(memory, 'out.md'))
symlinkSync(memory, join(cwd, 'linked'))

const policy = (more: Partial<Policy> = {}): Policy => ({
  mode: 'default',
  rules: [],
  roots: [cwd],
  ownRoots: [memory],
  ownWrites: [memory],
  memory,
  configHomes: [configHome],
  cwd,
  home,
  caseSensitive: true,
  ...more,
})
const judge = async (command: string, given = policy()) =>
  await permissions.judge(
    {
      toolName: 'Bash',
      input: {},
      accesses: [{ kind: 'shell', command: command.replaceAll('MEM', memory) }],
    },
    given,
  )

const FORGETTING = [
  'rm MEM/a.md',
  'rm -f MEM/a.md MEM/b.md',
  'rm -v -- "MEM/a.md"',
  '/bin/rm MEM/a.md',
  'rm ~/.capstan/projects/p/memory/a.md',
  'rm MEM/a.md && rm MEM/b.md',
  'rm MEM/a.md 2>/dev/null; ls',
] as const

test.each(FORGETTING.flatMap(command => PERMISSION_MODES.map(mode => [command, mode] as const)))(
  '%s in mode %s',
  async (command, mode) => {
    const { verdict } = await judge(command, policy({ mode }))
    if (mode === 'plan') expect(verdict).not.toBe('allow')
    else expect(verdict).toBe('allow')
  },
)

const NOT_FORGETTING = [
  'rm -r MEM',
  'rm -rf MEM/a.md',
  'rm -d MEM/a.md',
  'rm MEM/*.md',
  'rm MEM/a*',
  'rm MEM/[ab].md',
  'rm MEM/{a,b}.md',
  'rm MEM',
  'rm MEM/dir.md',
  'rm MEM/missing.md',
  'rm MEM/.hidden.md',
  'rm MEM/.lock',
  'rm MEM/notes.txt',
  'rm MEM/team/t.md',
  'rm MEM/../session.jsonl',
  'rm MEM/../../../settings.json',
  'rm MEM/a.md MEM/../../../settings.json',
  `rm MEM/a.md ${join(cwd, 'a.md')}`,
  'rm MEM/out.md',
  'rm MEM/twice.md',
  'rm to-memory.md',
  'rm linked/a.md',
  'cd MEM && rm a.md',
  'rm $X',
  'rm "MEM/$X.md"',
  'rm MEM/$(echo a.md)',
  'echo MEM/a.md | xargs rm',
  'sudo rm MEM/a.md',
  'find MEM -name a.md -delete',
  'unlink MEM/a.md',
  'mv MEM/a.md MEM/b.md',
  'cp MEM/a.md a.md',
  'truncate -s 0 MEM/a.md',
  'echo x > MEM/a.md',
  'rm MEM/a.md > MEM/b.md',
  'rm MEM/a.md; echo x > MEM/b.md',
  './rm MEM/a.md',
  'PATH=. rm MEM/a.md',
  'rm MEM/a.md; curl https://example.org',
] as const

test.each(NOT_FORGETTING)('%s is not allowed by itself', async command => {
  for (const mode of ['default', 'plan', 'dontAsk'] as const)
    expect([mode, (await judge(command, policy({ mode }))).verdict]).not.toEqual([mode, 'allow'])
})

test('where there is no memory nothing is removed unasked, and rules come first', async () => {
  const { memory: _, ...without } = policy()
  expect((await judge('rm MEM/a.md', without)).verdict).toBe('ask')
  const rule = (behavior: Behavior, text: string): Rule => ({ text, behavior, source: 'cli', anchor: cwd })
  expect((await judge('rm MEM/a.md', policy({ rules: [rule('deny', 'Bash(rm *)')] }))).verdict).toBe('deny')
  expect((await judge('rm MEM/a.md', policy({ rules: [rule('ask', `Edit(/${memory}/**)`)] }))).verdict).toBe(
    'ask',
  )
})

test('the reason is a true one', async () => {
  const why = async (command: string, more?: Partial<Policy>) =>
    (await judge(command, policy(more))).because.text
  for (const command of ['rm -r MEM/a.md', 'rm MEM/*.md', 'mv MEM/a.md MEM/b.md', 'rm MEM/notes.txt']) {
    const text = await why(command)
    expect(text).toContain('memory directory')
    expect(text).not.toContain('other programs run it')
  }
  expect(await why('rm MEM/a.md', { mode: 'plan' })).toContain('plan mode')
})
