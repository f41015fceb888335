import { type Names, works } from '../verdict.ts'

/** Frontmatter of an agent file. One name a line. */
export const AGENT_FIELDS: Names = {
  name: works,
  description: works,
  tools: works,
  disallowedTools: works,
  model: works,
  permissionMode: works,
  maxTurns: works,
  skills: works,
  mcpServers: works,
  hooks: works,
  memory: works,
  background: works,
  effort: works,
  isolation: works,
  color: works,
  initialPrompt: works,
}

/** Frontmatter of a skill file. One name a line. */
export const SKILL_FIELDS: Names = {
  name: works,
  description: works,
  when_to_use: works,
  'argument-hint': works,
  arguments: works,
  'disable-model-invocation': works,
  'user-invocable': works,
  'allowed-tools': works,
  'disallowed-tools': works,
  model: works,
  effort: works,
  context: works,
  agent: works,
  background: works,
  hooks: works,
  paths: works,
  shell: works,
  metadata: works,
  license: works,
  compatibility: works,
}

/** Built-in output styles. One name a line. */
export const OUTPUT_STYLES: Names = {
  Default: works,
  Proactive: works,
  Concise: works,
  Explanatory: works,
  Learning: works,
}
