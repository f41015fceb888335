import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import type { Flag } from './flag.ts'
import { PROGRAM_FLAGS } from './program-flags.ts'
import { INPUT_FORMATS, OUTPUT_FORMATS } from './run-options.ts'

/** Every flag this program acts on, by help group: the parser and the help text both come from here. */
export const FLAG_GROUPS: Readonly<Record<string, readonly Flag[]>> = {
  Run: [
    { kind: 'switch', key: 'print', short: 'p', help: 'Print the answer to one prompt and exit' },
    {
      kind: 'choice',
      key: 'outputFormat',
      choices: OUTPUT_FORMATS,
      printOnly: true,
      help: 'Output format',
    },
    {
      kind: 'choice',
      key: 'inputFormat',
      choices: INPUT_FORMATS,
      help: 'Input format; stream-json implies -p',
    },
    {
      kind: 'switch',
      key: 'includePartialMessages',
      printOnly: true,
      help: 'stream-json: include partial replies',
    },
    {
      kind: 'switch',
      key: 'includeHookEvents',
      printOnly: true,
      help: 'stream-json: include hook events',
    },
    {
      kind: 'switch',
      key: 'replayUserMessages',
      printOnly: true,
      help: 'stream-json: echo user messages once they are saved',
    },
    {
      kind: 'switch',
      key: 'forwardSubagentText',
      printOnly: true,
      help: 'stream-json: include what agents say',
    },
    {
      kind: 'switch',
      key: 'promptSuggestions',
      printOnly: true,
      help: 'stream-json: suggest the next prompt after each turn',
    },
    {
      kind: 'switch',
      key: 'sessionMirror',
      printOnly: true,
      help: 'stream-json: also send every line of the session file',
    },
    {
      kind: 'switch',
      key: 'awaitInitialize',
      printOnly: true,
      help: 'stream-json: start only once the host has sent initialize',
    },
    { kind: 'switch', key: 'axScreenReader', help: 'Plain text, line by line, for screen readers' },
    {
      kind: 'text',
      key: 'jsonSchema',
      value: '<schema>',
      printOnly: true,
      help: 'Answer with JSON that matches this schema',
    },
    { kind: 'help', key: 'help', short: 'h', help: 'Show this help' },
    { kind: 'version', key: 'version', short: 'v', help: 'Show the version' },
  ],
  Model: [
    {
      kind: 'text',
      key: 'model',
      value: '<model>',
      help: 'Model id, alias (sonnet, opus, haiku, fable) or provider/model',
    },
    {
      kind: 'items',
      key: 'fallbackModel',
      value: '<model,model>',
      help: 'Up to three models to try when the first is overloaded',
    },
    {
      kind: 'choice',
      key: 'effort',
      value: '<level>',
      choices: EFFORTS,
      help: `Reasoning effort: ${EFFORTS.join(', ')}`,
    },
    {
      kind: 'choice',
      key: 'thinking',
      choices: ['adaptive', 'disabled'],
      help: 'Extended thinking',
    },
    {
      kind: 'choice',
      key: 'thinkingDisplay',
      choices: ['summarized', 'omitted'],
      help: 'Whether to show summaries of the thinking',
    },
    {
      kind: 'number',
      key: 'maxThinkingTokens',
      value: '<n>',
      whole: true,
      zero: true,
      help: 'Thinking budget in tokens; 0 turns thinking off',
    },
    {
      kind: 'list',
      key: 'betas',
      value: '<name…>',
      split: 'rules',
      help: 'Beta features to request from the API',
    },
  ],
  Limits: [
    {
      kind: 'number',
      key: 'maxTurns',
      value: '<n>',
      whole: true,
      printOnly: true,
      help: 'Limit the number of model requests',
    },
    {
      kind: 'number',
      key: 'maxBudgetUsd',
      value: '<usd>',
      whole: false,
      help: 'Limit the cost; raise it with /budget',
    },
    {
      kind: 'number',
      key: 'tokenBudget',
      value: '<n>',
      whole: true,
      tokens: true,
      help: 'Output tokens to work with per turn, e.g. 500k',
    },
    {
      kind: 'number',
      key: 'taskBudget',
      value: '<n>',
      whole: true,
      tokens: true,
      help: 'Tokens the model is told it has for the task',
    },
    {
      kind: 'text',
      key: 'autocompact',
      value: '<auto|tokens>',
      help: 'Compact as if the context window were this large, e.g. 200k',
    },
  ],
  Permissions: [
    {
      kind: 'choice',
      key: 'permissionMode',
      value: '<mode>',
      choices: PERMISSION_MODES,
      aliases: { manual: 'default' },
      help: `Permission mode: ${PERMISSION_MODES.join(', ')}`,
    },
    {
      kind: 'list',
      key: 'allowedTools',
      value: '<rule…>',
      split: 'rules',
      help: 'Calls to allow, such as "Bash(git log *)"',
    },
    {
      kind: 'list',
      key: 'disallowedTools',
      value: '<rule…>',
      split: 'rules',
      help: 'Calls to deny, or tools to remove',
    },
    {
      kind: 'list',
      key: 'tools',
      value: '<name…>',
      split: 'rules',
      help: "Built-in tools to offer; '' for none, default for all",
    },
    {
      kind: 'text',
      key: 'permissionPromptTool',
      value: '<stdio|mcp tool>',
      printOnly: true,
      help: 'Let the host, or an MCP tool, answer permission prompts',
    },
    {
      kind: 'choice',
      key: 'permissionPrompts',
      choices: ['host', 'none'],
      printOnly: true,
      help: 'none: deny what would be asked about',
    },
    { kind: 'list', key: 'addDir', value: '<dir…>', split: 'none', help: 'More working directories' },
    { kind: 'switch', key: 'trust', help: 'Trust this folder for this run: use its settings and hooks' },
    {
      kind: 'switch',
      key: 'dangerouslySkipPermissions',
      help: 'Skip almost all permission prompts; for sandboxes only',
    },
    {
      kind: 'switch',
      key: 'allowDangerouslySkipPermissions',
      help: 'Let the host skip permission prompts later',
    },
  ],
  Prompt: [
    { kind: 'text', key: 'systemPrompt', value: '<text>', empty: true, help: 'Replace the system prompt' },
    { kind: 'text', key: 'systemPromptFile', value: '<file>', help: 'Replace the system prompt with a file' },
    {
      kind: 'text',
      key: 'appendSystemPrompt',
      value: '<text>',
      empty: true,
      help: 'Add to the system prompt',
    },
    { kind: 'text', key: 'appendSystemPromptFile', value: '<file>', help: 'Add a file to the system prompt' },
    {
      kind: 'switch',
      key: 'excludeDynamicSystemPromptSections',
      help: 'Move directory, memory and git status into the first message',
    },
    {
      kind: 'switch',
      key: 'safeMode',
      help: 'Start without settings, instructions, extensions and MCP servers of your own',
    },
    { kind: 'switch', key: 'bare', help: 'Minimal prompt, only Bash, Read and Edit, no project files' },
    {
      kind: 'switch',
      key: 'assistant',
      help: 'Assistant mode: keep an eye on things while you are away, within a daily budget',
    },
  ],
  ...PROGRAM_FLAGS,
}

export const FLAGS: readonly Flag[] = Object.values(FLAG_GROUPS).flat()
