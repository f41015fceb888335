import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MoreParts } from '../../src/engine/engine.ts'
import type { Session } from '../../src/engine/session-parts.ts'
import type { HookFunction, HookInput, HookSettings } from '../../src/protocol/hook.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { drive, openWorld } from '../support/open-threads.ts'

const command = (line: string, more: object = {}): HookSettings[string] => [
  { hooks: [{ type: 'command', command: line, ...more }] },
]
const fn = (run: HookFunction): HookSettings[string] => [{ hooks: [{ type: 'function', run }] }]
const says = (event: string, fields: object) => () => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
})
const sent = (world: World, at = -1): string => JSON.stringify(world.model.requests.at(at)?.messages)
const notices = ({ events }: World): readonly string[] =>
  events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
const world = (hooks: HookSettings, more: Partial<WorldOptions> = {}): Promise<World> =>
  createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    ...more,
    config: given => ({ hooks, ...more.config?.(given) }),
  })

/** Skills of the project, which is trusted. */
const withSkills = (files: Readonly<Record<string, string>>): Partial<WorldOptions> => ({
  files,
  config: ({ place }) => ({
    extensions: {
      list: async () => [
        { source: { level: 'project', directory: '.claude' }, root: join(place.cwd, '.claude') },
      ],
      onChanged: () => () => undefined,
    },
  }),
})

test('what SessionStart hooks print stands before the first words, once', async () => {
  await using one = await world({ SessionStart: command('echo "the build is red"') })
  await one.ask('hi')
  await one.ask('and')
  expect(sent(one, 0)).toContain('the build is red')
  expect(sent(one).split('the build is red')).toHaveLength(2)
})

test('a session that is gone on with says so to its hooks; so does one that was cleared', async () => {
  const heard: unknown[] = []
  const hooks = {
    SessionStart: fn(({ source }) => void heard.push(source)),
    SessionEnd: fn(({ reason }) => void heard.push(reason)),
  }
  await using one = await world(hooks)
  await one.ask('hi')
  await one.engine.send({ type: 'clear' })
  await one.ask('anew')
  await using two = await world(hooks, {
    in: one,
    session: { resume: { path: one.sessionPath, fork: false } },
  })
  await two.ask('again')
  expect(heard).toEqual(['startup', 'clear', 'clear', 'other', 'resume'])
})

test('a session that is left for another one, or by signing out, says so to its hooks', async () => {
  for (const reason of ['resume', 'logout'] as const) {
    const heard: unknown[] = []
    const one = await world({ SessionEnd: fn(input => void heard.push(input['reason'])) })
    await one.ask('hi')
    await one.engine.send({ type: 'leave', reason })
    await one[Symbol.asyncDispose]()
    expect(heard).toEqual([reason])
  }
})

test('signing in is told to Notification hooks', async () => {
  const heard: unknown[] = []
  await using one = await world({
    Notification: fn(input => void heard.push([input['notification_type'], input['message']])),
  })
  await one.engine.send({ type: 'signed_in' })
  await expect.poll(() => heard).toEqual([['auth_success', 'You are signed in']])
})

test('skills that a SessionStart hook puts there are known before the first words', async () => {
  await using one = await world(
    {
      SessionStart: fn(() => {
        const at = join(one.dir, '.claude/skills/late')
        mkdirSync(at, { recursive: true })
        writeFileSync(join(at, 'SKILL.md'), '---\ndescription: came late\n---\nx')
        return says('SessionStart', { reloadSkills: true })()
      }),
    },
    withSkills({ '.claude/skills/early/SKILL.md': '---\ndescription: was there\n---\nx' }),
  )
  await one.ask('hi')
  expect(sent(one, 0)).toContain('late: came late')
})

