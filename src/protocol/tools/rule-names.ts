import type { Access } from '../access.ts'

/** The name by which people's permission rules speak of an effect; none: no rule lifts it. */
export const RULE_NAMES = {
  read: 'Read',
  search: 'Read',
  write: 'Edit',
  shell: 'Bash',
  network: 'WebFetch',
  browser: 'Browser',
  application: 'Computer',
  'web-search': 'WebSearch',
  mcp: 'mcp__',
  agent: 'Agent',
  remote: 'Remote',
  message: 'SendMessage',
  skill: 'Skill',
  person: '',
} as const satisfies Readonly<Record<Access['kind'], string>>

/** Rules, old session files and the wire of the SDK call an agent by its former name, too. */
export const FORMER_AGENT_NAME = 'Task'

export const isAgentName = (name: string): boolean => name === RULE_NAMES.agent || name === FORMER_AGENT_NAME

/** Whether rules of this name speak of paths. */
export const isPathRuleName = (name: string): boolean => name === RULE_NAMES.read || name === RULE_NAMES.write

/** Rules of this name speak of the directories that a session is moved to. */
export const CHANGE_DIRECTORY = 'Cd'

/** Under this name the person is asked about a host that a command in the sandbox wants to reach. */
export const SANDBOX_NETWORK = 'SandboxNetworkAccess'

/**
 * Tools of files go by the rules for reading and writing: a specifier on these names is never consulted. Former names and
 * those of other programs are among them, because people's rules are.
 */
export const WITHOUT_SPECIFIER: ReadonlySet<string> = new Set([
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'Glob',
  'Grep',
  'LS',
])

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
