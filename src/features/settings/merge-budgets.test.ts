import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Budgets } from '../../protocol/budgets.ts'
import type { SettingsLayer, SettingsSource } from '../../protocol/settings.ts'
import { mergeBudgets } from './merge-budgets.ts'

const layer = (source: SettingsSource, budgets?: Budgets): SettingsLayer => ({
  source,
  path: '/f',
  anchor: '/',
  settings: budgets ? { budgets } : {},
})

test.each<[string, SettingsLayer[], Budgets | undefined]>([
  ['nothing', [layer('user')], undefined],
  [
    'a project tightens and adds, and does not loosen',
    [
      layer('user', { session: { soft: 1, hard: 10 } }),
      layer('project', { session: { soft: 5, hard: 5 }, day: { hard: 3 } }),
      layer('local', { session: { hard: 100 } }),
    ],
    { session: { soft: 1, hard: 5 }, day: { hard: 3 } },
  ],
  [
    'the command line replaces what it names',
    [layer('user', { session: { soft: 1, hard: 10 } }), layer('flag', { session: { hard: 50 } })],
    { session: { soft: 1, hard: 50 } },
  ],
  [
    'nobody loosens what the administrator set',
    [layer('flag', { day: { hard: 50 } }), layer('managed', { day: { hard: 20 }, project: { soft: 1 } })],
    { day: { hard: 20 }, project: { soft: 1 } },
  ],
])('%s', (_, layers, budgets) => {
  expect(mergeBudgets(layers)).toEqual(budgets)
})

test('with a project’s budgets no limit is higher than without', () => {
  const amount = fc.double({ min: 0, max: 100, noNaN: true })
  const budget = fc.record({ soft: amount, hard: amount }, { requiredKeys: [] })
  const budgets = fc.record({ session: budget, day: budget, project: budget }, { requiredKeys: [] })
  fc.assert(
    fc.property(budgets, budgets, (own, project) => {
      const merged = mergeBudgets([layer('user', own), layer('project', project)])
      for (const scope of ['session', 'day', 'project'] as const)
        for (const kind of ['soft', 'hard'] as const) {
          const limit = own[scope]?.[kind]
          if (limit !== undefined) expect(merged?.[scope]?.[kind]).toBeLessThanOrEqual(limit)
        }
    }),
  )
})