test('a hook hears that skills changed, and can keep what was', async () => {
  const heard: unknown[] = []
  let permits = false
  const file = '.claude/skills/a/SKILL.md'
  await using one = await world(
    {
      ConfigChange: fn(input => {
        heard.push(input['source'])
        return permits ? undefined : { decision: 'block', reason: 'frozen' }
      }),
    },
    withSkills({ [file]: '---\ndescription: first\n---\nx' }),
  )
  const described = async () =>
    (await one.engine.query('skills'))
      .filter(({ source }) => source.level === 'project')
      .map(({ description }) => description)
  await one.ask('hi')
  expect(await described()).toEqual(['first'])
  writeFileSync(join(one.dir, file), '---\ndescription: the second\n---\nx')
  expect(await described()).toEqual(['first'])
  expect(await described()).toEqual(['first'])
  expect(heard).toEqual(['skills'])
  expect(JSON.stringify(one.events)).toContain('A hook rejected the change to the skills: frozen')
  permits = true
  writeFileSync(join(one.dir, file), '---\ndescription: and the third\n---\nx')
  expect(await described()).toEqual(['and the third'])
})

test('a title, a first message and files to watch come from SessionStart hooks', async () => {
  const changed: unknown[] = []
  await using one = await world({
    SessionStart: fn(
      says('SessionStart', {
        sessionTitle: 'Red build',
        initialUserMessage: 'Read the log first.',
        watchPaths: ['log.txt'],
      }),
    ),
    FileChanged: fn(({ file_path, event }) => void changed.push([file_path, event])),
  })
  await one.ask('hi')
  expect((await one.engine.query('state')).title).toBe('Red build')
  expect(sent(one)).toMatch(/Read the log first\..*hi/)
  writeFileSync(join(one.dir, 'log.txt'), 'x')
  while (changed.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  expect(changed[0]).toEqual([join(one.dir, 'log.txt'), 'add'])
})

test('a prompt that a hook blocks is never part of the conversation; the reason is for the person', async () => {
  await using one = await world({
    UserPromptSubmit: fn(({ prompt }) =>
      String(prompt).includes('secret') ? { decision: 'block', reason: 'it names a secret' } : {},
    ),
  })
  const end = await one.ask('print the secret')
  expect(end.terminal).toMatchObject({
    kind: 'hook_stopped',
    message: expect.stringContaining('it names a secret'),
  })
  expect(one.model.requests).toEqual([])
  await one.ask('hello')
  expect(sent(one)).not.toContain('secret')
})

test('what UserPromptSubmit hooks add is sent with the prompt, and may stand in its place', async () => {
  await using one = await world({ UserPromptSubmit: command('echo "today is Monday"') })
  await one.ask('plan my day')
  expect(sent(one)).toMatch(/today is Monday.*plan my day/)
  await using two = await world({
    UserPromptSubmit: fn(
      says('UserPromptSubmit', { additionalContext: 'only this', suppressOriginalPrompt: true }),
    ),
  })
  await two.ask('not this')
  expect(sent(two)).toContain('only this')
  expect(sent(two)).not.toContain('not this')
})

test('a command that becomes a prompt is told to hooks, and can be blocked', async () => {
  const heard: HookInput[] = []
  await using one = await world({
    UserPromptExpansion: [
      {
        matcher: 'commit',
        hooks: [{ type: 'function', run: input => void heard.push(input) }],
      },
      {
        matcher: 'pr',
        hooks: [{ type: 'function', run: () => ({ decision: 'block', reason: 'not today' }) }],
      },
    ],
  })
  await one.ask('/commit the docs')
  expect(heard).toMatchObject([
    { expansion_type: 'slash_command', command_name: 'commit', command_args: 'the docs' },
  ])
  const requests = one.model.requests.length
  expect((await one.ask('/pr')).terminal).toMatchObject({ kind: 'hook_stopped' })
  expect(one.model.requests).toHaveLength(requests)
})

test('three calls of one reply run their slow hooks beside each other', async () => {
  let waiting = 0
  const { promise: all, resolve: go } = Promise.withResolvers<void>()
  const barrier: HookFunction = async () => {
    waiting += 1
    if (waiting === 3) go()
    await all
  }
  const read = { name: 'Read', input: { file_path: 'a.txt' } }
  await using one = await world(
    { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'function', run: barrier }] }] },
    {
      files: { 'a.txt': 'hello' },
      scenario: { replies: [{ tools: [read, read, read] }, { text: 'done' }] },
    },
  )
  expect((await one.ask('read')).terminal.kind).toBe('completed')
  expect(waiting).toBe(3)
})

