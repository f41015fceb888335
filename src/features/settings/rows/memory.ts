import { filledText, flag, listOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

const start = { counts: 'next start' } as const

export const instructionRows = [
  {
    key: 'instructionExcludes',
    public: true,
    check: listOf(filledText),
    doc: { en: 'Globs of instruction files to skip', zh: '不读取的说明文件' },
    ...start,
  },
  {
    key: 'claudeMdExcludes',
    public: true,
    check: listOf(filledText),
    doc: { en: 'Another name for `instructionExcludes`', zh: 'instructionExcludes 的另一个名称' },
    ...start,
  },
] as const satisfies readonly DescribedRow[]

export const memoryRows = [
  {
    key: 'autoMemoryEnabled',
    check: flag,
    doc: { en: 'Remember things across sessions', zh: '跨会话记忆' },
    default: true,
    ...start,
    edit: { at: 210 },
  },
  {
    key: 'autoMemoryRequests',
    check: flag,
    doc: { en: 'Ask the model in the background what to remember', zh: '后台询问该记住什么' },
    default: true,
    ...start,
    edit: { at: 212 },
  },
  {
    key: 'autoMemoryLog',
    check: flag,
    doc: {
      en: 'Only log turns, for long-running assistants; /dream turns the daily logs into memories',
      zh: '只记录每轮内容，供长期运行的助理使用；/dream 将日志整理为记忆',
    },
    default: false,
    ...start,
  },
  {
    key: 'autoMemoryDirectory',
    public: true,
    check: filledText,
    doc: { en: 'Directory for memories, instead of the default', zh: '记忆的保存位置' },
    project: 'never',
    ...start,
  },
  {
    key: 'teamMemoryDirectory',
    public: true,
    check: filledText,
    doc: {
      en: 'Directory for team memories: absolute, or relative to the repository root',
      zh: '团队记忆的保存位置',
    },
    project: 'never',
    ...start,
  },
] as const satisfies readonly DescribedRow[]
