import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType, resultOf, type World } from '../support/run-program.ts'

const touching = () =>
  openWorldHere({
    replies: [
      { when: { toolResult: {} }, text: 'done', repeat: true },
      { tool: { name: 'Bash', id: 'toolu_touch', input: { command: 'touch made' } }, repeat: true },
    ],
  })

/** A hook of the person that prints this and ends like this. */
const hook = (event: string, command: string, matcher = 'Bash') => ({
  hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] },
})
const saying = (output: object): string => `echo '${JSON.stringify(output)}'`
const ALLOW = ['--allowedTools', 'Bash']
const made = (world: World): boolean => existsSync(join(world.project, 'made'))
const sent = (world: World, at: number): string =>
  JSON.stringify(world.server.requests[at]?.body?.['messages'])

const run = (world: World, settings: object, args: readonly string[] = ALLOW) =>
  world.stream(['--settings', JSON.stringify(settings), ...args, '--', 'go'])

test('a PreToolUse hook gets the call on stdin', async () => {
  await using world = await touching()
  const ended = await run(world, hook('PreToolUse', 'cat > "$CLAUDE_PROJECT_DIR/input.json"'))
  expect(ended.code).toBe(0)
  expect(JSON.parse(readFileSync(join(world.project, 'input.json'), 'utf8'))).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_touch',
    tool_input: { command: 'touch made' },
    session_id: resultOf(ended)['session_id'],
    cwd: world.project,
    transcript_path: world.sessions()[0]?.path,
    permission_mode: 'default',
  })
  expect(made(world)).toBe(true)
})

test('exit code 2 blocks the call with what the hook said', async () => {
  await using world = await touching()
  await run(world, hook('PreToolUse', 'echo "not on my watch" >&2; exit 2'))
  expect(made(world)).toBe(false)
  expect(sent(world, 1)).toContain('not on my watch')
})

test('a decision to deny blocks the call, whatever rules and modes allow', async () => {
  await using world = await touching()
  const decision = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'hook says no',
    },
  }
  await run(world, hook('PreToolUse', saying(decision)))
  expect(made(world)).toBe(false)
  expect(sent(world, 1)).toContain('hook says no')
})

test('a hook may allow a call, but not past a deny rule', async () => {
  await using world = await touching()
  const allow = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }
  await run(world, hook('PreToolUse', saying(allow)), ['--disallowedTools', 'Bash(touch *)'])
  expect(made(world)).toBe(false)
  await run(world, hook('PreToolUse', saying(allow)), [])
  expect(made(world)).toBe(true)
})

test('a rewritten input is what runs, and it is checked like any other', async () => {
  await using world = await touching()
  const rewrite = (command: string) =>
    hook(
      'PreToolUse',
      saying({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command } } }),
    )
  await run(world, rewrite('touch other'), ['--allowedTools', 'Bash(touch *)'])
  expect([made(world), existsSync(join(world.project, 'other'))]).toEqual([false, true])
  await run(world, rewrite('mkdir bad'), ['--allowedTools', 'Bash(touch *)'])
  expect(existsSync(join(world.project, 'bad'))).toBe(false)
})

test('a PostToolUse hook adds context for the model', async () => {
  await using world = await touching()
  const context = {
    hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'remember the milk' },
  }
  await run(world, hook('PostToolUse', saying(context)))
  expect(made(world)).toBe(true)
  expect(sent(world, 1)).toContain('remember the milk')
})

test('continue:false ends the turn with its reason and exit code 0', async () => {
  await using world = await touching()
  const ended = await run(
    world,
    hook('PreToolUse', saying({ continue: false, stopReason: 'enough for today' })),
  )
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ terminal_reason: 'hook_stopped', is_error: false })
  expect(ended.stdout).toContain('enough for today')
  expect(world.server.requests).toHaveLength(1)
  expect(made(world)).toBe(false)
})

test('a hook that fails otherwise blocks nothing; one that floods or hangs is ended', async () => {
  await using world = await touching()
  await run(world, hook('PreToolUse', 'exit 1'))
  expect(made(world)).toBe(true)
  const flood = await run(world, hook('PreToolUse', 'head -c 10000000 /dev/zero | tr "\\0" x'))
  expect(flood.code).toBe(0)
  const hang = {
    hooks: {
      PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'sleep 300', timeout: 0.2 }] }],
    },
  }
  expect((await run(world, hang)).code).toBe(0)
})

test('matchers choose the tools a hook is for', async () => {
  await using world = await touching()
  await run(world, hook('PreToolUse', 'exit 2', 'Write|Edit'))
  expect(made(world)).toBe(true)
})

test('--include-hook-events reports every run of a hook, else none', async () => {
  await using world = await touching()
  const settings = hook('PreToolUse', 'echo seen; echo loud >&2')
  const reports = (lines: readonly Line[]) => lines.filter(line => String(line.subtype).startsWith('hook_'))
  expect(reports((await run(world, settings)).lines)).toEqual([])
  const ended = await run(world, settings, ['--include-hook-events', ...ALLOW])
  expect(reports(ended.lines)).toMatchObject([
    { subtype: 'hook_started', hook_event: 'PreToolUse' },
    {
      subtype: 'hook_response',
      hook_event: 'PreToolUse',
      stdout: 'seen\n',
      stderr: 'loud\n',
      exit_code: 0,
      outcome: 'success',
    },
  ])
})

