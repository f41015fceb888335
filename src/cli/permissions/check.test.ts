import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { createPermissions } from '../../features/permissions/permissions.ts'
import { type CheckAnswer, check, checkLine } from './check.ts'

let home = ''
let cwd = ''
const permissions = createPermissions()
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'check-')))
  cwd = join(home, 'project')
  mkdirSync(join(cwd, 'web'), { recursive: true })
  mkdirSync(join(home, 'other'))
  writeFileSync(join(cwd, 'web/a.css'), 'x')
  writeFileSync(join(home, 'secret.md'), 'x')
  symlinkSync(join(home, 'secret.md'), join(cwd, 'link.md'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Fields = Readonly<Record<string, unknown>>
const ask = (more: Fields): Promise<CheckAnswer> =>
  checkLine(
    JSON.stringify({
      id: 'x',
      tool: 'Bash',
      input: { command: 'ls' },
      rules: {},
      mode: 'default',
      cwd,
      home,
      ...more,
    }),
    permissions,
  )
const bash = (command: string, allow: readonly string[] = [], more: Fields = {}): Promise<CheckAnswer> =>
  ask({ input: { command }, rules: { project: { allow } }, trusted: true, ...more })
const verdict = async (answer: Promise<CheckAnswer>): Promise<string> => (await answer).verdict

test.each<[string, Fields, string]>([
  ['a look', {}, 'allow'],
  ['a change', { input: { command: 'rm x' } }, 'ask'],
  ['a file inside', { tool: 'Read', input: { file_path: 'web/a.css' } }, 'allow'],
  ['a link out', { tool: 'Read', input: { file_path: 'link.md' } }, 'ask'],
  ['a file in the home directory', { tool: 'Read', input: { file_path: '~/secret.md' } }, 'ask'],
  ['an edit', { tool: 'Edit', input: { file_path: 'web/a.css' } }, 'ask'],
  [
    'an edit in acceptEdits',
    { tool: 'Write', input: { file_path: 'web/a.css' }, mode: 'acceptEdits' },
    'allow',
  ],
  ['a notebook', { tool: 'NotebookEdit', input: { notebook_path: 'a.ipynb' }, mode: 'plan' }, 'deny'],
  ['a search', { tool: 'Grep', input: { pattern: 'x' } }, 'allow'],
  ['a search outside', { tool: 'Grep', input: { pattern: 'x', path: '..' } }, 'ask'],
  ['names outside', { tool: 'Glob', input: { pattern: '../*.md' } }, 'ask'],
  ['names in the home directory', { tool: 'Glob', input: { pattern: '~/*' } }, 'ask'],
  ['a page', { tool: 'WebFetch', input: { url: 'https://docs.rs/x' } }, 'ask'],
  ['a private address', { tool: 'WebFetch', input: { url: 'http://192.168.1.1/' } }, 'deny'],
  ['another scheme', { tool: 'WebFetch', input: { url: 'file:///etc/passwd' } }, 'deny'],
  ['a skill', { tool: 'Skill', input: { skill: 'a' } }, 'ask'],
  ['an agent', { tool: 'Agent', input: { subagent_type: 'Explore' } }, 'allow'],
  ['a server', { tool: 'mcp__jira__search', input: {} }, 'ask'],
  ['an unknown tool', { tool: 'Teleport', input: {} }, 'ask'],
  ['an unknown tool nobody is asked about', { tool: 'Teleport', input: {}, mode: 'dontAsk' }, 'deny'],
  ['a command that is no text', { input: { command: ['ls'] } }, 'deny'],
  ['a path that is missing', { tool: 'Read', input: {} }, 'deny'],
  ['a NUL byte', { input: { command: 'ls\0' } }, 'deny'],
  [
    'an added directory',
    { tool: 'Grep', input: { path: '../other' }, additionalDirectories: ['../other'] },
    'allow',
  ],
  [
    'case on linux',
    { tool: 'Read', input: { file_path: 'WEB/a' }, rules: { user: { deny: ['Read(web/**)'] } } },
    'allow',
  ],
  [
    'case on darwin',
    {
      tool: 'Read',
      input: { file_path: 'WEB/a' },
      rules: { user: { deny: ['Read(web/**)'] } },
      platform: 'darwin',
    },
    'deny',
  ],
])('%s', async (_, request, expected) => {
  expect(await verdict(ask(request))).toBe(expected)
})

test('rules of an untrusted project only restrict', async () => {
  expect(await verdict(bash('make', ['Bash(make)']))).toBe('allow')
  expect(await verdict(bash('make', ['Bash(make)'], { trusted: false }))).toBe('ask')
  const rules = { project: { deny: ['Bash(ls)'] } }
  expect(await verdict(ask({ rules, trusted: false }))).toBe('deny')
})

test('flags take allow rules and bypass away', async () => {
  const flags = { allowManagedPermissionRulesOnly: true, disableBypassPermissionsMode: true }
  expect(await verdict(bash('make', ['Bash(make)'], { flags }))).toBe('ask')
  expect(
    await verdict(ask({ input: { command: 'make' }, rules: { managed: { allow: ['Bash(make)'] } }, flags })),
  ).toBe('allow')
  expect(await verdict(bash('make', [], { mode: 'bypassPermissions', flags }))).toBe('ask')
  expect(await verdict(bash('make', [], { mode: 'bypassPermissions' }))).toBe('allow')
  const wish = { mode: 'bypassPermissions', flags: { modeSource: 'project' } }
  expect(await verdict(bash('make', [], wish))).toBe('ask')
})

test.each([
  'x',
  '[]',
  'null',
  '{}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"relative","home":"/"}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"/","home":"/","mode":"wild"}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"/","home":"/","rules":{"x":{}}}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"/","home":"/","rules":{"user":{"deny":"Bash"}}}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"/","home":"/","trusted":"no"}',
  '{"id":1,"tool":"Bash","input":{"command":"ls"},"cwd":"/","home":"/","additionalDirectories":[1]}',
  '{"id":1,"tool":"Bash","input":null,"cwd":"/","home":"/"}',
])('%s is asked, with a reason', async line => {
  const answer = await checkLine(line, permissions)
  expect(answer).toEqual({
    id: line.includes('"id"') ? 1 : null,
    verdict: 'ask',
    reason: expect.stringMatching(/./),
  })
})

test('answers come in order, one for each line, wherever the chunks end', async () => {
  const request = (id: string): string =>
    JSON.stringify({ id, tool: 'Bash', input: { command: 'ls' }, cwd, home })
  const bytes = new TextEncoder().encode(`${request('é\u2028')}\n\nnot json\n${request('b')}`)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7)
  }
  const answers: unknown[] = []
  for await (const line of check(chunks())) answers.push(JSON.parse(line))
  expect(answers).toMatchObject([
    { id: 'é\u2028', verdict: 'allow' },
    { id: null, verdict: 'ask' },
    { id: 'b', verdict: 'allow' },
  ])
})

