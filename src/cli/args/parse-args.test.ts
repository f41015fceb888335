import { expect, test } from 'vitest'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { parseArgs } from './parse-args.ts'
import { emptyOptions, type RunOptions } from './run-options.ts'

const ID = '123e4567-e89b-12d3-a456-426614174000'
const HOST = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json']
const HOST_OPTIONS = {
  print: true,
  verbose: true,
  inputFormat: 'stream-json',
  outputFormat: 'stream-json',
} as const

const RUNS: readonly (readonly [readonly string[], Partial<RunOptions>])[] = [
  [[], {}],
  [['fix the bug'], { prompt: 'fix the bug' }],
  [['explain'], { prompt: 'explain' }],
  [['-p', 'hi'], { print: true, prompt: 'hi' }],
  [['--print', 'hi'], { print: true, prompt: 'hi' }],
  [['hi', '-p'], { print: true, prompt: 'hi' }],
  [['-p'], { print: true }],
  [['-p', ''], { print: true }],
  [['-p', '-5 + 3?'], { print: true, prompt: '-5 + 3?' }],
  [['-p', '- a\n- b'], { print: true, prompt: '- a\n- b' }],
  [['-p', '--help me with this'], { print: true, prompt: '--help me with this' }],
  [['-p', '---\ntitle: x'], { print: true, prompt: '---\ntitle: x' }],
  [['-p', '-'], { print: true, prompt: '-' }],
  [['-p', 'demo'], { print: true, prompt: 'demo' }],
  [['-p', 'dmeo'], { print: true, prompt: 'dmeo' }],
  [['-p', '--', '--verbose'], { print: true, prompt: '--verbose' }],
  [['--', 'demo'], { prompt: 'demo' }],
  [['--', '-h'], { prompt: '-h' }],
  [['-p', '--model', 'opus', 'hi'], { print: true, model: 'opus', prompt: 'hi' }],
  [['-p', '--model=opus', 'hi'], { print: true, model: 'opus', prompt: 'hi' }],
  [['--model=a=b'], { model: 'a=b' }],
  [['--model', 'a', '--model', 'b'], { model: 'b' }],
  [['--fallback-model=a,b'], { fallbackModel: ['a', 'b'] }],
  [['--fallback-model', 'a, b,c,d'], { fallbackModel: ['a', 'b', 'c', 'd'] }],
  [['--fallback-model=a', '--fallback-model=b'], { fallbackModel: ['b'] }],
  [['--effort', 'xhigh'], { effort: 'xhigh' }],
  [['--thinking=adaptive'], { thinking: 'adaptive' }],
  [['--max-thinking-tokens=0'], { maxThinkingTokens: 0 }],
  [['--betas', 'a,b', '--betas=c'], { betas: ['a', 'b', 'c'] }],
  [['-p', '--max-turns', '3'], { print: true, maxTurns: 3 }],
  [['-p', '--maxTurns=3'], { print: true, maxTurns: 3 }],
  [['-p', '--max-budget-usd=1.5'], { print: true, maxBudgetUsd: 1.5 }],
  [['-p', '--max-budget-usd', '1e-7'], { print: true, maxBudgetUsd: 1e-7 }],
  [['-p', '--max-budget-usd', '.5'], { print: true, maxBudgetUsd: 0.5 }],
  [['--permission-mode', 'acceptEdits'], { permissionMode: 'acceptEdits' }],
  [['--permission-mode=manual'], { permissionMode: 'default' }],
  [
    ['--dangerously-skip-permissions'],
    { dangerouslySkipPermissions: true, permissionMode: 'bypassPermissions' },
  ],
  [
    ['--dangerously-skip-permissions', '--permission-mode', 'bypassPermissions'],
    { dangerouslySkipPermissions: true, permissionMode: 'bypassPermissions' },
  ],
  [['--allow-dangerously-skip-permissions'], { allowDangerouslySkipPermissions: true }],
  [['--allowedTools', 'Read,Bash(git log *)'], { allowedTools: ['Read', 'Bash(git log *)'] }],
  [['--allowed-tools=Read', 'hi'], { allowedTools: ['Read'], prompt: 'hi' }],
  [
    ['-p', 'hi', '--allowedTools', 'Read', 'Bash(a b)', '--verbose'],
    { print: true, prompt: 'hi', allowedTools: ['Read', 'Bash(a b)'], verbose: true },
  ],
  [['--allowedTools', 'Read', '--', 'hi there'], { allowedTools: ['Read'], prompt: 'hi there' }],
  [['--allowedTools', 'A B', '--allowedTools', 'C'], { allowedTools: ['A', 'B', 'C'] }],
  [['--disallowedTools=WebFetch,Write'], { disallowedTools: ['WebFetch', 'Write'] }],
  [['--disallowed-tools', 'Bash(rm:*)'], { disallowedTools: ['Bash(rm:*)'] }],
  [['--tools='], { tools: [] }],
  [['--tools', ''], { tools: [] }],
  [['--tools=Read,Bash'], { tools: ['Read', 'Bash'] }],
  [['--tools=default'], {}],
  [['--add-dir', '/a b', '/c,d'], { addDir: ['/a b', '/c,d'] }],
  [['--mcp-config', 'a.json', '{"mcpServers":{}}'], { mcpConfig: ['a.json', '{"mcpServers":{}}'] }],
  [['--mcp-config=a.json', '--strict-mcp-config'], { mcpConfig: ['a.json'], strictMcpConfig: true }],
  [['--add-dir=/a', '--add-dir=/b'], { addDir: ['/a', '/b'] }],
  [['--trust'], { trust: true }],
  [['--system-prompt', ''], { systemPrompt: '' }],
  [['--system-prompt', '- be terse'], { systemPrompt: '- be terse' }],
  [['--system-prompt-file', 'a.md'], { systemPromptFile: 'a.md' }],
  [['--bare'], { bare: true }],
  [
    ['--system-prompt=x', '--append-system-prompt-file=y'],
    { systemPrompt: 'x', appendSystemPromptFile: 'y' },
  ],
  [['--append-system-prompt=line one\nline two'], { appendSystemPrompt: 'line one\nline two' }],
  [['--settings', '{"model":"x"}'], { settings: '{"model":"x"}' }],
  [['--setting-sources='], { settingSources: [] }],
  [['--setting-sources', 'user, local'], { settingSources: ['user', 'local'] }],
  [['-c'], { continue: true }],
  [['-pc', 'hi'], { print: true, continue: true, prompt: 'hi' }],
  [['-r', 'abc', 'go on'], { resume: 'abc', prompt: 'go on' }],
  [['-pr', 'abc'], { print: true, resume: 'abc' }],
  [['--resume'], { resume: true }],
  [['--resume', '--fork-session'], { resume: true, forkSession: true }],
  [[`--resume=${ID}`, `--resume-session-at=${ID}`], { resume: ID, resumeSessionAt: ID }],
  [['--session-id', ID], { sessionId: ID }],
  [
    ['-p', '--resume', ID, '--rewind-files', ID, '--dry-run', '--rewind-force'],
    { print: true, resume: ID, rewindFiles: ID, dryRun: true, rewindForce: true },
  ],
  [['-c', '--fork-session', '--session-id', ID], { continue: true, forkSession: true, sessionId: ID }],
  [['-p', '--no-session-persistence'], { print: true, noSessionPersistence: true }],
  [['-n', 'my work'], { name: 'my work' }],
  [['--bg', 'update'], { bg: 'update', prompt: 'update' }],
  [
    ['--background', '--model', 'opus', 'fix it all'],
    { background: true, model: 'opus', prompt: 'fix it all' },
  ],
  [['--bg=x', '--max-turns=3', '--max-budget-usd=1'], { bg: 'x', prompt: 'x', maxTurns: 3, maxBudgetUsd: 1 }],
  [['--exec', 'npm test', '-n', 'tests'], { exec: 'npm test', name: 'tests' }],
  [['-w', '--tmux'], { worktree: true, tmux: 'auto' }],
  [['-w', 'a', '--tmux=classic'], { worktree: 'a', tmux: 'classic' }],
  [['--from-pr', '12'], { fromPr: '12' }],
  [['--from-pr'], { fromPr: true }],
  [['-d'], { debug: [] }],
  [['-p', '--prompt-suggestions', 'false', 'x'], { print: true, promptSuggestions: false, prompt: 'x' }],
  [
    ['-p', '--output-format=stream-json', '--prompt-suggestions=true'],
    { print: true, outputFormat: 'stream-json', promptSuggestions: true },
  ],
  [
    ['--brief', '--restricted', '--system-prompt-snapshot=off'],
    { brief: true, restricted: true, systemPromptSnapshot: 'off' },
  ],
  [['--debug', 'hi there'], { debug: [], prompt: 'hi there' }],
  [['--debug=api,!hooks'], { debug: ['api', '!hooks'] }],
  [['--debug-file', '/tmp/x'], { debugFile: '/tmp/x' }],
  [['--record=a.jsonl'], { record: 'a.jsonl' }],
  [['--replay', 'a.jsonl'], { replay: 'a.jsonl' }],
  [['-p', '--output-format', 'json', 'hi'], { print: true, outputFormat: 'json', prompt: 'hi' }],
  [['-p', '--json-schema={"type":"object"}'], { print: true, jsonSchema: '{"type":"object"}' }],
  [HOST, HOST_OPTIONS],
  [
    [...HOST, '--permission-prompt-tool=stdio', '--include-partial-messages', '--include-hook-events'],
    {
      ...HOST_OPTIONS,
      permissionPromptTool: 'stdio',
      includePartialMessages: true,
      includeHookEvents: true,
    },
  ],
  [[...HOST, '--replay-user-messages', ''], { ...HOST_OPTIONS, replayUserMessages: true }],
]