test('hook_progress says what a hook has said so far, while it runs', async () => {
  await using world = await touching()
  const waits = hook('PreToolUse', 'echo early; while [ ! -e go ]; do sleep 0.02; done; echo late')
  const program = world.start([
    ...['-p', '--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    ...['--settings', JSON.stringify(waits), ...ALLOW, '--', 'go'],
  ])
  const progress = await program.line(ofType('system', 'hook_progress'))
  expect(progress).toMatchObject({
    hook_event: 'PreToolUse',
    stdout: 'early\n',
    stderr: '',
    output: 'early\n',
  })
  world.put('go', '')
  const response = await program.line(ofType('system', 'hook_response'))
  expect(response).toMatchObject({ hook_id: progress['hook_id'], stdout: 'early\nlate\n' })
  expect((await program.ended).code).toBe(0)
})

test("hooks of a folder run only when it is trusted; the person's own run everywhere", async () => {
  await using world = await touching()
  world.put('.claude/settings.json', JSON.stringify(hook('PreToolUse', 'touch from-project')))
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(hook('PreToolUse', 'touch from-user')))
  const there = () => ['from-project', 'from-user'].map(name => existsSync(join(world.project, name)))
  const ended = await world.stream(['go'])
  expect(there()).toEqual([false, true])
  expect(ended.stderr).toMatch(/hooks[\s\S]*--trust/)
  expect(ended.lines.some(ofType('system', 'permission_denied'))).toBe(true)
  await world.stream(['--trust', 'go'])
  expect(there()).toEqual([true, true])
})

test('--init and --maintenance run Setup hooks before the session; --init-only runs nothing else and needs no key', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  const log = (what: string) =>
    `echo "${what} $(cat | grep -o '"trigger":"[a-z]*"')" >> "$CLAUDE_PROJECT_DIR/log"`
  const settings = {
    hooks: { ...hook('Setup', log('setup'), '*').hooks, ...hook('SessionStart', log('start'), '*').hooks },
  }
  const logged = (): readonly string[] =>
    readFileSync(join(world.project, 'log'), 'utf8').trim().split(/ *\n/)
  await run(world, settings, ['--init'])
  expect(logged()).toEqual(['setup "trigger":"init"', 'start'])
  await run(world, settings, ['--maintenance'])
  expect(logged().slice(2)).toEqual(['setup "trigger":"maintenance"', 'start'])
  const only = await world.run(['--init-only', '--settings', JSON.stringify(settings)], {
    env: { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined },
  })
  expect([only.code, only.stdout]).toEqual([0, ''])
  expect(only.stderr).toMatch(/^Setup `.*: success, \d+ ms\nSessionStart `/)
  expect(logged().slice(4)).toEqual(['setup "trigger":"init"', 'start'])
  expect(world.server.requests).toHaveLength(2)
})

test('capstan hooks lists what is configured, tries it on an input, and traces what it did in a session', async () => {
  await using world = await touching()
  mkdirSync(world.config, { recursive: true })
  const settings = {
    hooks: {
      ...hook('PreToolUse', 'echo "not on my watch" >&2; exit 2').hooks,
      ...hook('PostTolUse', 'true').hooks,
    },
  }
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
  const listed = await world.run(['hooks', 'list'])
  expect(listed.code).toBe(1)
  expect(listed.stdout).toMatch(/PreToolUse +Bash +echo "not on my watch".* user: .*settings\.json/)
  expect(listed.stdout).toContain('There is no hook event "PostTolUse"')
  const input = world.put('input.json', '{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t"}')
  const tried = await world.run(['hooks', 'test', 'PreToolUse', '--input', input, '--json'])
  expect(JSON.parse(tried.stdout)).toMatchObject({
    hooks: [{ exitCode: 2, decision: 'deny' }],
    verdict: { permission: 'deny', reason: 'not on my watch' },
  })
  expect((await world.run(['hooks', 'test', 'PreToolUse'])).stderr).toContain(
    'tool_name (a string) is missing',
  )
  expect((await world.run(['hooks', 'trace'])).stderr).toContain('There are no sessions')
  await world.stream([...ALLOW, '--', 'go'])
  const traced = await world.run(['hooks', 'trace'])
  expect(traced.stdout).toMatch(
    /^[\d:.]+ {2}PreToolUse\(Bash\) {2}`echo "not on my watch" .* {2}\[settings\] {2}error, exit code 2, \d+ ms, decides: deny {2}not on my watch\n$/,
  )
})

test('a run resumed without a prompt goes on from the call that a hook deferred', async () => {
  await using world = await touching()
  const decide = (permissionDecision: string) =>
    JSON.stringify(
      hook('PreToolUse', saying({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } })),
    )
  const first = await run(world, JSON.parse(decide('defer')))
  expect(resultOf(first)).toMatchObject({
    stop_reason: 'tool_deferred',
    deferred_tool_use: { id: 'toolu_touch', name: 'Bash', input: { command: 'touch made' } },
  })
  expect(made(world)).toBe(false)
  const id = String(resultOf(first)['session_id'])
  const next = ['--output-format', 'stream-json', '--verbose', '-p', '--resume', id, '--settings']
  const second = await world.run([...next, decide('allow')])
  expect([second.code, made(world), world.server.requests.length]).toEqual([0, true, 2])
  expect(sent(world, 1)).toContain('toolu_touch')
  const third = await world.run([...next, decide('allow')])
  expect([third.code, third.stdout + third.stderr]).toEqual([1, expect.stringContaining('No prompt')])
})
