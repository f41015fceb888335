import { expect, test } from 'vitest'
import { ATTACKS, attackFor } from '../attacks/support/swap-attacks.ts'

test.each(ATTACKS)('%s: 20 s of swapping show and write nothing outside', async name => {
  const { rounds } = await attackFor(name, { ms: 20_000 })
  expect(rounds).toBeGreaterThan(0)
})
