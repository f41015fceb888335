import { expect, test } from 'vitest'
import { createFakeHost, type FakeHost } from '../../../test/support/fake-command-host.ts'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import type { CommandOutcome, CommandSettings } from '../../protocol/command.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Op } from '../../protocol/op.ts'
import { OpError } from '../../protocol/op.ts'
import type { Queries } from '../../protocol/query.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { COMMANDS } from './index.ts'
import { findCommand, parseCommand } from './parse-command.ts'

/** What a command comes to, with its words in English. */
type Said = Omit<CommandOutcome, 'text'> & { readonly text: string }

const run = async (line: string, host: FakeHost = createFakeHost()): Promise<Said> => {
  const parsed = parseCommand(line)
  const command = parsed && findCommand(parsed.name, COMMANDS)
  if (!command) throw new Error(`no command ${line}`)
  const outcome = await command.run(parsed.args, host)
  return { ...outcome, text: inEnglish(outcome.text) }
}

const hostWith = (answers: Partial<Queries>): FakeHost =>
  createFakeHost({ engine: new FakeEngine([], answers) })

const task = (id: string, status: 'running' | 'completed' = 'running'): Queries['tasks'][number] => ({
  id,
  kind: 'shell',
  description: `work ${id}`,
  status,
  startedAt: 0,
  ...(status === 'completed' ? { endedAt: 5_000 } : {}),
})

test.each<[string, readonly Op[]]>([
  ['/effort high', [{ type: 'set_effort', effort: 'high' }]],
  ['/effort default', [{ type: 'set_effort' }]],
  ['/effort auto', [{ type: 'set_effort' }]],
  ['/budget 5', [{ type: 'allow_spending', usd: 5 }]],
  ['/budget $0.5', [{ type: 'allow_spending', usd: 0.5 }]],
  ['/budget 500k', [{ type: 'set_token_budget', tokens: 500_000 }]],
  ['/budget 2,000 tokens', [{ type: 'set_token_budget', tokens: 2_000 }]],
  ['/budget off', [{ type: 'set_token_budget' }]],
  ['/fast on', [{ type: 'set_fast', enabled: true }]],
  ['/tag  big   release', [{ type: 'set_tag', tag: 'big release' }]],
  ['/tag off', [{ type: 'set_tag', tag: '' }]],
  ['/snip aaaa1111 bbbb2222', [{ type: 'snip', from: 'aaaa1111', to: 'bbbb2222' }]],
  ['/snip bbbb2222', [{ type: 'snip', from: 'bbbb2222', to: 'bbbb2222' }]],
  ['/thinking', [{ type: 'set_thinking', enabled: true }]],
  ['/thinking off', [{ type: 'set_thinking', enabled: false }]],
  ['/plan', [{ type: 'set_mode', mode: 'plan' }]],
  ['/plan on', [{ type: 'set_mode', mode: 'plan' }]],
  ['/plan ON', [{ type: 'set_mode', mode: 'plan' }]],
  ['/plan off', []],
  ['/plan Off', []],
  ['/rename  My   work', [{ type: 'set_title', title: 'My work' }]],
  ['/background', [{ type: 'move_to_background' }]],
  [
    '/add-dir ../b',
    [
      {
        type: 'update_permissions',
        updates: [{ type: 'addDirectories', directories: ['/w/../b'], destination: 'session' }],
      },
    ],
  ],
  [
    '/add-dir /b --save',
    [
      {
        type: 'update_permissions',
        updates: [{ type: 'addDirectories', directories: ['/b'], destination: 'localSettings' }],
      },
    ],
  ],
])('%s asks the engine for %j', async (line, ops) => {
  const host = createFakeHost()
  await run(line, host)
  expect(host.engine.ops).toEqual(ops)
})

test.each<[string, readonly unknown[]]>([
  ['/config theme=light', ['theme', 'light', 'user']],
  ['/config --project autoCompactEnabled = false', ['autoCompactEnabled', false, 'project']],
  ['/config autoCompactWindow=100000', ['autoCompactWindow', 100_000, 'user']],
  ['/config language=简体中文', ['language', '简体中文', 'user']],
  ['/theme dark-ansi', ['theme', 'dark-ansi', 'user']],
  ['/sandbox on', ['sandbox.enabled', true, 'user']],
  ['/autocompact off', ['autoCompactEnabled', false, 'user']],
])('%s writes the setting %j and says where', async (line, written) => {
  const host = createFakeHost()
  const outcome = await run(line, host)
  expect(host.written).toEqual([written])
  expect(outcome.text).toContain('/home/.capstan/settings.json')
})

