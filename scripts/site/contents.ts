/** The pages by what people come for, in the order they stand beside each other. What is not here stands under More. */
export const SECTIONS: readonly {
  readonly title: string
  readonly zh: string
  readonly pages: readonly string[]
}[] = [
  {
    title: 'Start',
    zh: '开始',
    pages: ['README', 'install', 'windows', 'terminal', 'models', 'providers', 'import'],
  },
  {
    title: 'Work',
    zh: '工作',
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
    zh: '安全',
    pages: ['permissions', 'sandbox', 'trust', 'secrets', 'security'],
  },
  {
    title: 'Extend',
    zh: '扩展',
    pages: ['skills', 'agents', 'hooks', 'mcp', 'plugins', 'prompt'],
  },
  {
    title: 'Run in the background',
    zh: '后台运行',
    pages: ['background-tasks', 'schedules', 'teams', 'workflows'],
  },
  {
    title: 'Connect',
    zh: '接入',
    pages: ['headless', 'sdk', 'library', 'acp', 'editors', 'serve'],
  },
  { title: 'Run for a team', zh: '团队', pages: ['telemetry', 'ledger'] },
  {
    title: 'Reference',
    zh: '参考',
    pages: ['flags', 'settings', 'tools', 'benchmarks', 'testing', 'CHANGELOG'],
  },
]
