import { expect, test } from 'vitest'
import type { Access } from '../../../protocol/access.ts'
import type { Policy, Rule } from '../../../protocol/permission.ts'
import { alternativesFor } from './alternatives.ts'

const rule = (text: string, behavior: Rule['behavior'] = 'allow'): Rule => ({
  text,
  behavior,
  source: 'cli',
  anchor: '/w',
})
const ways = (
  access: Access,
  rules: readonly Rule[],
  offer: Parameters<typeof alternativesFor>[0]['decision']['offer'] = [],
  mode: Policy['mode'] = 'default',
) => alternativesFor({ accesses: [access], decision: { offer }, policy: { mode, rules } as Policy }).text

test('rules for the same program are the ways that are named', () => {
  const text = ways({ kind: 'shell', command: 'cd a && npm test' }, [
    rule('Bash(npm run lint:*)'),
    rule('Bash(git commit:*)'),
    rule('Bash(npm publish:*)', 'deny'),
    rule('Edit(src/**)'),
  ])
  expect(text).toContain('Without asking you may use: commands that only look, Bash(npm run lint:*).')
  expect(text).toContain('nobody to ask and is in mode default')
})

test('without one, what is allowed at all is named, and how the next run could be started', () => {
  const text = ways(
    { kind: 'shell', command: 'npm test' },
    [rule('Bash(make:*)')],
    [
      {
        type: 'addRules',
        rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
  )
  expect(text).toContain('commands that only look, Bash(make:*)')
  expect(text).toContain('a run started with --allowedTools "Bash(npm test:*)" would allow it')
})

test('an edit names rules for edits and the mode that would take it', () => {
  const text = ways(
    { kind: 'write', path: '/w/a' },
    [rule('Edit(docs/**)'), rule('Bash(ls)')],
    [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  )
  expect(text).toContain('Without asking you may use: Edit(docs/**).')
  expect(text).toContain('--permission-mode acceptEdits')
})

test('a file that may not be read names rules for reading, and none for commands', () => {
  const text = ways({ kind: 'read', path: '/etc/x' }, [rule('Bash(npm test:*)'), rule('Read(//srv/**)')])
  expect(text).toContain(
    'Without asking you may use: Read, Glob and Grep in the working directories, Read(//srv/**).',
  )
})

test.each<[Access, string]>([
  [{ kind: 'network', url: 'https://a.test' }, 'WebFetch(domain:b.test)'],
  [{ kind: 'mcp', server: 'jira', tool: 'x' }, 'mcp__jira__y'],
  [{ kind: 'skill', name: 'a', args: '' }, 'Skill(b)'],
])('%j names rules of its own kind only', (access, own) => {
  expect(ways(access, [rule('Bash(ls)'), rule('Read'), rule(own)])).toContain(`you may use: ${own}.`)
})

test('where edits are accepted they are among the allowed ways', () => {
  const command = ways({ kind: 'shell', command: 'npm test' }, [], [], 'acceptEdits')
  expect(command).toContain(
    'you may use: commands that only look, Edit and Write in the working directories, mkdir, touch, rm, mv, cp and sed on plain files there.',
  )
  const edit = ways({ kind: 'write', path: '/elsewhere' }, [], [], 'acceptEdits')
  expect(edit).toContain('you may use: Edit and Write in the working directories.')
  expect(ways({ kind: 'write', path: '/w/a' }, [])).not.toContain('Edit and Write')
})

test.each(['plan', 'auto'] as const)('in mode %s a rule that it suspends is no way', mode => {
  const rules = [rule('Bash'), rule('Bash(node:*)'), rule('Bash(node test.js)')]
  const text = ways({ kind: 'shell', command: 'node x.js' }, rules, [], mode)
  expect(text).toContain('Bash(node test.js).')
  expect(text).not.toMatch(/Bash(?:,|\.|\(node:\*\))/)
})
