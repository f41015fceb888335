import { filledText, flag, notNegative, oneOf, percentage, positive } from '../check.ts'
import type { DescribedRow } from './row.ts'

const start = { counts: 'next start' } as const

export const contextRows = [
  {
    key: 'autoCompactEnabled',
    check: flag,
    doc: { en: 'Compact automatically when the context is nearly full', zh: '上下文将满时自动压缩' },
    default: true,
    ...start,
    edit: { at: 190 },
  },
  {
    key: 'autoCompactWindow',
    check: positive,
    doc: { en: 'Compact as if the context window had this many tokens', zh: '按此 token 数作为窗口进行压缩' },
    ...start,
  },
  {
    key: 'compaction.percent',
    check: percentage,
    doc: { en: 'Compact at this percentage of the context window', zh: '达到上下文的这个百分比时压缩' },
    ...start,
    edit: { at: 200 },
  },
  {
    key: 'compaction.model',
    public: true,
    check: filledText,
    doc: {
      en: 'Model that writes the summary when compacting; default: the model of the conversation',
      zh: '压缩时撰写摘要的模型；默认与对话相同',
    },
    ...start,
  },
  {
    key: 'compaction.notes',
    check: flag,
    doc: { en: 'Keep session notes in the background, for faster compaction', zh: '在后台为压缩做笔记' },
    default: true,
    ...start,
    edit: { at: 205 },
  },
  {
    key: 'compaction.collapse',
    check: flag,
    doc: { en: 'Collapse finished work into summaries, in the background', zh: '在后台折叠已完成的工作' },
    default: false,
    ...start,
  },
  {
    key: 'compaction.snipNudge',
    check: flag,
    doc: {
      en: 'Remind the model that it can drop what it no longer needs',
      zh: '提醒模型可以省略不需要的内容',
    },
    default: false,
    ...start,
  },
  {
    key: 'compaction.contextEditing',
    check: flag,
    doc: {
      en: 'Let the provider clear stale results; by default only where this is known to work',
      zh: '请提供商省略过期结果',
    },
    ...start,
  },
  {
    key: 'compaction.cacheMinutes',
    check: positive,
    doc: {
      en: 'Minutes the provider keeps the prompt cache; by default the lifetime that was requested',
      zh: '提供商保留缓存前缀的分钟数',
    },
    ...start,
  },
  {
    key: 'toolBatchLabels',
    check: flag,
    doc: {
      en: 'Label finished groups of tool calls in one line, using the small model',
      zh: '用一行概括每组工具调用',
    },
    default: false,
    ...start,
    edit: { at: 208 },
  },
  {
    key: 'promptCacheLifetime',
    check: oneOf(['auto', '5m', '1h']),
    doc: {
      en: 'Prompt cache lifetime (`auto` is an hour in interactive sessions)',
      zh: '提示词缓存的保留时间',
    },
    default: 'auto',
    ...start,
    edit: { at: 207, choices: ['auto', '5m', '1h'] },
  },
  {
    key: 'compaction.keepResults',
    check: notNegative,
    doc: { en: 'Number of recent results kept when stale ones are cleared', zh: '清理过期结果时保留的数量' },
    default: 5,
    ...start,
  },
] as const satisfies readonly DescribedRow[]
