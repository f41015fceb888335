import { expect, test } from 'vitest'
import type { HookVerdict } from '../../protocol/hook.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { capped } from './capped.ts'
import type { HookEvent } from './events.ts'
import { outcomeOf } from './outcome.ts'
import type { CommandEnd } from './runners/command.ts'

const end = (more: Partial<CommandEnd>): CommandEnd => ({
  ended: 'exit',
  code: 0,
  killedBy: null,
  stdout: '',
  stderr: '',
  cut: false,
  ...more,
})
/** With its words in English. */
type ShownVerdict = Omit<HookVerdict, 'messages' | 'reason' | 'stop'> & {
  readonly messages: readonly string[]
  readonly reason?: string
  readonly stop?: string
}

const inWords = ({ verdict, hint, ...rest }: ReturnType<typeof outcomeOf>) => ({
  ...rest,
  ...(hint === undefined ? {} : { hint: hint.text }),
  verdict: {
    ...verdict,
    ...(verdict.reason === undefined ? {} : { reason: inEnglish(verdict.reason) }),
    ...(verdict.stop === undefined ? {} : { stop: inEnglish(verdict.stop) }),
    messages: verdict.messages.map(({ text }) => text),
  },
})
const of = (event: HookEvent, more: Partial<CommandEnd>) =>
  inWords(outcomeOf(end(more), { event, label: '`h`' }))
const pre = (fields: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })
const post = (fields: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', ...fields } })
const NONE: ShownVerdict = { context: [], messages: [] }

const ALLOW = pre({ permissionDecision: 'allow', permissionDecisionReason: 'fine' })
const DENY = pre({ permissionDecision: 'deny', permissionDecisionReason: 'closed' })
const UNUSABLE = 'PreToolUse hook `h` printed invalid output: '

test.for<[string, number, string, string, ShownVerdict, 'success' | 'error']>([
  ['nothing, exit 0', 0, '', '', NONE, 'success'],
  ['plain text, exit 0', 0, 'all good', 'noise', NONE, 'success'],
  ['a list, exit 0', 0, '[1]', '', NONE, 'success'],
  ['allow, exit 0', 0, ALLOW, '', { permission: 'allow', reason: 'fine', ...NONE }, 'success'],
  ['deny, exit 0', 0, `\n ${DENY}\n`, '', { permission: 'deny', reason: 'closed', ...NONE }, 'success'],
  ['ask, exit 0', 0, pre({ permissionDecision: 'ask' }), '', { permission: 'ask', ...NONE }, 'success'],
  ['defer, exit 0', 0, pre({ permissionDecision: 'defer' }), '', { permission: 'defer', ...NONE }, 'success'],
  [
    'broken JSON, exit 0',
    0,
    '{oops',
    '',
    { context: [], messages: [`${UNUSABLE}standard output is not valid JSON`] },
    'error',
  ],
  [
    'nothing, exit 2',
    2,
    '',
    '',
    { permission: 'deny', reason: 'PreToolUse hook `h` gave no reason', ...NONE },
    'error',
  ],
  [
    'plain text, exit 2',
    2,
    'ignored',
    ' no way \n',
    { permission: 'deny', reason: 'no way', ...NONE },
    'error',
  ],
  ['allow, exit 2', 2, ALLOW, 'no way', { permission: 'deny', reason: 'fine', ...NONE }, 'error'],
  ['deny, exit 2', 2, DENY, 'no way', { permission: 'deny', reason: 'closed', ...NONE }, 'error'],
  [
    'a rewrite, exit 2',
    2,
    pre({ permissionDecision: 'allow', updatedInput: { command: 'x' } }),
    'no way',
    { permission: 'deny', reason: 'no way', ...NONE },
    'error',
  ],
  [
    'broken JSON, exit 2',
    2,
    '{oops',
    'no way',
    {
      permission: 'deny',
      reason: 'no way',
      context: [],
      messages: [`${UNUSABLE}standard output is not valid JSON`],
    },
    'error',
  ],
  [
    'plain text, exit 1',
    1,
    'text',
    'first\nsecond',
    { context: [], messages: ['PreToolUse hook `h` failed with exit code 1: first'] },
    'error',
  ],
  [
    'nothing, exit 127',
    127,
    '',
    '',
    { context: [], messages: ['PreToolUse hook `h` failed with exit code 127: no message'] },
    'error',
  ],
  ['deny, exit 1', 1, DENY, 'boom', { permission: 'deny', reason: 'closed', ...NONE }, 'error'],
  [
    'allow, exit 1',
    1,
    ALLOW,
    'boom',
    {
      context: [],
      messages: ['PreToolUse hook `h` failed with exit code 1 and therefore allows nothing: boom'],
    },
    'error',
  ],
  [
    'broken JSON, exit 1',
    1,
    '{oops',
    'boom',
    {
      context: [],
      messages: [
        `${UNUSABLE}standard output is not valid JSON`,
        'PreToolUse hook `h` failed with exit code 1: boom',
      ],
    },
    'error',
  ],
])('PreToolUse: %s', ([_name, code, stdout, stderr, verdict, outcome]) => {
  expect(of('PreToolUse', { code, stdout, stderr })).toEqual({ verdict, outcome })
})

test.each<[string, object, ShownVerdict]>([
  ['legacy approve', { decision: 'approve', reason: 'r' }, { permission: 'allow', reason: 'r', ...NONE }],
  ['legacy block', { decision: 'block', reason: 'r' }, { permission: 'deny', reason: 'r', ...NONE }],
  [
    'block beside allow: the stricter counts',
    {
      decision: 'block',
      reason: 'r',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
    },
    { permission: 'deny', reason: 'r', ...NONE },
  ],
  ['systemMessage', { systemMessage: 'look' }, { context: [], messages: ['look'] }],
  ['continue: false', { continue: false, stopReason: 'enough' }, { stop: 'enough', ...NONE }],
  [
    'continue: false alone',
    { continue: false },
    { stop: 'A hook stopped the turn and gave no reason.', ...NONE },
  ],
  ['continue: true', { continue: true, suppressOutput: true, unknown: {} }, NONE],
  [
    'null fields',
    {
      continue: null,
      decision: null,
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: null },
    },
    NONE,
  ],
])('PreToolUse JSON: %s', (_name, output, verdict) => {
  expect(of('PreToolUse', { stdout: JSON.stringify(output) })).toEqual({ verdict, outcome: 'success' })
})

