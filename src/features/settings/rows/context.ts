import { filledText, flag, notNegative, oneOf, percentage, positive } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const contextRows = [
  {
    key: 'autoCompactEnabled',
    check: flag,
    doc: 'Compact automatically when the context is nearly full',
    default: true,
    ...start,
    edit: { at: 190 },
  },
  {
    key: 'autoCompactWindow',
    check: positive,
    doc: 'Compact as if the context window had this many tokens',
    ...start,
  },
  {
    key: 'compaction.percent',
    check: percentage,
    doc: 'Compact at this percentage of the context window',
    ...start,
    edit: { at: 200 },
  },
  {
    key: 'compaction.model',
    public: true,
    check: filledText,
    doc: 'Model that writes the summary when compacting; default: the model of the conversation',
    ...start,
  },
  {
    key: 'compaction.notes',
    check: flag,
    doc: 'Keep session notes in the background, for faster compaction',
    default: true,
    ...start,
    edit: { at: 205 },
  },
  {
    key: 'compaction.collapse',
    check: flag,
    doc: 'Collapse finished work into summaries, in the background',
    default: false,
    ...start,
  },
  {
    key: 'compaction.snipNudge',
    check: flag,
    doc: 'Remind the model that it can drop what it no longer needs',
    default: false,
    ...start,
  },
  {
    key: 'compaction.contextEditing',
    check: flag,
    doc: 'Let the provider clear stale results; by default only where this is known to work',
    ...start,
  },
  {
    key: 'compaction.cacheMinutes',
    check: positive,
    doc: 'Minutes the provider keeps the prompt cache; by default the lifetime that was requested',
    ...start,
  },
  {
    key: 'toolBatchLabels',
    check: flag,
    doc: 'Label finished groups of tool calls in one line, using the small model',
    default: false,
    ...start,
    edit: { at: 208 },
  },
  {
    key: 'promptCacheLifetime',
    check: oneOf(['auto', '5m', '1h']),
    doc: 'Prompt cache lifetime (`auto` is an hour in interactive sessions)',
    default: 'auto',
    ...start,
    edit: { at: 207, choices: ['auto', '5m', '1h'] },
  },
  {
    key: 'compaction.keepResults',
    check: notNegative,
    doc: 'Number of recent results kept when stale ones are cleared',
    default: 5,
    ...start,
  },
] as const satisfies readonly SettingRow[]
