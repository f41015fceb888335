import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import { Journal, MAX_CHECKPOINTS } from './journal.ts'

const version = (text: string): FileVersion => ({ hash: text.padStart(64, '0') })
const step = (...changes: readonly (readonly [string, FileVersion, FileVersion])[]) => ({
  changes: changes.map(([path, before, after]) => ({ path, before, after })),
  dirs: [],
  uncovered: [],
})

test('from a message on, the first state before and the last one after count', () => {
  const journal = new Journal()
  journal.mark('m1')
  journal.add('m1', step(['/a', version('1'), version('2')], ['/b', null, version('9')]))
  journal.mark('m2')
  journal.add('m2', step(['/a', version('2'), version('3')]))
  journal.mark('m3')
  const whole = { mixed: false, shared: false }
  expect(journal.since('m1')).toEqual({
    stories: [
      { path: '/a', first: version('1'), last: version('3'), ...whole },
      { path: '/b', first: null, last: version('9'), ...whole },
    ],
    folders: [],
    specials: [],
    uncovered: [],
    unseen: [],
    beyond: [],
  })
  expect(journal.since('m2')).toMatchObject({
    stories: [{ path: '/a', first: version('2'), last: version('3') }],
  })
  expect(journal.since('m3')).toMatchObject({ stories: [] })
  expect(journal.since('m4')).toBe('unknown')
})

test('a state that none of our changes left is somebody else’s', () => {
  const journal = new Journal()
  journal.add('m1', step(['/a', version('1'), version('2')]))
  journal.add('m1', step(['/a', version('7'), version('3')]))
  expect(journal.since('m1')).toMatchObject({ stories: [{ mixed: true, first: version('1') }] })
})

test('what was found while work ran in the background is marked', () => {
  const journal = new Journal()
  journal.add('m1', step(['/a', version('1'), version('2')], ['/b', null, version('2')]))
  journal.add('m1', { ...step(['/a', version('2'), version('3')]), shared: true })
  expect(journal.since('m1')).toMatchObject({
    stories: [
      { path: '/a', shared: true },
      { path: '/b', shared: false },
    ],
  })
})

test('a journal read back from its lines tells the same', () => {
  const entry = (messageUuid: string, before: FileVersion, after: FileVersion) => ({
    type: 'file-history-snapshot' as const,
    sessionId: 's',
    messageUuid,
    files: { '/a': { before, after } },
    dirs: ['/d'],
    uncovered: ['/u'],
    unseen: ['make'],
    beyond: ['the rest'],
  })
  const journal = Journal.from([
    { message: 'm1' },
    entry('m1', version('1'), version('2')),
    { message: 'm2' },
    entry('rewind', version('2'), version('1')),
  ])
  expect(journal.since('m2')).toEqual({
    stories: [{ path: '/a', first: version('2'), last: version('1'), mixed: false, shared: false }],
    folders: [{ path: '/d', first: null, last: undefined, shared: false }],
    specials: [],
    uncovered: ['/u'],
    unseen: ['make'],
    beyond: ['the rest'],
  })
  expect(journal.since('m1')).toMatchObject({ stories: [{ first: version('1'), last: version('1') }] })
})

test('the oldest of more than a hundred checkpoints is forgotten, with the contents only it needed', () => {
  const journal = new Journal()
  const dropped: string[] = []
  for (let i = 0; i <= MAX_CHECKPOINTS; i++) {
    journal.mark(`m${i}`)
    dropped.push(...journal.add(`m${i}`, step(['/a', version(`${i}`), version(`${i + 1}`)])))
  }
  expect(dropped).toEqual([''.padStart(64, '0')])
  expect(journal.since('m0')).toBe('forgotten')
  expect(journal.since('m1')).toMatchObject({ stories: [{ first: version('1') }] })
})

test('whatever happened in between, the first before and the last after are those of the ends', () => {
  const states = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(states, fc.nat(20), (contents, at) => {
      const journal = new Journal()
      const from = at % (contents.length - 1)
      for (let i = 0; i + 1 < contents.length; i++)
        journal.add(`m${i}`, step(['/a', version(`${contents[i]}`), version(`${contents[i + 1]}`)]))
      expect(journal.since(`m${from}`)).toMatchObject({
        stories: [{ first: version(`${contents[from]}`), last: version(`${contents.at(-1)}`), mixed: false }],
      })
    }),
  )
})