test('variables that a SessionStart hook exports reach later commands', async () => {
  await using one = await world(
    { SessionStart: command('echo "export GREETING=\'hello you\'" >> "$CLAUDE_ENV_FILE"') },
    {
      allow: ['Bash'],
      scenario: {
        replies: [
          { tool: { name: 'Bash', input: { command: 'echo "<$GREETING>"; touch x' } } },
          { text: 'ok' },
        ],
      },
    },
  )
  await one.ask('go')
  expect(sent(one)).toContain('<hello you>')
})

test('PostToolBatch hears of all calls of a reply, adds to them, and may end the turn', async () => {
  const heard: HookInput[] = []
  const glob = { name: 'Glob', input: { pattern: '*.txt' } }
  const scenario = { replies: [{ tools: [glob, glob] }, { text: 'done' }] }
  await using one = await world(
    {
      PostToolBatch: fn(input => {
        heard.push(input)
        return says('PostToolBatch', { additionalContext: 'two looks' })()
      }),
    },
    { scenario },
  )
  await one.ask('go')
  expect(heard).toMatchObject([{ tool_calls: [{ tool_name: 'Glob' }, { tool_name: 'Glob' }] }])
  expect(sent(one)).toContain('two looks')
  await using two = await world(
    { PostToolBatch: fn(() => ({ decision: 'block', reason: 'enough' })) },
    { scenario },
  )
  expect((await two.ask('go')).terminal).toMatchObject({ kind: 'hook_stopped', message: 'enough' })
})

test('a task that a hook refuses is not on the list, and one is not done while a hook objects', async () => {
  const refuse = fn(() => ({ decision: 'block', reason: 'too vague' }))
  const replies = [
    { tool: { name: 'TaskCreate', input: { subject: 'a', description: 'b' } } },
    { tool: { name: 'TaskList', input: {} } },
    { text: 'ok' },
  ]
  await using one = await world({ TaskCreated: refuse }, { scenario: { replies } })
  await one.ask('go')
  expect(sent(one)).toContain('The task was not created: too vague')
  await using two = await world(
    { TaskCompleted: refuse },
    {
      scenario: {
        replies: [
          { tool: { name: 'TaskCreate', input: { subject: 'a', description: 'b' } } },
          { tool: { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } } },
          { text: 'ok' },
        ],
      },
    },
  )
  await two.ask('go')
  expect(sent(two)).toContain('The task is not completed: too vague')
})

test('a hook that refuses another model keeps the one in use', async () => {
  await using one = await world({ PreModelSwitch: fn(() => ({ decision: 'block', reason: 'too dear' })) })
  await expect(one.engine.send({ type: 'set_model', model: 'claude-opus-4-5' })).rejects.toThrow('too dear')
  expect((await one.engine.query('state')).model).toBe('claude-sonnet-4-5')
})

test('what a PermissionRequest hook grants counts for later calls', async () => {
  let asked = 0
  const write = (file: string) => ({ tool: { name: 'Write', input: { file_path: file, content: 'x' } } })
  await using one = await world(
    {
      PermissionRequest: fn(() => {
        asked += 1
        const updatedPermissions = [
          { type: 'addRules', rules: [{ toolName: 'Edit' }], behavior: 'allow', destination: 'session' },
        ]
        return says('PermissionRequest', { decision: { behavior: 'allow', updatedPermissions } })()
      }),
    },
    { scenario: { replies: [write('a.txt'), write('b.txt'), { text: 'ok' }] } },
  )
  await one.ask('go')
  expect(asked).toBe(1)
  expect(['a.txt', 'b.txt'].map(file => existsSync(join(one.dir, file)))).toEqual([true, true])
})

