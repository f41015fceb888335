import { filledText, flag, listOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const instructionRows = [
  {
    key: 'instructionExcludes',
    public: true,
    check: listOf(filledText),
    doc: 'Globs of instruction files to skip',
    ...start,
  },
  {
    key: 'claudeMdExcludes',
    public: true,
    check: listOf(filledText),
    doc: 'Another name for `instructionExcludes`',
    ...start,
  },
] as const satisfies readonly SettingRow[]

export const memoryRows = [
  {
    key: 'autoMemoryEnabled',
    check: flag,
    doc: 'Remember things across sessions',
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
    public: true,
    check: filledText,
    doc: 'Directory for memories, instead of the default',
    project: 'never',
    ...start,
  },
  {
    key: 'teamMemoryDirectory',
    public: true,
    check: filledText,
    doc: 'Directory for team memories: absolute, or relative to the repository root',
    project: 'never',
    ...start,
  },
] as const satisfies readonly SettingRow[]
