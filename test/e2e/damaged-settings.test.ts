import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGit } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const ALLOW = JSON.stringify({ permissions: { allow: ['Bash(touch *)'] } })
const DENY = { permissions: { deny: ['Bash(touch *)'], ask: ['Bash(touch x)'] }, model: 'haiku' }
const TEXT = JSON.stringify(DENY, null, 2)

const touching = () =>
  openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tool: { name: 'Bash', input: { command: 'touch made' } }, repeat: true },
    ],
  })
const made = (world: World): boolean => existsSync(join(world.project, 'made'))
const put = (file: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const DAMAGES: readonly (readonly [string, (file: string) => void])[] = [
  ['empty', file => put(file, '')],
  ['a blank', file => put(file, ' \n')],
  ['cut before its rules', file => put(file, TEXT.slice(0, 20))],
  ['cut within a rule', file => put(file, TEXT.slice(0, TEXT.indexOf('touch') + 3))],
  ['cut behind its rules', file => put(file, TEXT.slice(0, -3))],
  ['with bytes behind it', file => put(file, `${TEXT}}}`)],
  ['no object', file => put(file, '["Bash(touch *)"]')],
  ['in UTF-16', file => put(file, Buffer.from(`\uFEFF${TEXT}`, 'utf16le'))],
  ['with a NUL', file => put(file, TEXT.replace('touch', 'to\0uch'))],
  [
    'with a byte that is no text',
    file => put(file, Buffer.from(TEXT.replace('haiku', 'haik\xff'), 'latin1')),
  ],
  ['too large', file => put(file, TEXT + ' '.repeat(3 * 1024 * 1024))],
  ['too deep', file => put(file, TEXT.replace('"haiku"', `${'['.repeat(100)}${']'.repeat(100)}`))],
  ['with text for its list', file => put(file, '{"permissions": {"deny": "Bash(touch *)"}}')],
  ['with a number in its list', file => put(file, '{"permissions": {"deny": ["Bash(touch *)", 7]}}')],
  ['with a misspelt list', file => put(file, '{"permissions": {"denny": ["Bash(touch *)"]}}')],
  ['with misspelt permissions', file => put(file, '{"permisions": {"deny": ["Bash(touch *)"]}}')],
  ['with its list beside permissions', file => put(file, '{"deny": ["Bash(touch *)"]}')],
  ['with a list twice', file => put(file, '{"permissions": {"deny": ["Bash(touch *)"], "deny": []}}')],
  ['with permissions twice', file => put(file, TEXT.replace('"model"', '"permissions": {}, "model"'))],
  ['with text for permissions', file => put(file, '{"permissions": "deny everything"}')],
  ['a directory', file => void mkdirSync(file, { recursive: true })],
  [
    'a pipe',
    file => {
      put(file, '')
      rmSync(file)
      execFileSync('mkfifo', [file])
    },
  ],
  ['a link to nothing', file => linkTo('/nowhere/at/all', file)],
  ['a link to itself', file => linkTo('settings.json', file)],
  ['a device without an end', file => linkTo('/dev/zero', file)],
]

const linkTo = (target: string, file: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  symlinkSync(target, file)
}

test.each(DAMAGES)(
  'own settings that are %s: -p says so in one sentence and starts nothing',
  async (_, damage) => {
    await using world = await touching()
    const file = join(world.config, 'settings.json')
    damage(file)
    const ended = await world.stream(['--allowedTools', 'Bash(touch *)', '--', 'go'])
    expect([ended.code, made(world)]).toEqual([1, false])
    expect(ended.stderr).toContain(file)
    expect(ended.stderr).toMatch(/rules may be missing/)
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(world.server.requests).toEqual([])
  },
)

test.each(['.capstan/settings.json', '.capstan/settings.local.json', '.claude/settings.json'])(
  'a damaged %s of the folder stops -p as well',
  async name => {
    await using world = await touching()
    put(join(world.config, 'settings.json'), ALLOW)
    put(join(world.project, name), TEXT.slice(0, -3))
    const ended = await world.stream(['go'])
    expect([ended.code, made(world)]).toEqual([1, false])
    expect(ended.stderr).toContain(join(world.project, name))
  },
)

test.each([
  '{"permissions": {"allow": "Edit", "deny": ["Bash(touch *)"]}}',
  '{"permissions": {"deny": ["Bash(touch *)"]}, "hooks": {"Stop": {}}}',
  '{"permissions": {"deny": ["Bash(touch *)"]}, "hooks": {}, "hooks": {}}',
])('%s: where every rule is understood it counts, and the run goes on', async text => {
  await using world = await touching()
  put(join(world.config, 'settings.json'), text)
  const ended = await world.stream(['--allowedTools', 'Bash(touch *)', '--', 'go'])
  expect([ended.code, made(world)]).toEqual([0, false])
  expect(ended.stderr).toContain('is used only for its deny and ask rules')
})

test('subcommands that fix and show settings still work, and doctor names the file', async () => {
  await using world = await touching()
  const file = join(world.config, 'settings.json')
  put(file, TEXT.slice(0, -3))
  const doctor = await world.run(['doctor'])
  expect(doctor.stdout).toContain(`${file} is not valid JSON`)
  expect((await world.run(['config', 'set', 'model', 'opus'])).code).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(TEXT.slice(0, -3))
})

const HOMES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['empty', { HOME: '' }],
  ['relative', { HOME: '.' }],
  ['relative and below', { HOME: 'sub/..' }],
  ['a relative config home', { CAPSTAN_CONFIG_DIR: '.capstan' }],
  ['a relative config home of the family', { CAPSTAN_CONFIG_DIR: '', CLAUDE_CONFIG_DIR: './.capstan' }],
]
const HOOK = {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch made' }] }] },
  permissions: { allow: ['Bash(touch *)'] },
}

