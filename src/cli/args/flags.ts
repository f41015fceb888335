import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import type { Flag } from './flag.ts'
import { INPUT_FORMATS, OUTPUT_FORMATS, SETTING_SOURCES } from './run-options.ts'

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
    { kind: 'text', key: 'model', value: '<model>', help: 'Model id or alias (sonnet, opus, haiku)' },
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
      kind: 'choice',
      key: 'permissionPromptTool',
      choices: ['stdio'],
      printOnly: true,
      help: 'Let the host answer permission prompts',
    },
    { kind: 'list', key: 'addDir', value: '<dir…>', split: 'none', help: 'More working directories' },
    { kind: 'switch', key: 'trust', help: 'Trust this folder for this run: use its settings and hooks' },
    {
      kind: 'switch',
      key: 'dangerouslySkipPermissions',
      help: 'Skip almost all permission prompts; for sandboxes only',
    },
    { kind: 'switch', key: 'allowDangerouslySkipPermissions', help: 'Let the host turn that on later' },
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
      key: 'bare',
      help: 'Minimal prompt, only Bash, Read and Edit, no project files',
    },
  ],
  Settings: [
    {
      kind: 'text',
      key: 'settings',
      value: '<file|json>',
      help: 'Settings for this run; override user and project settings',
    },
    {
      kind: 'items',
      key: 'settingSources',
      value: '<source,source>',
      choices: SETTING_SOURCES,
      empty: true,
      help: `Settings files to read: ${SETTING_SOURCES.join(', ')}; '' for none`,
    },
  ],
  Session: [
    { kind: 'switch', key: 'continue', short: 'c', help: 'Continue the most recent session here' },
    {
      kind: 'optional',
      key: 'resume',
      short: 'r',
      value: '[id|name]',
      help: 'Resume a session (6 characters of its id are enough)',
    },
    { kind: 'switch', key: 'forkSession', help: 'Continue in a copy with a new id' },
    { kind: 'text', key: 'sessionId', value: '<uuid>', uuid: true, help: 'Use this id for the new session' },
    {
      kind: 'text',
      key: 'resumeSessionAt',
      value: '<uuid>',
      uuid: true,
      help: 'Resume from this message',
    },
    {
      kind: 'text',
      key: 'rewindFiles',
      value: '<uuid>',
      uuid: true,
      printOnly: true,
      help: 'Restore files to how they were before this message',
    },
    { kind: 'switch', key: 'dryRun', printOnly: true, help: 'With --rewind-files: only list the files' },
    {
      kind: 'switch',
      key: 'rewindForce',
      printOnly: true,
      help: 'With --rewind-files: also restore files others changed',
    },
    { kind: 'switch', key: 'noSessionPersistence', printOnly: true, help: "Don't save the session" },
    { kind: 'text', key: 'name', short: 'n', value: '<title>', help: 'Name the session' },
  ],
  Diagnostics: [
    { kind: 'text', key: 'record', value: '<file>', help: 'Record the exchange with the model' },
    { kind: 'text', key: 'replay', value: '<file>', help: 'Replay a recording instead of calling a model' },
    {
      kind: 'attached',
      key: 'debug',
      value: '[=cat,!cat]',
      help: 'Write a debug log (all or some categories)',
    },
    { kind: 'text', key: 'debugFile', value: '<file>', help: 'Write the debug log to this file' },
    { kind: 'switch', key: 'verbose', help: 'Print more; with json output, print every message' },
  ],
}

export const FLAGS: readonly Flag[] = Object.values(FLAG_GROUPS).flat()
