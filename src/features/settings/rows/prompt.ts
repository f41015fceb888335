import { filledText, flag, oneOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const promptRows = [
  { key: 'language', check: filledText, doc: 'Language of the answers', ...start, edit: { at: 220 } },
  {
    key: 'promptLanguage',
    check: oneOf(['en', 'zh']),
    doc: 'Language of the system prompt',
    default: 'en',
    ...start,
    edit: { at: 230 },
  },
  { key: 'outputStyle', check: filledText, doc: 'Style of the answers', ...start, edit: { at: 240 } },
  {
    key: 'includeGitInstructions',
    check: flag,
    doc: 'Tell the model about the state of git',
    default: true,
    ...start,
    edit: { at: 250 },
  },
] as const satisfies readonly SettingRow[]
