import { expect, test } from 'vitest'
import type { EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'
import { createWaitingReports } from './waiting-reports.ts'

const error = (path: string, text = 'bad'): EditFinding => ({ kind: 'ts', path, severity: 'error', text })
const REPORT: EditReport = { findings: [error('/a'), error('/b')] }

/** Finders that still find what is not in the list. */
const open = () => {
  const gone = new Set<string>()
  const waiting = createWaitingReports([
    { concerns: () => true, look: async () => ({ findings: [] }), stillFinds: ({ path }) => !gone.has(path) },
    { concerns: () => true, look: async () => ({ findings: [] }) },
  ])
  return { waiting, gone }
}

test('what a later change mended before anybody was told of it is told by nobody, not even as mended', () => {
  const { waiting, gone } = open()
  waiting.add(REPORT)
  expect(waiting.take(true)).toEqual([])
  expect(waiting.hasErrors()).toBe(true)
  gone.add('/a').add('/b')
  waiting.add({
    findings: [],
    mended: [
      { path: '/a', count: 1 },
      { path: '/c', count: 2 },
    ],
  })
  expect(waiting.hasErrors()).toBe(false)
  expect(waiting.take(false)).toEqual([{ findings: [], mended: [{ path: '/c', count: 2 }] }])
  // Once it was left out it counts again.
  waiting.add({ findings: [], mended: [{ path: '/a', count: 1 }] })
  expect(waiting.take(false)).toMatchObject([{ mended: [{ path: '/a', count: 1 }] }])
})

test('as long as a change is looked at, what was found before it waits for one request and no longer', () => {
  const { waiting } = open()
  waiting.add(REPORT)
  expect(waiting.take(true)).toEqual([])
  waiting.nextRequest()
  expect(waiting.take(true)).toEqual([])
  expect(waiting.take(true)).toEqual([])
  waiting.nextRequest()
  expect(waiting.take(true)).toMatchObject([REPORT])
  expect(waiting.take(false)).toEqual([])
})

test('what was made of a file is told at once', () => {
  const { waiting } = open()
  const report = { findings: [{ ...error('/a'), severity: 'info' as const }] }
  waiting.add(report)
  expect(waiting.take(true)).toMatchObject([report])
})
