import type { Access } from '../access.ts'

/** The name by which people's permission rules speak of an effect; none: no rule lifts it. */
export const RULE_NAMES = {
  read: 'Read',
  search: 'Read',
  write: 'Edit',
  shell: 'Bash',
  network: 'WebFetch',
  'web-search': 'WebSearch',
  mcp: 'mcp__',
  agent: 'Agent',
  message: 'SendMessage',
  skill: 'Skill',
  person: '',
} as const satisfies Readonly<Record<Access['kind'], string>>

/** What lists files has a name of its own that rules may deny. */
export const LIST_FILES = 'Glob'

/** An effect that no tool asks for, as a call that rules judge. */
export const callFor = (
  access: Extract<Access, { readonly kind: 'read' | 'shell' }>,
): { readonly toolName: string; readonly input: unknown; readonly accesses: readonly Access[] } => ({
  toolName: RULE_NAMES[access.kind],
  input: access.kind === 'read' ? { file_path: access.path } : { command: access.command },
  accesses: [access],
})