test('"if" compares the parsed command; what cannot be read runs the hook', async () => {
  const seen: string[] = []
  const run = (line: string) => ({ tool: { name: 'Bash', input: { command: line } } })
  await using one = await world(
    {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'function',
              if: 'Bash(git push *)',
              run: input => void seen.push((input['tool_input'] as { command: string }).command),
            },
          ],
        },
      ],
    },
    {
      allow: ['Bash'],
      scenario: {
        replies: [
          run('echo git push origin'),
          run('cd . && FOO=1 git push origin; true'),
          run('echo "unclosed'),
          { text: 'ok' },
        ],
      },
    },
  )
  await one.ask('go')
  expect(seen).toEqual(['cd . && FOO=1 git push origin; true', 'echo "unclosed'])
})

test('an async hook is not waited for; what it says comes with the next turn', async () => {
  await using one = await world({
    UserPromptSubmit: command('while [ ! -e go ]; do sleep 0.01; done; echo late news', { async: true }),
  })
  await one.ask('first')
  expect(sent(one)).not.toContain('late news')
  writeFileSync(join(one.dir, 'go'), '')
  while (!one.events.some(event => event.type === 'hook' && event.hook.phase === 'ended'))
    await new Promise(resolve => setTimeout(resolve, 5))
  await one.ask('second')
  expect(sent(one)).toContain('late news')
})

test('a hook that says so on its first line goes on in the background; with asyncRewake exit 2 wakes the model', async () => {
  await using one = await world(
    {
      Stop: [
        {
          hooks: [
            { type: 'command', command: 'echo \'{"async": true}\'; while [ ! -e go ]; do sleep 0.01; done' },
            {
              type: 'command',
              asyncRewake: true,
              command:
                'if [ -e go ]; then exit 0; fi; : > begun; while [ ! -e go ]; do sleep 0.01; done; echo "tests are red" >&2; exit 2',
            },
          ],
        },
      ],
    },
    { config: () => ({ wake: true }) },
  )
  await one.ask('first')
  expect(one.model.requests).toHaveLength(1)
  // Nobody waits for a hook like that, so it may not have looked yet.
  while (!existsSync(join(one.dir, 'begun'))) await new Promise(resolve => setTimeout(resolve, 5))
  writeFileSync(join(one.dir, 'go'), '')
  while (one.model.requests.length < 2) await new Promise(resolve => setTimeout(resolve, 5))
  expect(sent(one)).toContain('tests are red')
  await one.engine.idle()
})

test('hooks of plugins, skills and agents run beside those of settings, with their variables, and only while they live', async () => {
  const lines = (dir: string): readonly string[] =>
    existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8').trim().split(/ *\n/) : []
  const log = (what: string): HookSettings => ({
    PreToolUse: command(`echo "${what} $CLAUDE_PLUGIN_ROOT" >> "$CLAUDE_PROJECT_DIR/log"`),
  })
  let session: Session | undefined
  const parts: MoreParts = given => {
    session = given
    return []
  }
  const glob = { tool: { name: 'Glob', input: { pattern: '*' } } }
  await using one = await createWorld({
    scenario: { replies: [glob, { text: 'a' }, glob, { text: 'b' }] },
    parts,
    config: () => ({
      hooks: log('settings'),
      extensions: {
        list: async () => [
          {
            source: { level: 'plugin', name: 'p' },
            root: '/plugins/p',
            hooks: log('plugin'),
            variables: { CLAUDE_PLUGIN_ROOT: '/plugins/p' },
          },
        ],
        onChanged: () => () => undefined,
      },
    }),
  })
  const remove = session?.hooks.add({ source: { level: 'skill', name: 's' }, hooks: log('skill') })
  await one.ask('go')
  expect(lines(one.dir).toSorted()).toEqual(['plugin /plugins/p', 'settings', 'skill'])
  remove?.()
  await one.ask('go')
  expect(lines(one.dir).filter(line => line.startsWith('skill'))).toHaveLength(1)
})

