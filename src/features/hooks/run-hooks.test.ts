import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import type { HookReport } from '../../protocol/event.ts'
import type { HookHandler, HookInput, HookSettings } from '../../protocol/hook.ts'
import type { HookEvent } from './events.ts'
import type { HookEnvironment } from './hook-environment.ts'
import { runHooks } from './run-hooks.ts'

const makeWorld = () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-hooks-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const script = (name: string, body: string): string => {
    const path = join(root, name)
    writeFileSync(path, `#!/bin/sh\n${body}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const seen: HookReport[] = []
  const env: HookEnvironment = {
    projectDir: root,
    variables: { PATH: '/usr/local/bin:/usr/bin:/bin', FROM_ENGINE: 'yes' },
    newId: () => `id${seen.filter(report => report.phase === 'started').length}`,
    said: new Set(),
    onReport: report => {
      seen.push(report)
    },
  }
  const run = (
    hooks: HookSettings,
    more: { event?: HookEvent; signal?: AbortSignal; env?: Partial<HookEnvironment> } = {},
  ) => {
    const event = more.event ?? 'PreToolUse'
    const input: HookInput = {
      session_id: 's',
      transcript_path: '/t.jsonl',
      cwd: root,
      permission_mode: 'default',
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
      tool_use_id: 'toolu_1',
    }
    const signal = more.signal ?? new AbortController().signal
    return runHooks({ event, input, signal }, [{ source: { level: 'settings' }, hooks }], {
      ...env,
      ...more.env,
    })
  }
  return { root, script, run, seen }
}
const command = (text: string, more: Partial<HookHandler> = {}): HookHandler => ({
  type: 'command',
  command: text,
  ...more,
})
const preToolUse = (...hooks: HookHandler[]): HookSettings => ({ PreToolUse: [{ hooks }] })
const NONE = { context: [], messages: [] }
const answer = (fields: object): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })}'`

test('without a matching hook nothing runs and nothing is said', async () => {
  const { run, root } = makeWorld()
  const touch = { hooks: [command('touch mark')] }
  expect(
    await run({
      PostToolUse: [touch],
      PreToolUse: [
        { ...touch, matcher: 'Edit' },
        { matcher: 'Bash', hooks: [] },
      ],
    }),
  ).toEqual({ verdict: NONE, reports: [] })
  expect(existsSync(join(root, 'mark'))).toBe(false)
})

test('a hook reads the input as JSON and decides', async () => {
  const { run, script } = makeWorld()
  const guard = script(
    'guard',
    `if grep -q '"tool_name":"Bash","tool_input":{"command":"git push --force"}'
then ${answer({ permissionDecision: 'deny', permissionDecisionReason: 'force push is closed on this repo' })}; fi`,
  )
  const { verdict } = await run(preToolUse(command(guard)))
  expect(verdict).toEqual({ permission: 'deny', reason: 'force push is closed on this repo', ...NONE })
})

test('a hook knows the project and that it runs under an agent', async () => {
  const { run, root } = makeWorld()
  const line = 'echo "$CLAUDE_PROJECT_DIR $CAPSTAN_PROJECT_DIR $CLAUDECODE $FROM_ENGINE $PWD" >&2; exit 2'
  expect((await run(preToolUse(command(line)))).verdict.reason).toBe(`${root} ${root} 1 yes ${root}`)
})

test('in exec form the project directory is put in as text', async () => {
  const { run, script, root } = makeWorld()
  script('tell', 'printf "%s\\n" "$@" >&2; exit 2')
  const placeholder = (name: string): string => `$\{${name}}`
  const program = `${placeholder('CLAUDE_PROJECT_DIR')}/tell`
  const argument = `${placeholder('CAPSTAN_PROJECT_DIR')}/$HOME; x`
  const { verdict } = await run(preToolUse(command(program, { args: [argument] })))
  expect(verdict.reason).toBe(`${root}/$HOME; x`)
})

const EXITS = [0, 1, 2] as const
const OUTPUTS = {
  nothing: ':',
  text: 'echo hello',
  allow: answer({ permissionDecision: 'allow' }),
  ask: answer({ permissionDecision: 'ask' }),
  deny: answer({ permissionDecision: 'deny' }),
  broken: "echo '{broken'",
} as const
const DECISIONS: Readonly<Record<keyof typeof OUTPUTS, readonly (string | undefined)[]>> = {
  nothing: [undefined, undefined, 'deny'],
  text: [undefined, undefined, 'deny'],
  allow: ['allow', undefined, 'deny'],
  ask: ['ask', 'ask', 'deny'],
  deny: ['deny', 'deny', 'deny'],
  broken: [undefined, undefined, 'deny'],
}

test.for(
  (Object.keys(OUTPUTS) as (keyof typeof OUTPUTS)[]).flatMap(output =>
    EXITS.map((code, index) => [output, code, DECISIONS[output][index]] as const),
  ),
)('a script that prints %s and exits with %d: %s', async ([output, code, expected]) => {
  const { run, script } = makeWorld()
  const path = script('hook', `${OUTPUTS[output]}\necho because >&2\nexit ${code}`)
  const { verdict, reports } = await run(preToolUse(command(path)))
  expect(verdict.permission).toBe(expected)
  expect(reports.at(-1)).toMatchObject({ phase: 'ended', exitCode: code, stderr: 'because\n' })
})

test('hooks run at the same time and the strictest wins', async () => {
  const { run, root } = makeWorld()
  // Each waits for the other: run one after the other they would never end.
  const meet = (mine: string, other: string) => `touch ${mine}; until [ -e ${other} ]; do sleep 0.01; done`
  const { verdict } = await run(
    preToolUse(
      command(
        `${meet('a', 'b')}; ${answer({ permissionDecision: 'allow', permissionDecisionReason: 'fine' })}`,
      ),
      command(
        `${meet('b', 'a')}; ${answer({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })}`,
      ),
    ),
  )
  expect(verdict).toEqual({ permission: 'ask', reason: 'sure?', ...NONE })
  expect(existsSync(join(root, 'a'))).toBe(true)
})

test('an identical hook from several files runs once', async () => {
  const { run, root } = makeWorld()
  const hook = command('echo x >> runs')
  await run({ PreToolUse: [{ hooks: [hook] }, { matcher: 'Bash', hooks: [{ ...hook, timeout: 5 }] }] })
  expect(readFileSync(join(root, 'runs'), 'utf8')).toBe('x\n')
})

test('a hook that times out decides nothing, whatever it printed, and the others count', async () => {
  const { run } = makeWorld()
  const slow = command(`${answer({ permissionDecision: 'allow' })}; sleep 60`, { timeout: 0.2 })
  expect(englishOf((await run(preToolUse(slow))).verdict)).toEqual({
    context: [],
    messages: [expect.stringMatching(/timed out and was ended; it decided nothing$/)],
  })
  expect((await run(preToolUse(slow, command('echo no >&2; exit 2')))).verdict).toMatchObject({
    permission: 'deny',
    reason: 'no',
  })
})

test('an abort ends all hooks and gives no decision', async () => {
  const { run, root } = makeWorld()
  const controller = new AbortController()
  const running = run(preToolUse(command('touch up; sleep 60'), command('sleep 61')), {
    signal: controller.signal,
  })
  while (!existsSync(join(root, 'up'))) await new Promise(resolve => setTimeout(resolve, 5))
  controller.abort()
  const { verdict, reports } = await running
  expect(verdict).toEqual(NONE)
  expect(reports.flatMap(report => (report.phase === 'ended' ? [report.outcome] : []))).toEqual([
    'cancelled',
    'cancelled',
  ])
})

test('a hook that cannot be started is said and allows nothing', async () => {
  const { run } = makeWorld()
  expect(englishOf((await run(preToolUse(command('/no/such/program', { args: [] })))).verdict)).toEqual({
    context: [],
    messages: ['PreToolUse hook `/no/such/program` could not be started: spawn /no/such/program ENOENT'],
  })
})

test('each hook is reported as it starts and ends', async () => {
  const { run, seen } = makeWorld()
  const { reports } = await run(preToolUse(command('echo out; echo err >&2; exit 3')))
  const hook = {
    id: 'id0',
    name: 'PreToolUse:Bash',
    event: 'PreToolUse',
    label: '`echo out; echo err >&2; exit 3`',
    from: 'settings',
  }
  expect(reports).toEqual([
    { ...hook, phase: 'started' },
    { ...hook, phase: 'ended', stdout: 'out\n', stderr: 'err\n', exitCode: 3, outcome: 'error' },
  ])
  expect(seen).toEqual(reports)
})

test('long output is cut in reports and in what the model reads', async () => {
  const { run } = makeWorld()
  const { verdict, reports } = await run(
    preToolUse(command('big() { head -c 30000 /dev/zero | tr "\\0" x; }; big; big >&2; exit 2')),
  )
  const ended = reports.at(-1)
  expect(verdict.reason).toHaveLength(10_000)
  expect(ended?.phase === 'ended' && [ended.stdout.length, ended.stderr.length]).toEqual([10_000, 10_000])
})

test('a rewritten input larger than the text limit is whole', async () => {
  const { run, root } = makeWorld()
  const updatedInput = { command: 'x'.repeat(200_000) }
  writeFileSync(
    join(root, 'answer.json'),
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }),
  )
  expect((await run(preToolUse(command('cat answer.json')))).verdict).toEqual({ updatedInput, ...NONE })
})

