import { isObject } from '../../../lib/is-object.ts'
import { BUDGET_SCOPES, type Budget, type Budgets } from '../../../protocol/budgets.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { type Check, checkOf, complain, inside, notNegative, shapeOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

const budget = shapeOf<Budget>({ soft: notNegative, hard: notNegative })
const shape = shapeOf<Budgets>({ session: budget, day: budget, project: budget })

const closedBudget = { ...budget.schema, additionalProperties: false } as const
const schema = {
  type: 'object',
  properties: Object.fromEntries(BUDGET_SCOPES.map(scope => [scope, closedBudget])),
  additionalProperties: false,
} as const

/** A limit under a name nobody looks at would be none: here unknown keys are a complaint. */
const budgets: Check<Budgets> = checkOf(schema, (value, place) => {
  for (const key of unknownKeys(value, BUDGET_SCOPES))
    complain(inside(place, key), settingsText('budget_scopes', { scopes: BUDGET_SCOPES }))
  const checked = shape(value, place)
  for (const [scope, limits] of Object.entries(isObject(value) ? value : {}))
    for (const key of unknownKeys(limits, ['soft', 'hard']))
      complain(inside(inside(place, scope), key), settingsText('soft_or_hard'))
  return checked
})

const unknownKeys = (value: unknown, known: readonly string[]): readonly string[] =>
  isObject(value) ? Object.keys(value).filter(key => !known.includes(key)) : []

export const budgetRows = [
  {
    key: 'budgets',
    check: budgets,
    doc: {
      en: 'Spending limits in USD for `session`, `day` and `project`: `soft` warns, `hard` stops the turn',
      zh: '会话、每日和项目的花费上限（美元）',
    },
    project: 'tighter',
    counts: 'next start',
  },
  {
    key: 'costReminderUsd',
    check: notNegative,
    doc: {
      en: 'Remind you once per session when it has cost so many USD; 0 or `DISABLE_COST_WARNINGS=1` turns it off',
      zh: '会话花费达到此金额（美元）时提醒一次；0 表示关闭',
    },
    default: 5,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
