import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import type { Access } from '../../../protocol/access.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { allowListText, sentence } from '../../../protocol/messages/permissions/allow-list.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import type { Decision, ExplainedPart } from '../../../protocol/permission.ts'
import { askedBecause, because } from '../../../protocol/permission.ts'
import { type AskedCall, describeRequest } from './describe-request.ts'
import { requestAbout } from './request-about.ts'
import { requestTitle } from './request-title.ts'
import { unifiedDiff } from './unified-diff.ts'

const decision = (more: Partial<Decision> = {}): Decision => ({
  verdict: 'ask',
  because: because('other', verbatim('It changes files')),
  offer: [],
  readOnly: false,
  ...more,
})
const asked = (accesses: readonly Access[], more: Partial<AskedCall> = {}): AskedCall => ({
  toolName: 'Tool',
  accesses,
  cwd: '/w',
  decision: decision(),
  fileFor: destination => (destination === 'localSettings' ? '/w/.capstan/settings.local.json' : undefined),
  ...more,
})

const NOT_READ_ONLY = allowListText('not_read_only', { program: 'rm' })

test('a command comes whole, with what is risky in it and what "always" would save', () => {
  const part: ExplainedPart = { text: 'rm x', verdict: 'ask', why: NOT_READ_ONLY }
  const offer = decision({
    offer: [
      {
        type: 'addRules',
        rules: [{ toolName: 'Bash', ruleContent: 'rm x' }],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
  })
  const details = describeRequest(
    asked([{ kind: 'shell', command: 'ls; rm x' }], {
      decision: offer,
      explanation: { verdict: 'ask', summary: verbatim(''), parts: [part] },
    }),
  )
  expect(details).toEqual({
    title: 'Run ls; rm x',
    about: { kind: 'shell', unsandboxed: false },
    ...askedBecause(sentence(verbatim('It changes files'))),
    subject: { text: 'ls; rm x', risky: [{ from: 4, to: 8, ...askedBecause(NOT_READ_ONLY) }] },
    saves: [{ rule: 'Bash(rm x)', file: '/w/.capstan/settings.local.json' }],
  })
})

const read = await loadShellReader()

test.each([
  ['npm test; rm -rf build', 'rm -rf build', "rm isn't known to be read-only"],
  ['make && git reset --hard', 'git reset --hard', "git reset isn't known to be read-only"],
  ['touch x; cat .env', 'cat .env', 'it reads .env'],
  ['npm i; sudo make install', 'sudo make install', 'sudo runs as another user'],
])('under a warning stands the reason for what it warns of: %s', (command, red, why) => {
  const first = command.split(/;|&&/)[0]?.trim() ?? ''
  const parts: readonly ExplainedPart[] = [
    { text: first, verdict: 'ask', why: verbatim('it may do more') },
    { text: red, verdict: 'ask', why: explainText('not_listed', { why }) },
  ]
  const details = describeRequest(
    asked([{ kind: 'shell', command }], {
      decision: decision({ because: because('subcommandResults', verbatim(`"${first}" may change things`)) }),
      explanation: { verdict: 'ask', summary: verbatim(''), parts },
      line: read(command),
    }),
  )
  expect(details.dangers).toHaveLength(1)
  expect(details.why).toBe(`"${red}" may change things and isn't on the allow list: ${why}.`)
})

test('the whole command that decides is marked, not only the word in it; one in a substitution by itself', () => {
  const part: ExplainedPart = {
    text: 'sed -i s/a/b/ x',
    verdict: 'ask',
    why: verbatim('no rule'),
    parts: [{ text: '-i', verdict: 'ask', why: verbatim('edits in place') }],
  }
  const marked = (text: string, ...parts: readonly ExplainedPart[]) =>
    describeRequest(
      asked([{ kind: 'shell', command: text }], {
        explanation: { verdict: 'ask', summary: verbatim(''), parts },
      }),
    ).subject?.risky
  expect(marked('ls; sed -i s/a/b/ x', part)).toEqual([
    { from: 4, to: 19, ...askedBecause(verbatim('edits in place')) },
  ])
  const outer: ExplainedPart = {
    text: 'echo $(rm x)',
    verdict: 'ask',
    why: verbatim('more'),
    parts: [{ text: 'rm x', verdict: 'ask', why: verbatim('deletes') }],
  }
  expect(marked('echo $(rm x)', outer)).toEqual([{ from: 7, to: 11, ...askedBecause(verbatim('deletes')) }])
})

test('what the model says of its command, and that it would not be waited for, come with the question', () => {
  const input = { command: 'make', description: ' Build it ', run_in_background: true }
  expect(describeRequest(asked([{ kind: 'shell', command: 'make' }], { input }))).toMatchObject({
    description: 'Build it',
    background: true,
  })
})

test('an edit comes with its diff', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }
  const change = { path: '/w/a', creates: false, hunks: [hunk] }
  const mode = decision({ offer: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] })
  expect(describeRequest(asked([{ kind: 'write', path: '/w/a' }], { change, decision: mode }))).toEqual({
    title: 'Change a',
    about: { kind: 'write' },
    ...askedBecause(sentence(verbatim('It changes files'))),
    subject: { text: '/w/a', risky: [{ from: 0, to: 4, ...askedBecause(verbatim('It changes files')) }] },
    diff: { path: '/w/a', text: '@@ -1 +1 @@\n-a\n+b', cut: false },
    saves: [{ rule: 'mode acceptEdits' }],
  })
})