test('a PreToolUse hook rewrites the whole input and adds context', () => {
  const stdout = pre({
    permissionDecision: 'allow',
    updatedInput: { command: 'b' },
    additionalContext: 'rewritten',
  })
  expect(of('PreToolUse', { stdout }).verdict).toEqual({
    permission: 'allow',
    updatedInput: { command: 'b' },
    context: ['rewritten'],
    messages: [],
  })
})

test.for<[string, object, string, ShownVerdict]>([
  ['an unknown decision', { decision: 'maybe' }, 'decision is not one of approve, block', NONE],
  [
    'an unknown permission',
    JSON.parse(pre({ permissionDecision: 'Deny' })),
    'hookSpecificOutput.permissionDecision is not one of deny, defer, ask, allow',
    NONE,
  ],
  [
    'an input that is a list',
    JSON.parse(pre({ permissionDecision: 'allow', updatedInput: [] })),
    'hookSpecificOutput.updatedInput is not an object',
    NONE,
  ],
  [
    'a decision for another event',
    JSON.parse(post({ permissionDecision: 'allow' })),
    'hookSpecificOutput.hookEventName is not PreToolUse',
    NONE,
  ],
  [
    'no event name',
    { hookSpecificOutput: { permissionDecision: 'allow' } },
    'hookSpecificOutput.hookEventName is not PreToolUse',
    NONE,
  ],
  [
    'a deny beside a typing error',
    { ...JSON.parse(DENY), systemMessage: 5 },
    'systemMessage is not a string',
    { permission: 'deny', reason: 'closed', ...NONE },
  ],
  [
    'an allow beside a typing error',
    { ...JSON.parse(ALLOW), systemMessage: 5 },
    'systemMessage is not a string',
    NONE,
  ],
  [
    'a stop beside a typing error',
    { continue: false, stopReason: 'r', decision: 1 },
    'decision is not one of approve, block',
    { stop: 'r', ...NONE },
  ],
])('PreToolUse JSON with %s is said; only its restrictions count', ([_name, output, fault, verdict]) => {
  expect(of('PreToolUse', { stdout: JSON.stringify(output) })).toEqual({
    verdict: { ...verdict, messages: [UNUSABLE + fault] },
    outcome: 'error',
  })
})

test.for<[string, Partial<CommandEnd>, ShownVerdict, 'success' | 'error' | 'cancelled']>([
  [
    'a timeout',
    { ended: 'timeout', code: null, stdout: ALLOW },
    { context: [], messages: ['PreToolUse hook `h` timed out and was ended; it decided nothing'] },
    'cancelled',
  ],
  ['an abort', { ended: 'abort', code: null, stdout: ALLOW }, NONE, 'cancelled'],
  [
    'a start failure',
    { ended: 'failed', code: null, stderr: 'spawn x ENOENT' },
    { context: [], messages: ['PreToolUse hook `h` could not be started: spawn x ENOENT'] },
    'error',
  ],
  [
    'a signal from elsewhere',
    { code: null, killedBy: 'SIGSEGV' },
    { context: [], messages: ['PreToolUse hook `h` was ended by SIGSEGV: no message'] },
    'error',
  ],
  [
    'output beyond the limit',
    { stdout: ALLOW, cut: true },
    { context: [], messages: [`${UNUSABLE}standard output is too long`] },
    'error',
  ],
])('%s decides nothing', ([_name, more, verdict, outcome]) => {
  expect(of('PreToolUse', more)).toEqual({ verdict, outcome })
})

