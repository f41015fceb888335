import { beforeAll, expect, test } from 'vitest'
import { bare, fakeLook } from '../../../../test/support/fake-look.ts'
import type { TodoRow } from '../state/ui-state.ts'
import type { RenderOptions } from './render-options.ts'
import { todoLines } from './todo-lines.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook({ width: 20 })
})

const TODOS: readonly TodoRow[] = [
  ...['a', 'b', 'c'].map(content => ({ content, status: 'completed' }) as const),
  { content: 'd', activeForm: 'Doing d', status: 'in_progress' },
  ...['e', 'f'].map(content => ({ content, status: 'pending' }) as const),
]

test('each row has a mark, and what goes on is said so', () => {
  expect(bare(todoLines(TODOS, look))).toEqual(['✓ a', '✓ b', '✓ c', '▸ Doing d', '○ e', '○ f'])
  expect(bare(todoLines(TODOS.slice(4, 5), { ...look, plain: true }))).toEqual(['[to do] e'])
})

test('of too many rows those around the current one are shown', () => {
  expect(bare(todoLines(TODOS, look, 4))).toEqual(['✓ c', '▸ Doing d', '○ e', '… 3 more'])
  expect(bare(todoLines(TODOS.slice(0, 3), look, 2))).toEqual(['✓ c', '… 2 more'])
})
