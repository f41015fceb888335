import type { Panel } from '../session-context.ts'

/** Dialogs of the terminal that the page has as well. `model` and `resume` are always in sight. */
export const PANELS: Readonly<Record<string, Panel | 'model' | 'sessions'>> = {
  agents: { name: 'agents' },
  tasks: { name: 'tasks' },
  diff: { name: 'changes' },
  cost: { name: 'details' },
  context: { name: 'details' },
  status: { name: 'details' },
  rewind: { name: 'rewind' },
  tree: { name: 'rewind' },
  model: 'model',
  resume: 'sessions',
}
