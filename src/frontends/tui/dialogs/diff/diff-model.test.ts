import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileChange, turnChanges } from '../../../../../test/support/panel-world.ts'
import { type DiffAction, diffText, editOf, fileOf, firstLine, openDiff, stepDiff } from './diff-model.ts'

const edits = [
  { toolUseId: '1', diff: 'first' },
  { toolUseId: '2', diff: 'second' },
]
const CHANGES = [
  turnChanges('old', [fileChange('/w/old.ts')]),
  turnChanges('none', []),
  turnChanges('new', [fileChange('/w/a.ts', { edits }), fileChange('/w/b.ts', { edits: [] })]),
]
const after = (...actions: readonly DiffAction[]) =>
  actions.reduce((model, action) => stepDiff(model, action), openDiff(CHANGES))

test('the newest turn that changed something comes first', () => {
  expect(openDiff(CHANGES).turns.map(({ messageUuid }) => messageUuid)).toEqual(['new', 'old'])
  expect(fileOf(openDiff(CHANGES))?.path).toBe('/w/a.ts')
  expect(fileOf(openDiff([]))).toBeUndefined()
})

test('single edits go round and say which one would be taken back', () => {
  expect(editOf(after())).toBeUndefined()
  expect(diffText(after({ type: 'edit', step: 1 }))).toBe('first')
  expect(diffText(after({ type: 'edit', step: -1 }))).toBe('second')
  expect(editOf(after({ type: 'edit', step: -1 }, { type: 'edit', step: 1 }))?.toolUseId).toBe('1')
  expect(after({ type: 'edit', step: 1 }, { type: 'whole' }).edit).toBeUndefined()
  expect(after({ type: 'file', step: 1 }, { type: 'edit', step: 1 }).edit).toBeUndefined()
  expect(editOf(after({ type: 'turn', step: 1 }))?.toolUseId).toBe('edit:/w/old.ts')
})

test('after something was taken back the same file stays in sight, as far as it is there', () => {
  const at = after({ type: 'file', step: 1 })
  const fewer = [turnChanges('old', [fileChange('/w/old.ts')]), turnChanges('new', [fileChange('/w/b.ts')])]
  expect(fileOf(stepDiff(at, { type: 'changes', changes: fewer }))?.path).toBe('/w/b.ts')
  expect(fileOf(stepDiff(at, { type: 'changes', changes: fewer.slice(0, 1) }))?.path).toBe('/w/old.ts')
  expect(fileOf(stepDiff(at, { type: 'changes', changes: [] }))).toBeUndefined()
})

const action: fc.Arbitrary<DiffAction> = fc.oneof(
  fc.record({ type: fc.constantFrom('turn', 'file', 'edit'), step: fc.constantFrom(1, -1) }),
  fc.constant({ type: 'whole' }),
  fc.record({
    type: fc.constant('scroll'),
    by: fc.integer({ min: -50, max: 50 }),
    lines: fc.constant(30),
    rows: fc.constant(10),
  }),
) as fc.Arbitrary<DiffAction>

test('whatever is pressed, something that exists is in sight', () => {
  fc.assert(
    fc.property(fc.array(action), actions => {
      const model = after(...actions)
      expect(fileOf(model)).toBeDefined()
      expect(model.top).toBeGreaterThanOrEqual(0)
      expect(model.top).toBeLessThanOrEqual(20)
      if (model.edit !== undefined) expect(editOf(model)).toBeDefined()
    }),
  )
})

test.each([
  ['@@ -3,2 +7,4 @@\n a', 7],
  ['--- a\n+++ b\n@@ -1 +0,0 @@\n-a', 1],
  ['no hunk', undefined],
  [undefined, undefined],
])('the editor opens %j at line %s', (diff, line) => {
  expect(firstLine(diff)).toBe(line)
})
