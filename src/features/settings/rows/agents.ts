import { filledText, flag, notNegative, wholeBetween } from '../check.ts'
import type { DescribedRow } from './row.ts'

const start = { counts: 'next start' } as const

export const agentRows = [
  {
    key: 'agent',
    public: true,
    check: filledText,
    doc: {
      en: 'Agent that runs the main conversation, as with --agent',
      zh: '由哪个智能体进行主对话，与 --agent 相同',
    },
    ...start,
  },
  {
    key: 'coordinator',
    check: flag,
    doc: {
      en: 'Coordinator mode: the model plans and hands all work to agents, as with CAPSTAN_COORDINATOR=1',
      zh: '协调模式：模型负责规划，所有工作交给智能体',
    },
    default: false,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.maxDepth',
    check: wholeBetween(1, 3),
    doc: {
      en: 'How deep agents may start agents: 1 means only the conversation starts them',
      zh: '智能体可以嵌套启动几层；1 表示只有对话能启动',
    },
    default: 1,
    // Every level multiplies what is spent.
    project: 'never',
    ...start,
  },
  {
    key: 'agents.maxConcurrent',
    check: wholeBetween(1, 100),
    doc: { en: 'Agents that may run at the same time', zh: '同时运行的智能体数量上限' },
    default: 20,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.askAbove',
    check: notNegative,
    doc: {
      en: 'Ask before one reply starts more agents than this; 0 asks for every one',
      zh: '一次回复启动超过多少个智能体时询问；0 表示每次都问',
    },
    default: 5,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.fork',
    check: flag,
    doc: {
      en: 'Agents without a type are forks: they share the conversation so far and its prompt cache',
      zh: '未指定类型的智能体由当前对话派生：沿用对话内容和提示词缓存',
    },
    default: false,
    project: 'never',
    ...start,
  },
  {
    key: 'agents.backgroundAfterSeconds',
    check: notNegative,
    doc: {
      en: 'Seconds before a running agent moves to the background; 0 means never',
      zh: '智能体运行多少秒后转入后台；0 表示从不',
    },
    default: 120,
    project: 'never',
    ...start,
  },
] as const satisfies readonly DescribedRow[]