test('the end of a branch is where something else was said next; rewinds of files alone belong to the branch', () => {
  const journal = new Journal()
  const rewind = (id: string, before: string, after: string) => {
    journal.add(id, { ...step(['/a', version(before), version(after)]), rewind: 'begun' })
    journal.add(id, { ...step(), rewind: 'ended' })
  }
  journal.mark('x1')
  journal.add('x1', step(['/a', version('0'), version('1')]))
  rewind('undo', '1', '0')
  journal.mark('moved')
  rewind('undo2', '0', '7')
  journal.mark('y1')
  journal.add('y1', step(['/a', version('7'), version('2')]))
  expect(journal.since('x1', 'end')).toMatchObject({ stories: [{ first: version('0'), last: version('2') }] })
  expect(journal.since('x1')).toMatchObject({ stories: [{ first: version('0') }] })
  expect(journal.since('undo', 'end')).toMatchObject({ stories: [{ first: version('0') }] })
  expect(journal.since('moved', 'end')).toMatchObject({ stories: [{ first: version('7') }] })
  expect(journal.since('y1', 'end')).toMatchObject({ stories: [] })
  expect(journal.since('nobody', 'end')).toBe('unknown')
})

test('a change that was announced and not made is no change, and the next one is not somebody else’s', () => {
  const journal = new Journal()
  journal.add('m1', { ...step(['/a', version('1'), version('2')]), intent: true })
  journal.add('m1', { ...step(['/a', version('1'), version('3')]), intent: true })
  expect(journal.since('m1')).toMatchObject({
    stories: [{ first: version('1'), last: version('3'), orStill: version('1'), mixed: false }],
  })
  // What was seen afterwards by a look is certain.
  journal.add('m1', step(['/a', version('3'), version('4')]))
  const since = journal.since('m1')
  expect(typeof since === 'string' ? since : since.stories[0]).not.toHaveProperty('orStill')
})

test('the end of a rewind settles what it announced, and nothing else', () => {
  const journal = new Journal()
  journal.add('m1', { ...step(['/a', version('1'), version('2')]), intent: true })
  journal.add('undo', { ...step(['/b', version('1'), version('2')]), rewind: 'begun' })
  journal.add('undo', { ...step(), rewind: 'ended' })
  expect(journal.since('m1')).toMatchObject({ stories: [{ orStill: version('1') }, { path: '/b' }] })
  const since = journal.since('undo')
  expect(typeof since === 'string' ? since : since.stories[0]).not.toHaveProperty('orStill')
})

test('commands of an earlier process that did not end are named, those of this one are not', () => {
  const line = (more: object) => ({
    type: 'file-history-snapshot' as const,
    sessionId: 's',
    messageUuid: 'm1',
    files: {},
    ...more,
  })
  const journal = Journal.from([
    { message: 'm1' },
    line({ begun: { c1: 'make' } }),
    line({ begun: { c2: 'npm test' } }),
    line({ ended: ['c1'] }),
  ])
  journal.add('m1', { ...step(), begun: { c3: 'sleep' } })
  expect([journal.cutCommands, journal.since('m1')]).toMatchObject([['c2'], { unseen: ['npm test'] }])
  journal.closeCommands(['c2'])
  expect([journal.cutCommands, journal.since('m1')]).toMatchObject([[], { unseen: [] }])
})

test('a command that changed nothing takes no room among the messages with changes', () => {
  const journal = new Journal()
  journal.add('m0', step(['/a', version('1'), version('2')]))
  for (let i = 1; i <= MAX_CHECKPOINTS; i++) {
    journal.mark(`m${i}`)
    journal.add(`m${i}`, { ...step(), begun: { [`c${i}`]: 'make' } })
  }
  expect(journal.since('m0')).toMatchObject({ stories: [{ path: '/a' }] })
})