test('a hook of a skill that is to run once runs once', async () => {
  let ran = 0
  const glob = { tool: { name: 'Glob', input: { pattern: '*' } } }
  await using one = await createWorld({
    scenario: { replies: [glob, glob, { text: 'a' }] },
    parts: session => {
      const hooks = { PreToolUse: [{ hooks: [{ type: 'function', once: true, run: () => void ran++ }] }] }
      session.hooks.add({ source: { level: 'skill', name: 's' }, hooks })
      return []
    },
  })
  await one.ask('go')
  expect(ran).toBe(1)
})

test('a hook of a skill that is to run once runs once, also for calls that start together', async () => {
  let ran = 0
  const glob = { name: 'Glob', input: { pattern: '*' } }
  await using one = await createWorld({
    scenario: { replies: [{ tools: [glob, glob, glob, glob] }, { text: 'a' }] },
    parts: session => {
      const hooks = { PreToolUse: [{ hooks: [{ type: 'function', once: true, run: () => void ran++ }] }] }
      session.hooks.add({ source: { level: 'skill', name: 's' }, hooks })
      return []
    },
  })
  await one.ask('go')
  expect(ran).toBe(1)
})

test("an agent's Stop hook is heard as SubagentStop, in the agent alone, and sends it back to work", async () => {
  const heard: HookInput[] = []
  const { world: one, parts } = await openWorld({
    scenario: { replies: [{ text: 'half' }, { text: 'whole' }] },
    config: () => ({
      hooks: { SubagentStart: fn(says('SubagentStart', { additionalContext: 'be thorough' })) },
    }),
  })
  await using _ = one
  const agent = await parts.openThread({
    agent: { id: 'a1', name: 'reviewer', toolUseId: 't' },
    hooks: {
      Stop: fn(input => {
        heard.push(input)
        return input['stop_hook_active'] ? {} : { decision: 'block', reason: 'go on' }
      }),
    },
  })
  const { end } = await drive(agent, 'review')
  expect(end.text).toBe('whole')
  expect(heard[0]).toMatchObject({ hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'reviewer' })
  expect(JSON.stringify(one.model.requests[0]?.messages)).toContain('be thorough')
  await agent[Symbol.asyncDispose]()
})

test('what is configured in vain is said when the session begins', async () => {
  await using one = await world({
    PreToolUs: command('true'),
    Stop: [{ hooks: [{ type: 'http' }] }],
    SessionEnd: [{ hooks: [{ type: 'prompt', prompt: 'fine?' }] }],
  })
  await one.ask('hi')
  const said = notices(one).join('\n')
  expect(said).toContain('There is no hook event "PreToolUs"; its hooks never run. Did you mean PreToolUse?')
  expect(said).toContain('needs url')
  expect(said).toContain('type prompt cannot be used for this event')
})

test('the screen shows what a MessageDisplay hook says; the conversation keeps the words of the model', async () => {
  await using one = await world(
    { MessageDisplay: fn(says('MessageDisplay', { displayContent: '(hidden)' })) },
    {
      scenario: { replies: [{ text: 'the words' }, { text: 'more' }] },
      config: () => ({ wake: true, partials: true }),
    },
  )
  await one.ask('hi')
  const shown = one.events.flatMap(event => (event.type === 'entry' && event.display ? [event.display] : []))
  expect(shown).toEqual(['(hidden)'])
  expect(JSON.stringify(one.events.filter(event => event.type === 'stream'))).not.toContain('words')
  await one.ask('and')
  expect(sent(one)).toContain('the words')
})

