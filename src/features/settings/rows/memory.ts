import { filledText, flag, listOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const instructionRows = [
  {
    key: 'instructionExcludes',
    check: listOf(filledText),
    doc: 'Globs of files that are not read as instructions',
    ...start,
  },
  { key: 'claudeMdExcludes', check: listOf(filledText), doc: 'The same by its name elsewhere', ...start },
] as const satisfies readonly SettingRow[]

export const memoryRows = [
  {
    key: 'autoMemoryEnabled',
    check: flag,
    doc: 'Remember across conversations',
    default: true,
    ...start,
    edit: { at: 210 },
  },
  {
    key: 'autoMemoryRequests',
    check: flag,
    doc: 'Ask the model in the background what to remember',
    default: true,
    ...start,
    edit: { at: 212 },
  },
  {
    key: 'autoMemoryLog',
    check: flag,
    doc: 'Only log turns, for long-running assistants; /dream turns the daily logs into memories',
    default: false,
    ...start,
  },
  {
    key: 'autoMemoryDirectory',
    check: filledText,
    doc: 'Where memories are kept instead of the usual place',
    project: 'never',
    ...start,
  },
  {
    key: 'teamMemoryDirectory',
    check: filledText,
    doc: 'Where a team keeps memories: absolute, or below the root of the repository',
    project: 'never',
    ...start,
  },
] as const satisfies readonly SettingRow[]
