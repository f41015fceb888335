import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUDGET_SCOPES, type Budgets } from '../../protocol/budgets.ts'
import { budgetUses, hasHard, isShared, judgeBudgets, raiseBudgets } from './judge-budgets.ts'

const spent = (session: number, day = session, project = day) => ({ session, day, project })

test.each<[string, Budgets, number, string[]]>([
  ['no budget', {}, 100, []],
  ['less than a limit', { session: { soft: 1, hard: 2 } }, 0.99, []],
  ['a soft limit to the cent', { session: { soft: 1, hard: 2 } }, 1, ['soft session']],
  [
    'a hard one too, and it comes first',
    { session: { soft: 1, hard: 2 } },
    2,
    ['hard session', 'soft session'],
  ],
  ['several scopes', { day: { hard: 1 }, project: { soft: 1 } }, 1, ['hard day', 'soft project']],
  ['nothing at all allowed', { day: { hard: 0 } }, 0, ['hard day']],
])('%s', (_, budgets, usd, overruns) => {
  expect(judgeBudgets(budgets, spent(usd)).map(({ kind, scope }) => `${kind} ${scope}`)).toEqual(overruns)
})

test('the words say what for, how much, and what to do', () => {
  const budgets = { day: { soft: 1 }, project: { hard: 5 } }
  expect(
    judgeBudgets(budgets, { session: 0, day: 1.25, project: 5.5 }).map(({ message }) => message.text),
  ).toEqual([
    'The budget of $5 for this project is used up ($5.5000 spent). To continue, raise "budgets.project.hard" in your settings.',
    'Spending for today has passed $1 ($1.2500 spent).',
  ])
})

test('limits are raised to leave room, never lowered, and not beyond what is fixed', () => {
  const budgets = { session: { soft: 1, hard: 2 }, day: { hard: 3 }, project: { soft: 4 } }
  const spent = { session: 2, day: 3, project: 9 }
  expect(raiseBudgets(budgets, spent, { usd: 5, fixed: { day: { hard: 4 } } })).toEqual({
    session: { soft: 1, hard: 7 },
    day: { hard: 4 },
    project: { soft: 4 },
  })
  expect(raiseBudgets({ day: { hard: 100 } }, spent, { usd: 5, fixed: {} })).toEqual({ day: { hard: 100 } })
  expect(budgetUses(budgets, spent)).toEqual([
    { scope: 'session', limit: 2, spent: 2 },
    { scope: 'day', limit: 3, spent: 3 },
  ])
})

test('which budgets need other sessions, and which can end a turn', () => {
  expect([isShared({ session: { hard: 1 } }), isShared({ day: {} }), isShared({ project: {} })]).toEqual([
    false,
    true,
    true,
  ])
  expect([hasHard({ day: { soft: 1 } }), hasHard({ day: { hard: 1 } })]).toEqual([false, true])
  expect(hasHard({ session: { hard: 1 } }, ['day', 'project'])).toBe(false)
})

test('who spends more is never judged more kindly', () => {
  const amount = fc.double({ min: 0, max: 10, noNaN: true })
  const budget = fc.record({ soft: amount, hard: amount }, { requiredKeys: [] })
  fc.assert(
    fc.property(
      fc.record({ session: budget, day: budget, project: budget }, { requiredKeys: [] }),
      fc.record({ session: amount, day: amount, project: amount }),
      fc.constantFrom(...BUDGET_SCOPES),
      (budgets, before, scope) => {
        const names = (usd: typeof before) =>
          judgeBudgets(budgets, usd).map(one => `${one.kind} ${one.scope}`)
        const after = names({ ...before, [scope]: before[scope] + 1 })
        expect(names(before).filter(name => !after.includes(name))).toEqual([])
      },
    ),
  )
})
