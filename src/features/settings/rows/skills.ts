import { SKILL_USES } from '../../../protocol/extensions/skill-info.ts'
import { between, flag, mapOf, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

const start = { counts: 'next start' } as const
const MOST_CHARS = 1_536

export const skillRows = [
  {
    key: 'skillOverrides',
    check: mapOf(oneOf(SKILL_USES)),
    doc: {
      en: 'Skills by name: `on`, `name-only` (no description), `user-invocable-only` (not by the model) or `off`',
      zh: '按名称设置技能：on、name-only、user-invocable-only 或 off',
    },
    ...start,
  },
  {
    key: 'disableBundledSkills',
    check: flag,
    doc: {
      en: 'Leave out the prompts that come with Capstan, such as /review',
      zh: '不提供 Capstan 自带的提示，例如 /review',
    },
    default: false,
    ...start,
  },
  {
    key: 'disableSkillShellExecution',
    check: flag,
    doc: { en: 'Do not run commands in the text of skills', zh: '不运行技能文本中的命令' },
    default: false,
    ...start,
  },
  {
    key: 'skillListingBudgetFraction',
    check: between(0, 1),
    doc: {
      en: 'Share of the context window that the list of skills may take',
      zh: '技能列表最多占上下文窗口的比例',
    },
    default: 0.01,
    ...start,
  },
  {
    key: 'skillListingMaxDescChars',
    check: between(1, MOST_CHARS),
    doc: { en: 'Characters of a description in the list of skills', zh: '技能列表中每条描述的最大字符数' },
    default: 250,
    ...start,
  },
] as const satisfies readonly DescribedRow[]
