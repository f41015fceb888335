import type { Settings } from '../../../protocol/settings.ts'
import { filledText, flag, oneOf, shapeOf, text } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const

export const promptRows = [
  {
    key: 'language',
    public: true,
    check: filledText,
    doc: 'Language for answers',
    ...start,
    edit: { at: 220 },
  },
  {
    key: 'promptLanguage',
    public: true,
    check: oneOf(['en', 'zh', 'eng', 'chn']),
    doc: 'Language of the system prompt, of tools and of their errors',
    default: 'en',
    ...start,
    edit: { at: 230 },
  },
  { key: 'outputStyle', public: true, check: filledText, doc: 'Output style', ...start, edit: { at: 240 } },
  {
    key: 'includeGitInstructions',
    check: flag,
    doc: 'Include the git status in the prompt',
    default: true,
    ...start,
    edit: { at: 250 },
  },
  {
    key: 'attribution',
    check: shapeOf<NonNullable<Settings['attribution']>>({ commit: text, pr: text }),
    doc: 'Text at the end of the model’s commits (`commit`) and pull requests (`pr`); empty for none',
    ...start,
  },
  {
    key: 'includeCoAuthoredBy',
    check: flag,
    doc: 'Mention Capstan in the model’s commits and pull requests; `attribution` takes precedence',
    default: false,
    ...start,
    edit: { at: 255 },
  },
  {
    key: 'verifyChanges',
    check: flag,
    doc: 'Have changes to three or more files checked by the verification agent before the model calls them done',
    default: false,
    ...start,
    edit: { at: 256 },
  },
] as const satisfies readonly SettingRow[]
