import { expect, it } from 'vitest'
import { gatherChanges } from './gathered-changes.ts'

const world = () => {
  const source = new Set<() => void>()
  const later: (() => void)[] = []
  const subscribe = gatherChanges(
    {
      subscribe(listener) {
        source.add(listener)
        return () => void source.delete(listener)
      },
    },
    call => later.push(call),
  )
  return {
    subscribe,
    source,
    change: () => {
      for (const listener of source) listener()
    },
    pass: () => {
      for (const call of later.splice(0)) call()
    },
  }
}

it('tells every listener once of changes that come in one breath', () => {
  const { subscribe, change, pass } = world()
  const told = { a: 0, b: 0 }
  subscribe(() => told.a++)
  subscribe(() => told.b++)
  for (let n = 0; n < 5; n++) change()
  expect(told).toEqual({ a: 0, b: 0 })
  pass()
  expect(told).toEqual({ a: 1, b: 1 })
  pass()
  expect(told).toEqual({ a: 1, b: 1 })
})

it('tells again of a change made while it tells', () => {
  const { subscribe, change, pass } = world()
  let told = 0
  subscribe(() => {
    told++
    if (told === 1) change()
  })
  change()
  pass()
  pass()
  pass()
  expect(told).toBe(2)
})

it('tells nobody who has left, and listens only while somebody wants to know', () => {
  const { subscribe, source, change, pass } = world()
  let told = 0
  const leave = subscribe(() => told++)
  change()
  leave()
  pass()
  expect({ told, heard: source.size }).toEqual({ told: 0, heard: 0 })
  const stop = subscribe(() => told++)
  change()
  pass()
  stop()
  expect({ told, heard: source.size }).toEqual({ told: 1, heard: 0 })
})
