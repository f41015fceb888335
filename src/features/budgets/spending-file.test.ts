import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { SpendingFile } from './spending-file.ts'
import { dayMark, dayOf, parseSpendingLine, type SpendingRow } from './spending-row.ts'

const NOW = new Date(2026, 4, 15, 12)
const at = (days: number, ms = 0): string => new Date(2026, 4, 15 + days, 12, 0, 0, ms).toISOString()
let count = 0
const row = (more: Partial<SpendingRow> = {}): SpendingRow => ({
  at: at(0, count % 1000),
  session: 's',
  reply: `r${count++}`,
  project: 'p',
  model: 'm',
  source: 'main',
  usd: 1,
  ...more,
})

const tmp = tmpDir()
afterAll(() => tmp[Symbol.asyncDispose]())

const open = (allTime = true) => {
  const directory = join(tmp.path, String(count++), 'spending')
  return { directory, file: new SpendingFile(directory, { project: 'p', allTime }) }
}

test('the day is that of all projects, the project that of all time', () => {
  const { file, directory } = open()
  file.add(
    [row(), row({ project: 'q', usd: 2 }), row({ at: at(-1), usd: 4 }), row({ at: at(-200), usd: 8 })],
    NOW,
  )
  file.add([row({ project: 'q', at: at(-200), usd: 16 }), row({ usd: undefined as never })], NOW)
  expect(file.sums(NOW)).toEqual({ day: 3, project: 13 })
  expect(readdirSync(directory).sort()).toEqual(['2025-10.jsonl', '2026-05.jsonl'])
  expect(statSync(join(directory, '2026-05.jsonl')).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})

test('what another process adds is in the next sum, and a row that comes twice counts once', () => {
  const { file, directory } = open()
  const other = new SpendingFile(directory, { project: 'q', allTime: false })
  const shared = row()
  file.add([shared], NOW)
  expect(file.sums(NOW).day).toBe(1)
  other.add([shared, row({ project: 'q' })], NOW)
  expect([file.sums(NOW), other.sums(NOW)]).toEqual([
    { day: 2, project: 1 },
    { day: 2, project: 1 },
  ])
})

test('a line that was cut off takes nothing with it, and garbage does not count', () => {
  const { file, directory } = open()
  file.add([row()], NOW)
  const path = join(directory, '2026-05.jsonl')
  appendFileSync(path, `{"at":"${at(0)}","session":"s","rep`)
  expect(file.sums(NOW).day).toBe(1)
  file.add([row()], NOW)
  appendFileSync(
    path,
    `\0\u00ff\n${JSON.stringify({ ...row(), usd: -5 })}\n${JSON.stringify({ ...row(), at: 'x' })}\n`,
  )
  expect(file.sums(NOW).day).toBe(2)
})

test('a file that was deleted or replaced is added up anew', () => {
  const { file, directory } = open()
  file.add([row(), row(), { counted: dayMark(dayOf(NOW)) }], NOW)
  expect([file.sums(NOW).day, file.isCounted(dayMark('2026-05-15'), NOW)]).toEqual([2, true])
  rmSync(directory, { recursive: true })
  expect([file.sums(NOW).day, file.isCounted(dayMark('2026-05-15'), NOW)]).toEqual([0, false])
  file.add([row()], NOW)
  expect(file.sums(NOW).day).toBe(1)
})

test('a directory that cannot be written is said', () => {
  const { file, directory } = open()
  mkdirSync(join(directory, '..'), { recursive: true })
  writeFileSync(directory, 'no directory')
  expect(() => file.add([row()], NOW)).toThrow(/ENOTDIR|EEXIST/)
  expect(readFileSync(directory, 'utf8')).toBe('no directory')
})

test.each(['', 'null', '[]', '{}', '{"counted":1}', '{"at":"2026-01-01T00:00:00.000Z"}'])(
  'a line %j is no row',
  line => {
    expect(parseSpendingLine(line)).toBeUndefined()
  },
)

test('whatever is added, in whatever pieces and by whomever, the sums are those of the distinct rows', () => {
  const rows = fc.array(
    fc.record({
      days: fc.integer({ min: -40, max: 0 }),
      reply: fc.integer({ min: 0, max: 8 }),
      project: fc.constantFrom('p', 'q'),
      cents: fc.integer({ min: 0, max: 500 }),
      writer: fc.constantFrom(0, 1),
      torn: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(rows, given => {
      const { file, directory } = open()
      const writers = [file, new SpendingFile(directory, { project: 'p', allTime: true })] as const
      const distinct = new Map<string, SpendingRow>()
      for (const { days, reply, project, cents, writer, torn } of given) {
        // The same call has the same price.
        const name = `${days} ${reply}`
        const one =
          distinct.get(name) ?? row({ at: at(days), reply: String(reply), project, usd: cents / 100 })
        distinct.set(name, one)
        writers[writer].add([one], NOW)
        if (torn) appendFileSync(join(directory, '2026-05.jsonl'), '{"at":')
      }
      const sum = (which: (one: SpendingRow) => boolean): number =>
        [...distinct.values()].filter(which).reduce((total, one) => total + (one.usd ?? 0), 0)
      const sums = writers[0].sums(NOW)
      expect(sums.day).toBeCloseTo(sum(one => dayOf(new Date(one.at)) === dayOf(NOW)))
      expect(sums.project).toBeCloseTo(sum(one => one.project === 'p'))
    }),
    { numRuns: 60 },
  )
})
