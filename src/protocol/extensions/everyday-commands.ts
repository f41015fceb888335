import type { CommandGroup, CommandInfo } from '../command-info.ts'

/** Commands that most people use; lists show the others behind them. */
export const EVERYDAY_COMMANDS: ReadonlySet<string> = new Set([
  'help',
  'status',
  'doctor',
  'exit',
  'clear',
  'resume',
  'rewind',
  'export',
  'copy',
  'btw',
  'compact',
  'context',
  'cost',
  'memory',
  'plan',
  'diff',
  'tasks',
  'init',
  'review',
  'commit',
  'pr',
  'permissions',
  'add-dir',
  'model',
  'effort',
  'config',
  'theme',
  'login',
  'mcp',
  'agents',
  'skills',
])

/** Skills are the person's own, or of their project: they are wanted. */
export const isCommon = (command: CommandInfo): boolean =>
  EVERYDAY_COMMANDS.has(command.name) || groupOf(command) === 'skills'

export const groupOf = ({ group, skill }: CommandInfo): CommandGroup => group ?? (skill ? 'skills' : 'help')