test.each<[string, object]>([
  ['/exit', { kind: 'exit' }],
  ['/vim', { kind: 'set_view', name: 'vim' }],
  ['/color red', { kind: 'set_view', name: 'color', value: 'red' }],
  ['/resume', { kind: 'panel', panel: 'resume' }],
  ['/resume abc', { kind: 'switch_session', sessionId: 'abc' }],
  ['/doctor', { kind: 'panel', panel: 'doctor' }],
])('%s asks the screen for %j, and has words for where there is none', async (line, request) => {
  const outcome = await run(line)
  expect(outcome).toMatchObject({ kind: 'ui', request })
  expect(outcome.text).not.toBe('')
})

test.each([
  ['/init', /AGENTS\.md/],
  ['/init the tests', /the tests/],
  ['/review HEAD~2', /HEAD~2/],
  ['/security-review', /somebody/],
  ['/simplify src', /src/],
  ['/statusline the time', /the time[\s\S]*\/home\/\.capstan\/settings\.json/],
  ['/plan a bridge', /^a bridge$/],
])('%s is a message to the model', async (line, text) => {
  const outcome = await run(line)
  expect(outcome.kind).toBe('submit')
  expect(outcome.text).toMatch(text)
})

test.each([
  ['/config', 'theme    dark'],
  ['/config theme', 'theme = dark'],
  ['/config model', "model isn't set; the default applies."],
  ['/config verbose', "verbose isn't set; the default is false."],
  ['/export notes.md', 'Wrote /w/notes.md (2 KB)'],
  ['/budget', 'No spending limit'],
  ['/btw where was that?', 'An answer.'],
  ['/recap', 'You were here.'],
  ['/cd sub', 'Now working in /w/sub.'],
  ['/cd', '/w'],
  ['/rename', 'no name yet'],
  ['/effort', "the model's default"],
  ['/tasks', 'No background tasks'],
  ['/stop', 'No background tasks'],
  ['/diff', 'No files were changed'],
  ['/rewind', 'Nothing to rewind yet'],
  ['/branch', 'the only branch'],
  ['/tree', 'Nothing has been said'],
  ['/sandbox', 'without a sandbox'],
  ['/permissions', 'No rules'],
  ['/keybindings', '/home/.capstan/keybindings.json'],
  ['/terminal-setup', 'tmux'],
  ['/debug', 'Nothing is logged'],
  ['/fewer-permission-prompts', 'Nothing in this session'],
  ['/fork', 'nothing to copy'],
])('%s says: %s', async (line, text) => {
  const outcome = await run(line)
  expect(outcome.kind).toBe('shown')
  expect(outcome.text).toContain(text)
})

test.each([
  ['/effort much', 'low, medium'],
  ['/budget lots', 'amount in USD'],
  ['/budget -1', 'amount in USD'],
  ['/thinking maybe', 'on or off'],
  ['/autocompact 5', 'a window of 100k to 1m tokens'],
  ['/autocompact 2m', 'a window of 100k to 1m tokens'],
  ['/sandbox maybe', 'on or off'],
  ['/theme purple', 'dark-daltonized'],
  ['/config =1', 'key=value'],
  ['/config theme=', 'a value'],
  ['/add-dir', 'Which directory'],
  ['/btw', 'Ask a question'],
  ['/copy x', 'takes a number'],
  ['/copy', 'No such answer'],
  ['/rewind 3', 'No message 3'],
  ['/branch 9', 'no branch 9'],
  ['/release-notes', 'No release notes'],
])('%s is refused: %s', async (line, text) => {
  await expect(run(line)).rejects.toThrow(OpError)
  await expect(run(line)).rejects.toThrow(text)
})