test('what cannot run is said once in a session, beside what runs', async () => {
  const { run } = makeWorld()
  const hooks: HookSettings = {
    PreToolUse: [
      { hooks: [{ type: 'http' }, { type: 'http' }, command('exit 0')] },
      { matcher: '(', hooks: [command('x')] },
    ],
  }
  expect(englishOf((await run(hooks)).verdict)).toEqual({
    context: [],
    messages: [
      'PreToolUse: a hook of type http needs url and was not run',
      expect.stringContaining('is not a valid regular expression'),
    ],
  })
  expect((await run(hooks)).verdict).toEqual(NONE)
})

test('the condition of a hook is asked of the caller', async () => {
  const { run } = makeWorld()
  const hooks = preToolUse(command('echo push >&2; exit 2', { if: 'Bash(git push *)' }))
  expect((await run(hooks, { env: { ports: { matchesRule: async () => false } } })).verdict).toEqual(NONE)
  expect(
    (
      await run(hooks, {
        env: {
          ports: {
            matchesRule: async (rule, { toolName, input }) =>
              rule === 'Bash(git push *)' &&
              toolName === 'Bash' &&
              JSON.stringify(input).includes('git push'),
          },
        },
      })
    ).verdict.reason,
  ).toBe('push')
  expect((await run(hooks)).verdict.reason).toBe('push')
})

test.for(['PostToolUse', 'PostToolUseFailure'] as const)(
  'exit 2 of a %s hook is feedback beside the result',
  async event => {
    const { run } = makeWorld()
    expect(
      (await run({ [event]: [{ matcher: 'Bash', hooks: [command('echo fix it >&2; exit 2')] }] }, { event }))
        .verdict,
    ).toEqual({
      context: ['fix it'],
      messages: [],
    })
  },
)

test('a hook that everything waits for is named once it takes long', async () => {
  const { run, script } = makeWorld()
  const { promise: named, resolve } = Promise.withResolvers<string>()
  const waiting = script('waiting', 'while [ ! -e "$CLAUDE_PROJECT_DIR/go" ]; do sleep 0.01; done')
  const { root } = { root: waiting.replace(/\/waiting$/, '') }
  const done = run(preToolUse(command(waiting)), {
    env: { slowMs: 1, onSlow: ({ label }) => resolve(label) },
  })
  expect(await named).toContain('waiting')
  writeFileSync(join(root, 'go'), '')
  await done
})
