import { expect, test } from 'vitest'
import { stricterMode } from './stricter-mode.ts'

test.each([
  ['default', undefined, { mode: 'default' }],
  ['default', 'plan', { mode: 'plan' }],
  ['default', 'dontAsk', { mode: 'dontAsk' }],
  ['default', 'acceptEdits', { mode: 'default', refused: 'acceptEdits' }],
  ['acceptEdits', 'default', { mode: 'default' }],
  ['auto', 'acceptEdits', { mode: 'acceptEdits' }],
  ['bypassPermissions', 'auto', { mode: 'auto' }],
  ['plan', 'bypassPermissions', { mode: 'plan', refused: 'bypassPermissions' }],
  // Neither is stricter than the other: nothing is said about it.
  ['plan', 'dontAsk', { mode: 'plan' }],
] as const)('an agent that wants another mode than %s: %s', (parent, wished, chosen) => {
  expect(stricterMode(parent, wished)).toEqual(chosen)
})
