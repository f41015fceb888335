import { expect, test } from 'vitest'
import { createSectionCache, section, volatileSection } from './sections.ts'

const counted = () => {
  let count = 0
  return () => `text ${++count}`
}

test('a section is computed once, until it is forgotten', async () => {
  const cache = createSectionCache()
  const sections = [section('a', counted())]
  const first = [{ name: 'a', text: 'text 1' }]
  expect(await cache.resolve(sections, 'm')).toEqual(first)
  expect(await cache.resolve(sections, 'm')).toEqual(first)
  cache.forget()
  expect(await cache.resolve(sections, 'm')).toEqual([{ name: 'a', text: 'text 2' }])
})

test('what else it depends on gives it a text of its own, and the earlier one comes back', async () => {
  const cache = createSectionCache()
  const sections = [section('a', counted())]
  await cache.resolve(sections, 'one')
  expect(await cache.resolve(sections, 'two')).toEqual([{ name: 'a', text: 'text 2' }])
  expect(await cache.resolve(sections, 'one')).toEqual([{ name: 'a', text: 'text 1' }])
})

test('a volatile one is computed every time and comes last', async () => {
  const cache = createSectionCache()
  const sections = [volatileSection('v', counted(), 'servers come and go'), section('a', () => 'still')]
  await cache.resolve(sections, 'm')
  expect(await cache.resolve(sections, 'm')).toEqual([
    { name: 'a', text: 'still' },
    { name: 'v', text: 'text 2', volatile: true },
  ])
})

test('sections without anything to say are left out; they are computed at the same time', async () => {
  const cache = createSectionCache()
  const order: string[] = []
  const slow = async () => {
    order.push('slow begins')
    await Promise.resolve()
    order.push('slow ends')
    return ' slow '
  }
  const quick = () => {
    order.push('quick')
    return 'quick'
  }
  const sections = [
    section('s', slow),
    section('none', () => undefined),
    section('b', () => ' \n'),
    section('q', quick),
  ]
  expect(await cache.resolve(sections, 'm')).toEqual([
    { name: 's', text: 'slow' },
    { name: 'q', text: 'quick' },
  ])
  expect(order).toEqual(['slow begins', 'quick', 'slow ends'])
})