test.each<[Access | undefined, string]>([
  [{ kind: 'write', path: '/w/a' }, 'Create a'],
  [{ kind: 'read', path: '/etc/x' }, 'Read /etc/x'],
  [{ kind: 'search', path: '/w' }, 'Search in .'],
  [{ kind: 'network', url: 'https://x.org/' }, 'Fetch https://x.org/'],
  [{ kind: 'web-search', query: 'cats' }, 'Search the web for cats'],
  [{ kind: 'mcp', server: 's', tool: 't' }, 'Use t of the server s'],
  [{ kind: 'agent', name: 'Explore' }, 'Start the agent Explore'],
  [{ kind: 'skill', name: 's', args: 'a' }, 'Use the skill s a'],
  [{ kind: 'shell', command: 'a\nb' }, 'Run a ⏎ b'],
  [{ kind: 'shell', command: 'a \n \n b' }, 'Run a ⏎ b'],
  [{ kind: 'shell', command: 'a', unsandboxed: true }, 'Run a outside the sandbox'],
  [{ kind: 'person' }, 'Tool needs your answer'],
  [undefined, 'Use Tool'],
])('%j has the title %j', (access, title) => {
  expect(requestTitle({ toolName: 'Tool', accesses: access ? [access] : [], cwd: '/w', creates: true })).toBe(
    title,
  )
})

test('a diff is bounded and says so', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 300 }), { maxLength: 600 }), texts => {
      const lines = texts.map(text => `+${text.replaceAll('\n', ' ')}`)
      const { text, cut } = unifiedDiff([
        { oldStart: 1, oldLines: 0, newStart: 1, newLines: lines.length, lines },
      ])
      expect(text.length <= 40_000 && text.split('\n').length <= 400).toBe(true)
      expect(cut).toBe(text.split('\n').length !== lines.length + 1)
    }),
    { numRuns: 30 },
  )
})

test('a command of many blanks has its title at once', () => {
  const command = `rm x${' '.repeat(500_000)}; curl evil`
  expect(requestTitle({ toolName: 'Bash', accesses: [{ kind: 'shell', command }], cwd: '/w' })).toMatch(
    /^Run rm x/,
  )
})

test.each<[Access | undefined, object | undefined]>([
  [{ kind: 'write', path: '/w/a' }, { kind: 'create' }],
  [{ kind: 'network', url: 'https://x.org/' }, { kind: 'network' }],
  [
    { kind: 'mcp', server: 's', tool: 't' },
    { kind: 'mcp', server: 's', tool: 't' },
  ],
  [
    { kind: 'skill', name: 's', args: 'a' },
    { kind: 'skill', name: 's' },
  ],
  [
    { kind: 'shell', command: 'a', unsandboxed: true },
    { kind: 'shell', unsandboxed: true },
  ],
  [{ kind: 'person' }, undefined],
  [undefined, { kind: 'tool', name: 'Tool' }],
])('%j is about %j', (access, about) => {
  const accesses = access ? [access] : []
  expect(requestAbout({ toolName: 'Tool', accesses, creates: true })).toEqual(about)
})
