import { expect, test } from 'vitest'
import type { Options } from './options.ts'
import { toArguments } from './to-arguments.ts'
import { toInitialize } from './to-initialize.ts'

const BASE = 5

test.each<[Options, readonly string[]]>([
  [
    { model: 'm', fallbackModel: 'a,b', effort: 'high' },
    ['--model=m', '--fallback-model=a,b', '--effort=high'],
  ],
  [
    { thinking: { type: 'adaptive', display: 'omitted' } },
    ['--thinking=adaptive', '--thinking-display=omitted'],
  ],
  [{ thinking: { type: 'enabled', budgetTokens: 2_000 } }, ['--max-thinking-tokens=2000']],
  [{ maxThinkingTokens: 0 }, ['--max-thinking-tokens=0']],
  [
    { maxTurns: 3, maxBudgetUsd: 1.5, taskBudget: { total: 9 } },
    ['--max-turns=3', '--max-budget-usd=1.5', '--task-budget=9'],
  ],
  [{ tools: [] }, ['--tools=']],
  [{ tools: { type: 'preset', preset: 'capstan' } }, ['--tools=default']],
  [
    { allowedTools: ['Read', 'Bash(git *)'], skills: ['pdf'] },
    ['--allowedTools=Read,Bash(git *),Skill(pdf)'],
  ],
  [{ settingSources: [] }, ['--setting-sources=']],
  [{ canUseTool: () => ({ behavior: 'allow' }) }, ['--permission-prompt-tool=stdio']],
  [{ additionalDirectories: ['/a', '/b'] }, ['--add-dir=/a', '--add-dir=/b']],
  [
    { resume: 'x', forkSession: true, persistSession: false },
    ['--resume=x', '--fork-session', '--no-session-persistence'],
  ],
  [
    { settings: { model: 'm' }, sandbox: { enabled: true } },
    ['--settings', '{"model":"m","sandbox":{"failIfUnavailable":true,"enabled":true}}'],
  ],
  [
    { mcpServers: { s: { command: 'run' } }, strictMcpConfig: true },
    ['--mcp-config', '{"mcpServers":{"s":{"command":"run"}}}', '--strict-mcp-config'],
  ],
  [
    { plugins: [{ path: '/p' }, { path: '/q', skipMcpDiscovery: true }] },
    ['--plugin-dir=/p', '--plugin-dir-no-mcp=/q'],
  ],
  [{ extraArgs: { foo: 'bar', flag: null } }, ['--foo', 'bar', '--flag']],
])('%j becomes flags', (options, flags) => {
  expect(toArguments(options).slice(BASE)).toEqual(flags)
})

test.each<[string, Options]>([
  [
    'canUseTool or permissionPromptToolName',
    { canUseTool: () => ({ behavior: 'allow' }), permissionPromptToolName: 'x' },
  ],
  ['continue or resume', { continue: true, resume: 'x' }],
  ['toolConfig', { toolConfig: { bash: {} } as never }],
  ['previewFormat', { toolConfig: { askUserQuestion: { previewFormat: 'pdf' as never } } }],
  ['persistSession', { sessionStore: { append: () => undefined }, persistSession: false }],
  ['as an object', { settings: '/a/file', sandbox: { enabled: true } }],
])('what cannot be honoured is an error: %s', (words, options) => {
  expect(() => toArguments(options)).toThrow(words)
})

test.each<[Options, object]>([
  [{}, { systemPrompt: [''] }],
  [{ systemPrompt: 'x' }, { systemPrompt: ['x'] }],
  [{ systemPrompt: { type: 'preset', preset: 'capstan' } }, {}],
  [
    { systemPrompt: { type: 'preset', preset: 'claude_code', append: 'more', snapshot: false } },
    { appendSystemPrompt: 'more', systemPromptSnapshot: false },
  ],
])('%j introduces itself with its prompt', (options, fields) => {
  expect(toInitialize(options).request).toEqual({ subtype: 'initialize', ...fields })
})

test('hooks are named, and found by their names', () => {
  const [one, two] = [() => ({}), () => ({})]
  const { request, hooks } = toInitialize({
    systemPrompt: '',
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [one, two], timeout: 5 }] },
  })
  expect(request['hooks']).toEqual({
    PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['hook_0', 'hook_1'], timeout: 5 }],
  })
  expect([hooks.get('hook_0'), hooks.get('hook_1')]).toEqual([one, two])
})