test('how hooks ended is kept with the session, and /hooks tells the last time of each', async () => {
  await using one = await world({
    UserPromptSubmit: command('echo fine'),
    Stop: command('echo bad >&2; exit 1'),
  })
  await one.ask('hi')
  await one.engine.send({ type: 'command', line: '/hooks' })
  await one.engine.idle()
  const kept = readFileSync(one.sessionPath, 'utf8')
    .split('\n')
    .filter(line => line.includes('"type":"hook"'))
    .map(line => JSON.parse(line))
  expect(kept).toMatchObject([
    { event: 'UserPromptSubmit', hook: '`echo fine`', outcome: 'success', exitCode: 0 },
    { event: 'Stop', outcome: 'error', exitCode: 1, error: 'bad' },
  ])
})

test('what a hook says beyond the limit is kept in a file that the model is told of', async () => {
  const long = 'x'.repeat(30_000)
  await using one = await world({
    UserPromptSubmit: fn(says('UserPromptSubmit', { additionalContext: long })),
  })
  await one.ask('hi')
  const [, file = ''] = /all of it is in ([^\]]+\.txt)/.exec(sent(one)) ?? []
  expect(readFileSync(file, 'utf8')).toBe(long)
  expect(sent(one)).not.toContain('x'.repeat(10_000))
})

test('a hook that is to be seen says so while it runs, and rings where it may', async () => {
  await using one = await world({
    Stop: [
      {
        hooks: [
          {
            type: 'function',
            statusMessage: 'Checking the tests',
            run: () => ({ terminalSequence: '\u0007' }),
          },
        ],
      },
    ],
  })
  await one.ask('hi')
  expect(one.events).toContainEqual({
    type: 'hook',
    hook: expect.objectContaining({ phase: 'started', statusMessage: 'Checking the tests' }),
  })
  expect(one.events).toContainEqual({ type: 'terminal_sequence', sequence: '\u0007' })
})

test('with hooks switched off, those of plugins, skills and hosts do not run either', async () => {
  const heard: unknown[] = []
  const hooks = { UserPromptSubmit: fn(() => void heard.push('ran')) }
  await using one = await createWorld({
    scenario: { replies: [{ text: 'ok' }] },
    config: () => ({
      hookChoice: { onlySettings: true, host: hooks },
      extensions: {
        list: async () => [{ source: { level: 'plugin', name: 'p' }, root: '/', hooks }],
        onChanged: () => () => undefined,
      },
    }),
    parts: session => {
      session.hooks.add({ source: { level: 'skill', name: 's' }, hooks })
      return []
    },
  })
  await one.ask('hi')
  expect(heard).toEqual([])
})

test('an agent hook looks around with tools that only look, and its word counts', async () => {
  await using one = await world(
    { Stop: [{ hooks: [{ type: 'agent', prompt: 'Is there a test? $ARGUMENTS' }] }] },
    {
      files: { 'a.test.ts': '' },
      scenario: {
        replies: [
          { text: 'done' },
          { tool: { name: 'Glob', input: { pattern: '*.test.ts' } } },
          { text: 'I see: {"ok": false, "reason": "the test is empty"}' },
          { text: 'filled' },
          { text: '{"ok": true}' },
        ],
      },
    },
  )
  expect((await one.ask('go')).report.text).toBe('filled')
  const [, agent] = one.model.requests
  expect(agent?.tools?.map(({ name }) => name).toSorted()).toEqual([
    'CodeMap',
    'Glob',
    'Grep',
    'Read',
    'SyntaxGrep',
  ])
  expect(JSON.stringify(one.model.requests[3]?.messages)).toContain('the test is empty')
})

test('where somebody looks on, a call cannot be put off: it is denied', async () => {
  const write = { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } } }
  await using one = await world(
    { PreToolUse: fn(says('PreToolUse', { permissionDecision: 'defer' })) },
    { scenario: { replies: [write, { text: 'ok' }] }, config: () => ({ wake: true }) },
  )
  expect((await one.ask('go')).terminal.kind).toBe('completed')
  expect(existsSync(join(one.dir, 'a.txt'))).toBe(false)
})