test.each(RUNS)('%j is understood', (argv, expected) => {
  expect(parseArgs(argv)).toEqual({ kind: 'run', options: { ...emptyOptions(), ...expected } })
})

const ERRORS: readonly (readonly [readonly string[], string])[] = [
  [['--modle', 'x'], 'Unknown flag --modle. Did you mean --model?'],
  [['--outputFromat=json'], 'Did you mean --output-format?'],
  [['--zzzzzz'], 'Unknown flag --zzzzzz. Run "capstan --help"'],
  [['-x'], 'Unknown flag -x.'],
  [['-px'], 'Unknown flag -x in "-px".'],
  [['-model'], 'Did you mean --model?'],
  [['-rp', 'id'], "-r can't be combined with other letters"],
  [['-p', '--bogus-flag'], 'Unknown flag --bogus-flag.'],
  [['--prompt-suggestions=maybe'], '--prompt-suggestions takes true or false, not "maybe".'],
  [['-p', '--brief', 'go'], '--brief needs an interactive session'],
  [['-p', '--bg', 'fix it'], "--background can't be used together with -p"],
  [['-p', '--exec', 'npm test'], "--exec can't be used together with -p"],
  [['--exec', 'npm test', '--model', 'opus'], '--exec runs a shell command: --model means nothing there.'],
  [['--exec', 'npm test', 'fix it please'], 'leave the prompt out'],
  [['--bg', '--resume'], '--background has no screen to choose from'],
  [['--bg', 'one thing', 'two things'], 'Expected one prompt but got two'],
  [['--tmux'], '--tmux needs --worktree.'],
  [['--tmux=panes', '-w'], '--tmux takes classic or no value, not "panes".'],
  [['--from-pr=12', '-c'], "--from-pr can't be used together with --continue or --resume"],
  [['--teammate-mode', 'iterm2'], '--teammate-mode takes auto, in-process, process or tmux'],
  [['--model'], '--model needs a value: <model>.'],
  [['--model', '--verbose'], '--model needs a value'],
  [['--model', '--', 'x'], '--model needs a value'],
  [['--model='], '--model needs a value, but got an empty one.'],
  [['--resume='], '--resume needs a value, but got an empty one.'],
  [['--add-dir='], '--add-dir needs a value'],
  [['--add-dir'], '--add-dir needs a value: <dir…>.'],
  [['--fallback-model=,'], '--fallback-model needs a value'],
  [['--verbose=true'], '--verbose takes no value.'],
  [['-p', '--max-turns', '0'], '--max-turns takes a whole number above 0, not "0".'],
  [['-p', '--max-turns', '-5'], '--max-turns takes a whole number above 0, not "-5".'],
  [['-p', '--max-turns=2.5'], 'whole number'],
  [['-p', '--max-turns=ten'], 'not "ten"'],
  [['-p', '--max-turns=0x10'], 'not "0x10"'],
  [['-p', '--max-budget-usd=0'], '--max-budget-usd takes a number above 0, not "0".'],
  [['-p', '--max-budget-usd=Infinity'], 'not "Infinity"'],
  [['--max-thinking-tokens=-1'], 'of 0 or more'],
  [['-p', '--output-format', 'xml'], '--output-format takes text, json or stream-json, not "xml".'],
  [['--effort=ultra'], '--effort takes low, medium, high, xhigh or max, not "ultra".'],
  [['--permission-mode', 'toString'], '--permission-mode takes default'],
  [
    [...HOST, '--permission-prompt-tool=ask'],
    '--permission-prompt-tool takes stdio or mcp__server__tool, not "ask".',
  ],
  [['--setting-sources=user,global'], 'takes user, project or local, separated by commas, not "global".'],
  [['--session-id', 'abc'], '--session-id takes a UUID, not "abc".'],
  [
    ['--system-prompt=a', '--system-prompt-file=b'],
    "--system-prompt and --system-prompt-file can't be used together",
  ],
  [['--append-system-prompt=', '--append-system-prompt-file=b'], "can't be used together"],
  [['-c', '-r', 'x'], "--continue and --resume can't be used together"],
  [['--record=a', '--replay=b'], "--record and --replay can't be used together"],
  [['--fork-session'], '--fork-session needs --continue or --resume'],
  [['-p', '--assistant', 'x'], '--assistant needs an interactive session, not -p'],
  [['--resume-session-at', ID], '--resume-session-at needs'],
  [['-p', '--rewind-files', ID], '--rewind-files needs --continue or --resume'],
  [['-c', '--rewind-files', ID], '--rewind-files works only with -p'],
  [['-p', '-c', '--rewind-files', 'm1'], '--rewind-files'],
  [['-p', '-c', '--rewind-files', ID, '--', 'do it'], 'leave the prompt out'],
  [['-p', '-c', '--fork-session', '--rewind-files', ID], "can't be used together"],
  [['-p', '-c', '--dry-run', '--', 'x'], '--dry-run needs --rewind-files'],
  [['-p', '-c', '--rewind-force', '--', 'x'], '--rewind-force needs --rewind-files'],
  [['-c', '--session-id', ID], 'add --fork-session'],
  [['--dangerously-skip-permissions', '--permission-mode=plan'], 'contradict each other'],
  [['-p', '--input-format=stream-json'], 'needs --output-format stream-json'],
  [['-p', '--include-partial-messages'], '--include-partial-messages needs --output-format stream-json'],
  [['-p', '--include-hook-events'], '--include-hook-events needs'],
  [
    ['-p', '--output-format=stream-json', '--replay-user-messages'],
    '--replay-user-messages needs --input-format',
  ],
  [['-p', '--permission-prompt-tool', 'stdio'], 'nobody can answer'],
  [[...HOST, 'a prompt'], 'prompts come from stdin'],
  [['--output-format=json'], '--output-format works only with -p.'],
  [['--max-turns=3'], '--max-turns works only with -p.'],
  [['--no-session-persistence'], 'works only with -p'],
  [['-p', 'one', 'two'], 'Expected one prompt but got two: "one" and "two".'],
  [['fix the', 'bug'], 'Expected one prompt'],
  [['dmeo'], 'There is no command dmeo. Did you mean demo?'],
  [['sesions'], 'There is no command sesions. Did you mean sessions?'],
  [['demos'], 'Did you mean demo?'],
  [['mock-servr'], 'Did you mean mock-server?'],
  [['frobnicate', 'it'], 'There is no command frobnicate; the commands are demo'],
  [['fix', 'it'], 'put all of it in quotes: capstan "fix it"'],
  [['--verbose', 'demo'], 'Put the command first: capstan demo'],
]

