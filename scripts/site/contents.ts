/** The pages by what people come for, in the order they stand beside each other. What is not here stands under More. */
export const SECTIONS: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Start', pages: ['README', 'install', 'windows', 'terminal', 'models', 'providers', 'import'] },
  {
    title: 'Work',
    pages: [
      'instructions',
      'memory',
      'sessions',
      'rewind',
      'context',
      'cache',
      'plan-mode',
      'shell',
      'web',
      'worktrees',
    ],
  },
  {
    title: 'Stay safe',
    pages: ['permissions', 'sandbox', 'trust', 'secrets', 'security'],
  },
  {
    title: 'Extend',
    pages: ['skills', 'agents', 'hooks', 'mcp', 'plugins', 'prompt'],
  },
  {
    title: 'Run in the background',
    pages: ['background-tasks', 'schedules', 'teams', 'workflows'],
  },
  {
    title: 'Connect',
    pages: ['headless', 'sdk', 'library', 'acp', 'editors', 'serve'],
  },
  { title: 'Run for a team', pages: ['telemetry', 'ledger'] },
  { title: 'Reference', pages: ['flags', 'settings', 'tools', 'benchmarks', 'testing', 'CHANGELOG'] },
]
