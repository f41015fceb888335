import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRun } from '../../src/features/evals/run/run-store.ts'
import { madePlan, madeResult } from '../support/made-eval.ts'
import { hasChromium } from '../support/needs-program.ts'
import { openPageWorld } from '../support/page-world.ts'

test.runIf(hasChromium())('the page shows the table of a run as it grows, in Chinese too', async () => {
  for (const [locale, name, head] of [
    ['en-US', 'Evaluations', 'variant'],
    ['zh-CN', '评测', '变体'],
  ] as const) {
    await using place = await openPageWorld({ replies: [] }, [], locale)
    const hostile = '<img src=x onerror="window.hacked = 1">'
    const plan = madePlan('2026-01-02-abcdef', { tasks: ['pages', 'slug'], variants: [hostile, 'haiku'] })
    const store = createRun(join(place.world.config, 'evals', plan.id), plan)
    store.save(madeResult('pages', 'haiku', 'passed'))
    await using at = await place.open({ width: 390 })
    const { page } = at
    await page.getByRole('link', { name }).click()
    await page.getByRole('cell', { name: '1/1 100%' }).waitFor()
    expect(await page.getByRole('columnheader', { name: head }).count()).toBe(1)
    store.save({
      ...madeResult('slug', 'haiku', 'failed'),
      why: { kind: 'check', step: 3, what: hostile },
    })
    await page.getByRole('cell', { name: '1/2 50.0%' }).waitFor()
    await page.getByText(hostile).last().waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect([at.complaints, at.strangers]).toEqual([[], []])
  }
})