test('/stop ends the only task, the one that is named, or all', async () => {
  const tasks = [task('b1'), task('b2'), task('b3', 'completed')]
  const stopped = async (line: string, list = tasks): Promise<readonly Op[]> => {
    const host = hostWith({ tasks: list })
    await run(line, host)
    return host.engine.ops
  }
  const stop = (taskId: string): Op => ({ type: 'stop_task', taskId })
  expect(await stopped('/stop', [task('b1'), task('b3', 'completed')])).toEqual([stop('b1')])
  expect(await stopped('/stop b2')).toEqual([stop('b2')])
  expect(await stopped('/stop all')).toEqual([stop('b1'), stop('b2')])
  await expect(stopped('/stop')).rejects.toThrow('b1 (work b1), b2 (work b2), or all')
  await expect(stopped('/stop b3')).rejects.toThrow('No task b3 is running')
  expect((await run('/bashes', hostWith({ tasks }))).text).toContain('b3  completed  5 s')
})

const replyOf = (id: string, text: string): Queries['history'][number] => ({
  type: 'assistant',
  uuid: crypto.randomUUID(),
  timestamp: '',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
  },
})

test('/copy finds whole answers, counted from the last', async () => {
  const history = [replyOf('1', 'First.'), replyOf('2', 'Sec'), replyOf('2', 'ond.'), replyOf('3', ' ')]
  const copied = (line: string) => run(line, hostWith({ history }))
  expect(await copied('/copy')).toEqual({ kind: 'ui', request: { kind: 'copy', which: 1 }, text: 'Second.' })
  expect((await copied('/copy 2')).text).toBe('First.')
  expect((await copied('/copy all')).text).toBe('First.\n\nSecond.')
  await expect(copied('/copy code')).rejects.toThrow('No answer has code')
})

test('/copy code finds the code of the last answer that has any, byte for byte', async () => {
  const history = [
    replyOf('1', '```\nold\n```'),
    replyOf('2', 'Do:\n\n1. this\n   ```sh\n   a  \n     b\n   ```\n\n```ts\nlet c = `\t`\n```'),
    replyOf('3', 'No code here.'),
  ]
  const copied = async (line: string) => await run(line, hostWith({ history }))
  const request = { kind: 'copy', which: 1, text: 'let c = `\t`' }
  expect(await copied('/copy code')).toEqual({ kind: 'ui', request, text: request.text })
  expect((await copied('/copy code 1')).text).toBe('a  \n  b')
  for (const line of ['/copy code 3', '/copy code 0'])
    await expect(copied(line)).rejects.toThrow('The last answer with code has 2 blocks.')
  await expect(copied('/copy code x')).rejects.toThrow('takes a number')
})

const prompt = (uuid: string, more: object = {}): Queries['tree']['prompts'][number] => ({
  uuid,
  parent: null,
  children: [],
  title: `say ${uuid}`,
  timestamp: '',
  ageMs: 120_000,
  current: true,
  leaf: false,
  ...more,
})

test('/rewind goes back by number and hands back what was said', async () => {
  const host = hostWith({
    tree: { prompts: [prompt('a'), prompt('b'), prompt('x', { current: false })], current: 'b' },
  })
  expect((await run('/rewind', host)).text).toMatch(/1 .*say a[\s\S]*2 .*say b/)
  host.engine.moveReport = {
    canMove: true,
    conversation: { left: ['b'], taken: [], prompt: 'say b in full', undoesCompaction: false },
  }
  expect(await run('/undo 2 both', host)).toMatchObject({
    kind: 'ui',
    request: { kind: 'set_prompt', text: 'say b in full' },
  })
  await run('/rewind 1 code', host)
  expect(host.engine.moves).toEqual([
    { messageUuid: 'b', what: 'both' },
    { messageUuid: 'a', what: 'code' },
  ])
  host.engine.moveReport = { canMove: false, error: 'Not kept.', localized: verbatim('Not kept.') }
  await expect(run('/rewind 1 both', host)).rejects.toThrow('Not kept.')
})

test('/branch lists the ends and goes over to one; /tree draws them all', async () => {
  const prompts = [
    prompt('a', { children: ['b', 'c'] }),
    prompt('b', { parent: 'a', leaf: true, current: false }),
    prompt('c', { parent: 'a', leaf: true }),
  ]
  const host = hostWith({ tree: { prompts, current: 'c' } })
  expect((await run('/branch', host)).text).toMatch(/1 +say b[\s\S]*\* +2 +say c/)
  expect((await run('/branch 2', host)).text).toContain('Already')
  host.engine.moveReport = { canMove: true }
  await run('/branch 1', host)
  expect(host.engine.moves).toEqual([{ messageUuid: 'b', what: 'both', to: 'end' }])
  expect((await run('/tree', host)).text).toMatch(/^\| say a\n {4}say b\n\* {3}say c\n/)
})

