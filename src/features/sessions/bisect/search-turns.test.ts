import { expect, test } from 'vitest'
import { searchTurns } from './search-turns.ts'

test('of sixteen turns the one is found in four runs; at the ends one more makes it sure', async () => {
  for (let broken = 1; broken <= 16; broken += 1) {
    const found = await searchTurns(16, async step => step < broken)
    expect(found).toEqual({ kind: 'found', step: broken, runs: broken === 1 || broken === 16 ? 5 : 4 })
  }
})

test('what never broke, or was broken before, is no turn’s doing', async () => {
  expect(await searchTurns(16, async () => true)).toEqual({ kind: 'holds', runs: 5 })
  expect(await searchTurns(16, async () => false)).toEqual({ kind: 'broken_before', runs: 5 })
  expect(await searchTurns(1, async step => step < 1)).toEqual({ kind: 'found', step: 1, runs: 2 })
})
