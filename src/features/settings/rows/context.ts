import { flag, notNegative, oneOf, percentage, positive } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const contextRows = [
  {
    key: 'autoCompactEnabled',
    check: flag,
    doc: 'Sum up by itself when the context is full',
    default: true,
    ...start,
    edit: { at: 190 },
  },
  { key: 'autoCompactWindow', check: positive, doc: 'Sum up as if the window had so many tokens', ...start },
  {
    key: 'compaction.percent',
    check: percentage,
    doc: 'Sum up at this share of the context, in percent',
    ...start,
    edit: { at: 200 },
  },
  {
    key: 'compaction.notes',
    check: flag,
    doc: 'Keep notes for it in the background',
    default: true,
    ...start,
    edit: { at: 205 },
  },
  {
    key: 'compaction.collapse',
    check: flag,
    doc: 'Fold finished stretches of work, summed up in the background',
    default: false,
    ...start,
  },
  {
    key: 'compaction.snipNudge',
    check: flag,
    doc: 'Remind the model that it may leave out what it does not need',
    default: false,
    ...start,
  },
  {
    key: 'compaction.contextEditing',
    check: flag,
    doc: 'Ask the provider to leave out stale results; by itself only where that is known to work',
    ...start,
  },
  {
    key: 'compaction.cacheMinutes',
    check: positive,
    doc: 'How long the provider keeps a prefix, in minutes; by itself what is asked for',
    ...start,
  },
  {
    key: 'toolBatchLabels',
    check: flag,
    doc: 'Name finished groups of tool calls in one line, by the small model',
    default: false,
    ...start,
    edit: { at: 208 },
  },
  {
    key: 'promptCacheLifetime',
    check: oneOf(['auto', '5m', '1h']),
    doc: 'How long the prompt cache is kept; auto: an hour while a person works with it',
    default: 'auto',
    ...start,
    edit: { at: 207, choices: ['auto', '5m', '1h'] },
  },
  {
    key: 'compaction.keepResults',
    check: notNegative,
    doc: 'Results that stay when stale ones are cleared',
    default: 5,
    ...start,
  },
] as const satisfies readonly SettingRow[]
