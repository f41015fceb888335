import { filledText, flag, notNegative, wholeBetween } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const agentRows = [
  {
    key: 'agent',
    public: true,
    check: filledText,
    doc: 'Agent that runs the main conversation, as with --agent',
    ...start,
  },
  {
    key: 'coordinator',
    check: flag,
    doc: 'Coordinator mode: the model plans and hands all work to agents, as with CAPSTAN_COORDINATOR=1',
    default: false,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.maxDepth',
    check: wholeBetween(1, 3),
    doc: 'How deep agents may start agents: 1 means only the conversation starts them',
    default: 1,
    // Every level multiplies what is spent.
    project: 'never',
    ...start,
  },
  {
    key: 'agents.maxConcurrent',
    check: wholeBetween(1, 100),
    doc: 'Agents that may run at the same time',
    default: 20,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.askAbove',
    check: notNegative,
    doc: 'Ask before one reply starts more agents than this; 0 asks for every one',
    default: 5,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.fork',
    check: flag,
    doc: 'Agents without a type are forks: they share the conversation so far and its prompt cache',
    default: false,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.backgroundAfterSeconds',
    check: notNegative,
    doc: 'Seconds before a running agent moves to the background; 0 means never',
    default: 120,
    project: 'never',
    ...start,
  },
] as const satisfies readonly SettingRow[]
