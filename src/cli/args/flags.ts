import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import type { Flag } from './flag.ts'
import { INPUT_FORMATS, OUTPUT_FORMATS, SETTING_SOURCES } from './run-options.ts'

/** Every flag this program acts on, by help group: the parser and the help text both come from here. */
export const FLAG_GROUPS: Readonly<Record<string, readonly Flag[]>> = {
  Run: [
    { kind: 'switch', key: 'print', short: 'p', help: 'Answer one prompt without a screen and exit' },
    {
      kind: 'choice',
      key: 'outputFormat',
      choices: OUTPUT_FORMATS,
      printOnly: true,
      help: 'What goes to stdout',
    },
    {
      kind: 'choice',
      key: 'inputFormat',
      choices: INPUT_FORMATS,
      help: 'What stdin holds; stream-json implies -p',
    },
    {
      kind: 'switch',
      key: 'includePartialMessages',
      printOnly: true,
      help: 'stream-json: pass on replies as they grow',
    },
    {
      kind: 'switch',
      key: 'includeHookEvents',
      printOnly: true,
      help: 'stream-json: report every hook that runs',
    },
    {
      kind: 'switch',
      key: 'replayUserMessages',
      printOnly: true,
      help: 'stream-json: echo messages once stored',
    },
    {
      kind: 'text',
      key: 'jsonSchema',
      value: '<schema>',
      printOnly: true,
      help: 'Answer with JSON of this schema',
    },
    { kind: 'help', key: 'help', short: 'h', help: 'Show this text' },
    { kind: 'version', key: 'version', short: 'v', help: 'Show the version' },
  ],
  Model: [
    { kind: 'text', key: 'model', value: '<model>', help: 'Model id, or an alias: sonnet, opus, haiku' },
    {
      kind: 'items',
      key: 'fallbackModel',
      value: '<model,model>',
      help: 'Up to three to turn to on overload',
    },
    {
      kind: 'choice',
      key: 'effort',
      value: '<level>',
      choices: EFFORTS,
      help: `How hard it works: ${EFFORTS.join(', ')}`,
    },
    {
      kind: 'choice',
      key: 'thinking',
      choices: ['adaptive', 'disabled'],
      help: 'Whether it thinks before it answers',
    },
    {
      kind: 'number',
      key: 'maxThinkingTokens',
      value: '<n>',
      whole: true,
      zero: true,
      help: 'Room to think in; 0: none',
    },
    {
      kind: 'list',
      key: 'betas',
      value: '<name…>',
      split: 'rules',
      help: 'Beta features to ask the API for',
    },
  ],
  Limits: [
    {
      kind: 'number',
      key: 'maxTurns',
      value: '<n>',
      whole: true,
      printOnly: true,
      help: 'Most requests to the model',
    },
    {
      kind: 'number',
      key: 'maxBudgetUsd',
      value: '<usd>',
      whole: false,
      help: 'Most it may cost; /budget allows more',
    },
  ],
  Permissions: [
    {
      kind: 'choice',
      key: 'permissionMode',
      value: '<mode>',
      choices: PERMISSION_MODES,
      aliases: { manual: 'default' },
      help: `What runs unasked: ${PERMISSION_MODES.join(', ')}`,
    },
    {
      kind: 'list',
      key: 'allowedTools',
      value: '<rule…>',
      split: 'rules',
      help: 'Calls to allow: "Bash(git log *)"',
    },
    {
      kind: 'list',
      key: 'disallowedTools',
      value: '<rule…>',
      split: 'rules',
      help: 'Calls to refuse, or tools to remove',
    },
    {
      kind: 'list',
      key: 'tools',
      value: '<name…>',
      split: 'rules',
      help: "Built-in tools to offer; '' none, default all",
    },
    {
      kind: 'choice',
      key: 'permissionPromptTool',
      choices: ['stdio'],
      printOnly: true,
      help: 'Let the host answer',
    },
    { kind: 'list', key: 'addDir', value: '<dir…>', split: 'none', help: 'More directories to work in' },
    { kind: 'switch', key: 'trust', help: "Use this folder's own settings and hooks for this run" },
    {
      kind: 'switch',
      key: 'dangerouslySkipPermissions',
      help: 'Ask about almost nothing; for sandboxes only',
    },
    { kind: 'switch', key: 'allowDangerouslySkipPermissions', help: 'Let the host switch to that later' },
  ],
  Prompt: [
    { kind: 'text', key: 'systemPrompt', value: '<text>', empty: true, help: 'Replace the system prompt' },
    { kind: 'text', key: 'systemPromptFile', value: '<file>', help: 'Replace it with the text of a file' },
    {
      kind: 'text',
      key: 'appendSystemPrompt',
      value: '<text>',
      empty: true,
      help: 'Add to the system prompt',
    },
    { kind: 'text', key: 'appendSystemPromptFile', value: '<file>', help: 'Add the text of a file' },
    {
      kind: 'switch',
      key: 'bare',
      help: 'A minimal prompt, Bash, Read and Edit, and nothing found by looking around',
    },
  ],
  Settings: [
    {
      kind: 'text',
      key: 'settings',
      value: '<file|json>',
      help: 'Settings for this run, above user and project',
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
    { kind: 'switch', key: 'continue', short: 'c', help: 'Go on with the newest session of this directory' },
    {
      kind: 'optional',
      key: 'resume',
      short: 'r',
      value: '[id|name]',
      help: 'Resume a session by id, name or file (4 characters of an id are enough)',
    },
    { kind: 'switch', key: 'forkSession', help: 'Go on in a copy, under a new id' },
    { kind: 'text', key: 'sessionId', value: '<uuid>', uuid: true, help: 'The id of the new session' },
    {
      kind: 'text',
      key: 'resumeSessionAt',
      value: '<uuid>',
      uuid: true,
      help: 'Go on from this message of it',
    },
    {
      kind: 'text',
      key: 'rewindFiles',
      value: '<uuid>',
      uuid: true,
      printOnly: true,
      help: 'Bring files back to before this message of it',
    },
    { kind: 'switch', key: 'dryRun', printOnly: true, help: 'With --rewind-files: only list the files' },
    {
      kind: 'switch',
      key: 'rewindForce',
      printOnly: true,
      help: 'With --rewind-files: also what others changed',
    },
    { kind: 'switch', key: 'noSessionPersistence', printOnly: true, help: 'Write no session file' },
    { kind: 'text', key: 'name', short: 'n', value: '<title>', help: 'A name for the session' },
  ],
  Diagnostics: [
    { kind: 'text', key: 'record', value: '<file>', help: 'Record the exchange with the model' },
    { kind: 'text', key: 'replay', value: '<file>', help: 'Answer from a recording instead of a model' },
    {
      kind: 'attached',
      key: 'debug',
      value: '[=cat,!cat]',
      help: 'Write a debug log, of some categories or all',
    },
    { kind: 'text', key: 'debugFile', value: '<file>', help: 'Write the debug log here' },
    { kind: 'switch', key: 'verbose', help: 'Say more; with json output, print every message' },
  ],
}

export const FLAGS: readonly Flag[] = Object.values(FLAG_GROUPS).flat()
