import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCircle, link, type TaskMap, withOpenBlockers } from './task-links.ts'
import type { ListedTask } from './task-list.ts'

const task = (id: string, more: Partial<ListedTask> = {}): ListedTask => ({
  id,
  subject: 's',
  description: 'd',
  status: 'pending',
  blocks: [],
  blockedBy: [],
  ...more,
})
const tasks = (...all: readonly ListedTask[]): TaskMap => new Map(all.map(one => [one.id, one]))

test('a link that only one end tells of is made whole; one to nowhere is dropped', () => {
  expect(
    link(tasks(task('1', { blocks: ['2', '9'] }), task('2'), task('10', { blockedBy: ['2', '10'] }))),
  ).toEqual(
    tasks(
      task('1', { blocks: ['2'] }),
      task('2', { blockedBy: ['1'], blocks: ['10'] }),
      task('10', { blockedBy: ['2'] }),
    ),
  )
})

test('a circle is found and told in order', () => {
  const chain = link(tasks(task('1', { blocks: ['2'] }), task('2', { blocks: ['3'] }), task('3'), task('4')))
  expect(findCircle(chain, { from: '3', to: '1' })).toEqual(['3', '1', '2', '3'])
  expect(findCircle(chain, { from: '1', to: '1' })).toEqual(['1', '1'])
  expect(findCircle(chain, { from: '1', to: '3' })).toBeUndefined()
  expect(findCircle(chain, { from: '4', to: '1' })).toBeUndefined()
})

test('a finished task holds nobody up', () => {
  const all = tasks(
    task('1', { status: 'completed', blocks: ['3'] }),
    task('2', { blocks: ['3'] }),
    task('3'),
  )
  const whole = link(all)
  expect(whole.get('3')?.blockedBy).toEqual(['1', '2'])
  expect(withOpenBlockers(whole.get('3')!, whole).blockedBy).toEqual(['2'])
})

test('links added only where no circle is found never close one, and both ends agree', () => {
  const ids = Array.from({ length: 6 }, (_, index) => String(index + 1))
  const pair = fc.record({ from: fc.constantFrom(...ids), to: fc.constantFrom(...ids) })
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), pairs => {
      let now = tasks(...ids.map(id => task(id)))
      for (const one of pairs) if (!findCircle(now, one)) now = link(now, [one])
      for (const { id, blocks, blockedBy } of now.values()) {
        for (const to of blocks) expect(now.get(to)?.blockedBy).toContain(id)
        for (const from of blockedBy) expect(now.get(from)?.blocks).toContain(id)
        expect(reachable(now, id)).not.toContain(id)
      }
    }),
  )
})

const reachable = (all: TaskMap, start: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    for (const next of all.get(id)?.blocks ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        visit(next)
      }
  }
  visit(start)
  return seen
}