test.for<[string, HookEvent, Partial<CommandEnd>, ShownVerdict]>([
  ['exit 2', 'PostToolUse', { code: 2, stderr: 'lint failed' }, { context: ['lint failed'], messages: [] }],
  ['exit 2', 'PostToolUseFailure', { code: 2, stderr: 'try -v' }, { context: ['try -v'], messages: [] }],
  ['block', 'PostToolUse', { stdout: '{"decision":"block","reason":"r"}' }, { context: ['r'], messages: [] }],
  [
    'block and context',
    'PostToolUse',
    {
      stdout: JSON.stringify({
        decision: 'block',
        reason: 'r',
        ...JSON.parse(post({ additionalContext: 'c' })),
      }),
    },
    { context: ['r', 'c'], messages: [] },
  ],
  ['approve', 'PostToolUse', { stdout: '{"decision":"approve"}' }, NONE],
  [
    'an output',
    'PostToolUse',
    { stdout: post({ updatedToolOutput: { stdout: 'x' } }) },
    { updatedOutput: { stdout: 'x' }, ...NONE },
  ],
  [
    'an input',
    'PostToolUse',
    { stdout: post({ updatedInput: { a: 1 }, permissionDecision: 'allow' }) },
    NONE,
  ],
  [
    'an output of a failed call',
    'PostToolUseFailure',
    {
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","updatedToolOutput":"x","additionalContext":"c"}}',
    },
    { context: ['c'], messages: [] },
  ],
])('%s from a %s hook', ([_name, event, more, verdict]) => {
  expect(of(event, more).verdict).toEqual(verdict)
})

test('texts are capped at 10,000 characters, inputs are not', () => {
  const long = 'x'.repeat(50_000)
  const { verdict } = of('PreToolUse', {
    stdout: JSON.stringify({
      systemMessage: long,
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: long,
        additionalContext: long,
        updatedInput: { content: long },
      },
    }),
  })
  const texts = [verdict.reason, ...verdict.context, ...verdict.messages]
  expect(texts).toEqual([capped(long), capped(long), capped(long)])
  expect(capped(long)).toHaveLength(10_000)
  expect(capped(long)).toMatch(/\[cut: 50000 characters, 10000 allowed\]$/)
  expect(verdict.updatedInput).toEqual({ content: long })
})

test('only a hook that hears of a refusal may let the model try again', () => {
  const retry = (event: HookEvent) =>
    of(event, { stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: event, retry: true } }) })
      .verdict
  expect(retry('PermissionDenied')).toEqual({ retry: true, ...NONE })
  expect(retry('PreToolUse')).toEqual(NONE)
})

test.each([
  ['SessionStart', 0, 'the build is green\n', ['the build is green']],
  ['SessionStart', 1, 'the build is green', []],
  ['SessionStart', 0, '  ', []],
  ['PostCompact', 0, 'the build is green', []],
] as const)('of %s, exit %i, plain text %j is for the model: %j', (event, code, stdout, context) => {
  expect(of(event, { code, stdout }).verdict.context).toEqual(context)
})

test('a PreCompact hook refuses with exit 2 or a block', () => {
  expect(of('PreCompact', { code: 2, stderr: 'not now' }).verdict).toMatchObject({
    permission: 'deny',
    reason: 'not now',
  })
  const block = JSON.stringify({ decision: 'block', reason: 'later' })
  expect(of('PreCompact', { stdout: block }).verdict).toMatchObject({ permission: 'deny', reason: 'later' })
})

test('a hook that gives no reason is spoken of in Chinese as well', () => {
  const said = (event: HookEvent, more: Partial<CommandEnd>) => {
    const { reason, stop } = outcomeOf(end(more), { event, label: '`h`', failClosed: true }).verdict
    return [reason, stop].map(text => text && inChinese(text))
  }
  expect(said('PreToolUse', { code: 2 })).toEqual(['PreToolUse 钩子 `h` 没有说明原因', undefined])
  expect(said('PreToolUse', { ended: 'timeout' })[0]).toMatch(/^PreToolUse 钩子 `h` 超时/)
  expect(said('Stop', { stdout: '{"continue":false}' })[1]).toBe('钩子停止了本轮，没有说明原因。')
})