test('/fewer-permission-prompts counts by rule and saves those that are chosen', async () => {
  const asked = [
    { toolName: 'Bash', rule: 'Bash(make:*)', ruleContent: 'make:*', count: 9 },
    { toolName: 'WebSearch', rule: 'WebSearch', count: 2 },
  ]
  const host = createFakeHost({ askedFor: async () => asked })
  expect((await run('/fewer-permission-prompts', host)).text).toMatch(
    /1 +Bash\(make:\*\) +9\n2 +WebSearch +2/,
  )
  await run('/fewer-permission-prompts 1, 2', host)
  expect(host.engine.ops).toEqual([
    {
      type: 'update_permissions',
      updates: [
        {
          type: 'addRules',
          behavior: 'allow',
          destination: 'localSettings',
          rules: [{ toolName: 'Bash', ruleContent: 'make:*' }, { toolName: 'WebSearch' }],
        },
      ],
    },
  ])
  await expect(run('/fewer-permission-prompts 3', host)).rejects.toThrow("3 isn't one of the numbers")
})

test('/permissions names the file and line of each rule', async () => {
  const place = { file: '/w/.capstan/settings.json', line: 4 }
  const rules = [
    { text: 'Bash(ls)', behavior: 'allow', source: 'project', anchor: '/w', place },
    { text: 'WebFetch', behavior: 'deny', source: 'session', anchor: '/w' },
  ] as const
  const base = await new FakeEngine([]).query('permissions')
  const { text } = await run('/permissions', hostWith({ permissions: { ...base, rules } }))
  expect(text).toContain('Mode: default (also: acceptEdits, plan)')
  expect(text).toContain('allow  Bash(ls)  /w/.capstan/settings.json:4')
  expect(text).toContain('deny   WebFetch  session')
})

test('/diff tells what the last turn did, or the last few', async () => {
  const changes: Queries['changes'] = ['a', 'b'].map(name => ({
    messageUuid: name,
    prompt: `change ${name}`,
    files: [
      {
        path: `/w/${name}`,
        status: 'changed',
        added: 1,
        removed: 1,
        diff: `@@ -1 +1 @@\n-${name}\n+x`,
        cut: true,
        edits: [],
      },
    ],
  }))
  const shown = async (line: string): Promise<string> => (await run(line, hostWith({ changes }))).text
  expect(await shown('/diff')).toBe('> change b\n/w/b: changed, +1 -1\n@@ -1 +1 @@\n-b\n+x\n(truncated)')
  expect(await shown('/diff 2')).toContain('> change a')
})

test('/release-notes shows them, and needs a session that has some', async () => {
  expect(findCommand('release-notes', COMMANDS)?.needs).toBe('releaseNotes')
  const host = createFakeHost({ releaseNotes: async () => '# New' })
  expect((await run('/release-notes', host)).text).toBe('# New')
})

test('/autocompact counts at once', async () => {
  const host = createFakeHost()
  await run('/autocompact on', host)
  expect(host.calls).toEqual([['setAutoCompact', true]])
})

test('a command that opens a dialog also has words, unless it needs a screen', () => {
  const silent = COMMANDS.filter(({ panel, headless }) => panel && !headless).map(({ name }) => name)
  expect(silent.sort()).toEqual(['doctor', 'resume', 'theme'])
})

test.each(['/plan', '/plan on', '/plan ON', '/plan  on '])('%j is a switch, no prompt', async line => {
  expect(await run(line)).toMatchObject({
    kind: 'shown',
    text: expect.stringMatching(/^Plan mode is on/) as string,
  })
})

const CONTEXT = {
  context: { model: 'm', tokens: 1, window: 200_000, compactAt: 150_000, items: [] } as never,
}