const RANK = { allow: 0, ask: 1, deny: 2 }
const commands = fc.constantFrom(
  ...[
    'ls',
    'git log -3',
    'rm x',
    'make',
    'npm test',
    'sed -n 1p a',
    'sed -i p a',
    'find . -delete',
    'find .',
  ],
  ...['cat ../x', 'echo $(make)', 'sort -o a b', 'awk 1 a', 'timeout 3 make', 'ls > out', 'git push', 'rg x'],
)
const rule = fc.constantFrom(
  ...[
    'Bash(make)',
    'Bash(git:*)',
    'Bash(rm *)',
    'Bash',
    'Bash(npm test)',
    'Bash(ls:*)',
    'Read(web/**)',
    'Edit',
  ],
  ...['Bash(sed * a)', 'Bash(find:*)', 'Read(//**)', 'Bash(*)', 'not a rule (', '*'],
)
const rules = fc.record({
  allow: fc.array(rule, { maxLength: 2 }),
  ask: fc.array(rule, { maxLength: 1 }),
  deny: fc.array(rule, { maxLength: 1 }),
})
const modes = fc.constantFrom('default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions', 'auto')
const rank = async (command: string, given: unknown, mode: string): Promise<number> =>
  RANK[(await ask({ input: { command }, rules: { user: given }, mode })).verdict]

test('one more deny never widens, one more allow never narrows', async () => {
  await fc.assert(
    fc.asyncProperty(commands, rules, rule, modes, async (command, given, extra, mode) => {
      const before = await rank(command, given, mode)
      expect(await rank(command, { ...given, deny: [...given.deny, extra] }, mode)).toBeGreaterThanOrEqual(
        before,
      )
      expect(await rank(command, { ...given, allow: [...given.allow, extra] }, mode)).toBeLessThanOrEqual(
        before,
      )
    }),
    { numRuns: sampleSize({ usual: 100, full: 1200 }) },
  )
})

test('a line of two commands is never judged milder than the stricter of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      commands,
      commands,
      rules,
      fc.constantFrom('; ', ' && ', '\n', ' | ', ' & '),
      async (a, b, given, join) => {
        const each = Math.max(await rank(a, given, 'default'), await rank(b, given, 'default'))
        expect(await rank(`${a}${join}${b}`, given, 'default')).toBeGreaterThanOrEqual(each)
      },
    ),
    { numRuns: sampleSize({ usual: 100, full: 1200 }) },
  )
})

test('spacing, quoting and neutral wrappers change no verdict', async () => {
  const plain = fc.constantFrom(
    'ls -l',
    'cat web/a.css',
    'rm x',
    'find . -delete',
    'sort -o a b',
    'git log -3',
    'rg --pre cat x',
    'sed -i p a',
  )
  const variant = fc.constantFrom<(text: string) => string>(
    text => text.replaceAll(' ', '   '),
    text => `  ${text} `,
    text =>
      text
        .split(' ')
        .map(word => `'${word}'`)
        .join(' '),
    text =>
      text
        .split(' ')
        .map(word => `"${word}"`)
        .join(' '),
    text => text.replace(/\w/, letter => `\\${letter}`),
    text => text.replaceAll(' ', ' \\\n '),
    text => `timeout 5 ${text}`,
    text => `nice ${text}`,
    text => `command ${text}`,
    text => `LC_ALL=C ${text}`,
    text => `( ${text} )`,
    text => `{ ${text}; }`,
  )
  await fc.assert(
    fc.asyncProperty(plain, variant, async (command, change) => {
      expect(await rank(change(command), {}, 'default')).toBe(await rank(command, {}, 'default'))
    }),
    { numRuns: sampleSize({ usual: 80, full: 800 }) },
  )
})
