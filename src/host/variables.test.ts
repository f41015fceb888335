import { expect, test } from 'vitest'
import { readEnvironment, withVariables } from './environment.ts'

test.each([
  [{}, {}],
  [{ CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' }, { disableBundledSkills: true }],
  [{ CAPSTAN_DISABLE_GIT_INSTRUCTIONS: 'true' }, { includeGitInstructions: false }],
  [{ CLAUDE_CODE_DISABLE_FAST_MODE: '1' }, { fastMode: false }],
  [{ CLAUDE_CODE_DISABLE_FAST_MODE: '0' }, {}],
  [{ CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false' }, { promptSuggestionEnabled: false }],
  [{ CLAUDE_CODE_ENABLE_AWAY_SUMMARY: '0' }, { awaySummaryEnabled: false }],
  [{ CLAUDE_CODE_ENABLE_AWAY_SUMMARY: '1' }, { awaySummaryEnabled: true }],
  [{ CLAUDE_CODE_DISABLE_AGENT_VIEW: '1' }, { disableAgentView: true }],
])('%j goes before the files', (env, settings) => {
  expect(withVariables({ model: 'm' }, env)).toEqual({ model: 'm', ...settings })
})

test('limits and switches that variables name are read, and what is no number is refused where it limits', () => {
  expect(
    readEnvironment({
      DISABLE_COMPACT: '1',
      SLASH_COMMAND_TOOL_CHAR_BUDGET: '5000',
      CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2',
      MAX_STRUCTURED_OUTPUT_RETRIES: '3',
      CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '250',
      CLAUDE_CODE_DISABLE_1M_CONTEXT: '1',
      CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '0',
      CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS: '1',
      CLAUDE_ASYNC_AGENT_STALL_TIMEOUT_MS: '5000',
      CLAUDE_CODE_SHELL: '/usr/bin/zsh',
    }),
  ).toMatchObject({
    autoCompactOff: true,
    skillChars: 5000,
    stopBlocks: 2,
    structuredRetries: 3,
    endHooksMs: 250,
    autoCompactWindow: 200_000,
    longOff: true,
    servers: { backgroundMs: 0 },
    agents: { without: ['Explore', 'Plan'], stallMs: 5000 },
    shell: { person: '/usr/bin/zsh' },
  })
  expect(readEnvironment({ CLAUDE_CODE_SHELL: '/opt/bash' }).shell).toEqual({ bash: '/opt/bash' })
  expect(readEnvironment({ CLAUDE_CODE_SHELL: 'bash -x' }).shell).toEqual({})
  expect(() => readEnvironment({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'many' })).toThrow(
    'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  )
})