test.each(HOMES)('a home that is %s never makes the folder the person', async (_, variables) => {
  await using world = await touching()
  put(join(world.project, '.capstan/settings.json'), JSON.stringify(HOOK))
  const env = { CAPSTAN_CONFIG_DIR: undefined, ...variables }
  for (const args of [['-p', 'go'], ['doctor'], ['trust', '--list'], ['mcp', 'list'], ['config', 'list']]) {
    const ended = await world.run(args, { env })
    expect([args, ended.code, made(world)]).toEqual([args, 1, false])
    expect(ended.stderr).toMatch(/^capstan: (?:HOME|\w+_CONFIG_DIR) is .*full path of a directory\.\n$/)
  }
})

test.skipIf(!hasGit())('a config home that the repository tracks is not the person', async () => {
  await using world = await touching()
  put(join(world.project, '.capstan/settings.json'), JSON.stringify(HOOK))
  execFileSync('git', ['init', '-q'], { cwd: world.project })
  execFileSync('git', ['add', '-f', '.'], { cwd: world.project })
  const env = { CAPSTAN_CONFIG_DIR: undefined, HOME: world.project }
  const ended = await world.stream(['go'], { env })
  expect([ended.code, made(world)]).toEqual([1, false])
  expect(ended.stderr).toContain('is part of the repository')
  expect((await world.stream(['--trust', 'go'], { env })).code).toBe(0)
})

test('a mode nobody knows costs nothing else of the file: its deny rules hold, and the run goes on', async () => {
  await using world = await touching()
  const text = '{"permissions": {"defaultMode": "yolo", "deny": ["Bash(touch *)"]}}'
  put(join(world.config, 'settings.json'), text)
  const ended = await world.stream(['--allowedTools', 'Bash(touch *)', '--', 'go'])
  expect([ended.code, made(world)]).toEqual([0, false])
  expect(ended.stderr).toContain('permissions.defaultMode: expected one of default')
})
