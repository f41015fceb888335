import { SKILL_USES } from '../../../protocol/extensions/skill-info.ts'
import { between, flag, mapOf, oneOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const
const MOST_CHARS = 1_536

export const skillRows = [
  {
    key: 'skillOverrides',
    check: mapOf(oneOf(SKILL_USES)),
    doc: 'Skills by name: `on`, `name-only` (no description), `user-invocable-only` (not by the model) or `off`',
    ...start,
  },
  {
    key: 'disableBundledSkills',
    check: flag,
    doc: 'Leave out the prompts that come with Capstan, such as /review',
    default: false,
    ...start,
  },
  {
    key: 'disableSkillShellExecution',
    check: flag,
    doc: 'Do not run commands in the text of skills',
    default: false,
    ...start,
  },
  {
    key: 'skillListingBudgetFraction',
    check: between(0, 1),
    doc: 'Share of the context window that the list of skills may take',
    default: 0.01,
    ...start,
  },
  {
    key: 'skillListingMaxDescChars',
    check: between(1, MOST_CHARS),
    doc: 'Characters of a description in the list of skills',
    default: 250,
    ...start,
  },
] as const satisfies readonly SettingRow[]