test.each<[string, readonly unknown[][], readonly unknown[][]]>([
  ['/autocompact 200k', [['setAutoCompact', true, 200_000]], [['autoCompactWindow', 200_000, 'user']]],
  ['/autocompact 1m', [['setAutoCompact', true, 1_000_000]], [['autoCompactWindow', 1_000_000, 'user']]],
  ['/autocompact 150,000', [['setAutoCompact', true, 150_000]], [['autoCompactWindow', 150_000, 'user']]],
  [
    '/autocompact auto',
    [
      ['setAutoCompact', true, Number.MAX_SAFE_INTEGER],
      ['remove', 'autoCompactWindow', 'user'],
    ],
    [],
  ],
])('%s counts at once and from the next start on', async (line, calls, written) => {
  const host = hostWith(CONTEXT)
  expect((await run(line, host)).text).toMatch(/runs at about 150,000 tokens/)
  expect({ calls: host.calls, written: host.written }).toEqual({ calls, written })
})

test('a window also turns on what was off, for later sessions too', async () => {
  const off = { context: { model: 'm', tokens: 1, window: 200_000, items: [] } as never }
  const host = hostWith(off)
  await run('/autocompact 200k', host)
  expect(host.written).toEqual([
    ['autoCompactEnabled', true, 'user'],
    ['autoCompactWindow', 200_000, 'user'],
  ])
})

test.each<[string, readonly unknown[][]]>([
  [
    '/config theme=light verbose=true',
    [
      ['theme', 'light', 'user'],
      ['verbose', true, 'user'],
    ],
  ],
  [
    '/config --local theme=light language="a b"',
    [
      ['theme', 'light', 'local'],
      ['language', 'a b', 'local'],
    ],
  ],
  ['/config language=x and more', [['language', 'x and more', 'user']]],
])('%s sets %j', async (line, written) => {
  const host = createFakeHost()
  await run(line, host)
  expect(host.written).toEqual(written)
})

test('of several settings those that can be set are, and the others are named', async () => {
  const host = createFakeHost()
  const { write } = host.settings
  const settings: CommandSettings = {
    ...host.settings,
    async write(key, ...rest) {
      if (key === 'nope') throw new OpError(verbatim('no such setting'))
      return await write(key, ...rest)
    },
  }
  await expect(run('/config nope=1 theme=dark', { ...host, settings })).rejects.toThrow(
    /nope was not set[\s\S]*theme is now dark/,
  )
  expect(host.written).toEqual([['theme', 'dark', 'user']])
})

const server = (name: string, state: string, level = 'user'): Queries['servers'][number] =>
  ({ name, state, source: { level }, tools: [], where: '' }) as never

test.each<[string, readonly Op[]]>([
  ['/mcp enable all', [{ type: 'server', name: 'off', action: 'enable' }]],
  [
    '/mcp disable all',
    [
      { type: 'server', name: 'up', action: 'disable' },
      { type: 'server', name: 'down', action: 'disable' },
    ],
  ],
])('%s leaves alone what nobody agreed to', async (line, ops) => {
  const host = hostWith({
    servers: [
      server('up', 'connected'),
      server('down', 'failed'),
      server('off', 'disabled'),
      server('theirs', 'disabled', 'project'),
      server('new', 'unapproved', 'project'),
    ],
  })
  const { text } = await run(line, host)
  expect(host.engine.ops).toEqual(ops)
  expect(text.includes('theirs')).toBe(line === '/mcp enable all')
})

test('/env shows no value that may be a secret', async () => {
  const host = createFakeHost({
    settings: {
      ...createFakeHost().settings,
      list: async () => [
        { key: 'env.MODE', value: 'fast' },
        { key: 'env.MY_TOKEN', value: 'SECRET' },
        { key: 'theme', value: 'dark' },
      ],
    },
  })
  const { text } = await run('/env', host)
  expect(text).toMatch(/MODE +fast/)
  expect(text).not.toMatch(/SECRET|theme/)
})

test('a report names the addresses that nobody opened a second time', async () => {
  const outputs = new Map<string, unknown>([
    ['check[0]', { checked: [{ source: 'https://a.example/x', verdict: 'holds' }] }],
    ['report', 'It is so [1], or not [2].\n[1] https://a.example/x.\n[2] <https://b.example/y>'],
  ])
  const host = createFakeHost()
  const withRun = {
    ...host,
    workflows: { ...host.workflows, outputs: async () => ({ runId: 'w1', isRunning: false, outputs }) },
  }
  const { text } = await run('/deep-research show', withRun)
  expect(text).toMatch(/not checked by a second agent: https:\/\/b\.example\/y$/)
})