test.each(ERRORS)('%j is refused', (argv, message) => {
  const parsed = parseArgs(argv)
  expect(parsed).toEqual({
    kind: 'usage_error',
    message: expect.stringContaining(message),
    localized: expect.objectContaining({ id: expect.stringMatching(/^cli_usage\./) }),
    ...('unknown' in parsed ? { unknown: expect.stringMatching(/./) } : {}),
  })
  // What is wrong with a command line is said in Chinese as well.
  expect(parsed.kind === 'usage_error' ? inChinese(parsed.localized) : '').toMatch(/\p{Script=Han}/u)
})

test.each(['hello', 'hi', 'explain', 'tests', '/login', '/model', '/doctor'])(
  'a single word (%s) that is no command is a prompt',
  word => {
    expect(parseArgs([word])).toMatchObject({ kind: 'run', options: { prompt: word } })
  },
)

test.each<[readonly string[], object]>([
  [['--help'], { kind: 'help' }],
  [['-h'], { kind: 'help' }],
  [['help'], { kind: 'help' }],
  [['-ph'], { kind: 'help' }],
  [['-p', 'x', '--help'], { kind: 'help' }],
  [['--version'], { kind: 'version' }],
  [['-v'], { kind: 'version' }],
  [['demo'], { kind: 'subcommand', name: 'demo', argv: [] }],
  [['demo', '--keep', 'x'], { kind: 'subcommand', name: 'demo', argv: ['--keep', 'x'] }],
  [['mock-server', '--port=0'], { kind: 'subcommand', name: 'mock-server', argv: ['--port=0'] }],
  [['replay', 'a.jsonl'], { kind: 'subcommand', name: 'replay', argv: ['a.jsonl'] }],
])('%j is not a run', (argv, expected) => {
  expect(parseArgs(argv)).toEqual(expected)
})

test('a profile may stand before a command; before anything else it is a flag like others', () => {
  expect(parseArgs(['--profile', 'work', 'auth', 'login'])).toEqual({
    kind: 'subcommand',
    name: 'auth',
    argv: ['login'],
    profile: 'work',
  })
  expect(parseArgs(['--profile=work', 'models'])).toMatchObject({ name: 'models', profile: 'work' })
  expect(parseArgs(['--profile', 'work', 'fix the bug'])).toMatchObject({
    kind: 'run',
    options: { profile: 'work', prompt: 'fix the bug' },
  })
  expect(parseArgs(['--profile'])).toMatchObject({ kind: 'usage_error' })
})
