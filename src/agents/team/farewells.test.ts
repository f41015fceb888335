import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../test/support/fixed-seed.ts'
import { Farewells } from './farewells.ts'

const name = fc.constantFrom('ann', 'bob', 'cid')
const step = fc.oneof(
  fc.record({ kind: fc.constant('agrees' as const), name, words: fc.boolean(), released: fc.boolean() }),
  fc.record({ kind: fc.constant('ends' as const), name }),
)

test('in whatever order members agree and end, what each said and gave back is told once, with its own next end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), steps => {
      const marked: string[] = []
      const farewells = new Farewells(mails => void marked.push(...mails))
      const told: string[] = []
      const open = new Map<string, string[]>()
      for (const [at, each] of steps.entries()) {
        if (each.kind === 'agrees') {
          const message = {
            type: 'shutdown_response',
            requestId: 'r',
            approve: true,
            ...(each.words ? { feedback: `words ${at} of ${each.name}.` } : {}),
            ...(each.released ? { released: [`task ${at} of ${each.name}.`] } : {}),
          } as const
          farewells.hold(each.name, { message, mail: `m${at}` })
          open.set(each.name, [...(open.get(each.name) ?? []), `m${at}`])
          continue
        }
        const before = marked.length
        const { words, released, onRecorded } = farewells.take(each.name, { words: '', released: [] })
        onRecorded?.()
        const said = [words, ...released].join('\n')
        expect([...said.matchAll(/ of (\w+)\./g)].every(([, who]) => who === each.name)).toBe(true)
        told.push(said)
        expect(marked.slice(before)).toEqual(open.get(each.name) ?? [])
        open.delete(each.name)
      }
      const all = told.join('\n')
      const times = steps.map((each, at) =>
        each.kind === 'ends' ? 0 : all.split(new RegExp(`(?:words|task) ${at} of`)).length - 1,
      )
      const most = steps.map(each => (each.kind === 'ends' ? 0 : Number(each.words) + Number(each.released)))
      const isTold = steps.map((each, at) => each.kind === 'agrees' && marked.includes(`m${at}`))
      expect(times).toEqual(most.map((count, at) => (isTold[at] ? count : 0)))
    }),
  )
})
