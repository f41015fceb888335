import { expect, test } from 'vitest'
import type { AttachmentFacts } from '../../../protocol/attachment.ts'
import { en } from '../locales/en.ts'
import { idleTodos } from './idle-todos.ts'

const world = (start: unknown) => {
  const at = { list: start }
  const source = idleTodos(
    () => at.list,
    () => en,
  )
  const round = (when: AttachmentFacts['when'] = 'round') => source.collect({ now: new Date(0), when })
  const rounds = (count: number) =>
    Array.from({ length: count }, () => round()).map(found => (found as []).length)
  return { at, round, rounds }
}
const item = (content: string, status = 'pending') => ({ content, status })

test('after ten rounds without a change the open items are brought to mind, then the count begins anew', () => {
  const { round, rounds } = world([item('a', 'completed'), item('b'), item('c', 'in_progress')])
  expect(rounds(9)).toEqual(Array(9).fill(0))
  expect(round()).toEqual([{ kind: 'todo_reminder', text: `${en.todo.heading}\n- b\n- c` }])
  expect(rounds(9)).toEqual(Array(9).fill(0))
  expect(rounds(1)).toEqual([1])
})

test('a new list begins the count anew; the start of a turn does not count', () => {
  const { at, round, rounds } = world([item('a')])
  rounds(9)
  at.list = [item('b')]
  expect(round()).toEqual([])
  for (let n = 0; n < 20; n++) expect(round('turn')).toEqual([])
  expect(rounds(9)).toEqual(Array(9).fill(0))
  expect(rounds(1)).toEqual([1])
})

test.each([undefined, [], 'nonsense', [null, { content: 3 }], [item('done', 'completed')]])(
  'there is nothing to bring to mind in %j',
  list => {
    expect(world(list).rounds(30)).toEqual(Array(30).fill(0))
  },
)

test('a long list is cut', () => {
  const { rounds, round } = world(Array.from({ length: 25 }, (_, n) => item(`step ${n}\n${'x'.repeat(500)}`)))
  rounds(9)
  const [news] = round() as readonly { readonly text: string }[]
  expect(news?.text.split('\n')).toHaveLength(22)
  expect(news?.text).toContain('… and 5 more')
})
