import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTRACT, judgeContract, renderContract } from '../bench/contract.ts'
import { alternate, growth, overheads, overheadsWithBody } from '../bench/measures.ts'
import { renderReport } from '../bench/report.ts'
import { median } from '../bench/statistics.ts'
import { failedRow, judge, renderTable } from '../bench/table.ts'

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('nothing has no median', () => {
  expect(() => median([])).toThrow('the median of nothing')
})

test('overhead runs from the end of a reply to the next request', () => {
  const exchanges = [
    { arrived: 0, began: 1, ended: 10 },
    { arrived: 12, began: 13, ended: 20 },
    { arrived: 25, began: 29, ended: 30 },
  ]
  expect(overheads(exchanges)).toEqual([2, 5])
  expect(overheadsWithBody(exchanges)).toEqual([3, 9])
})

test('growth compares the surroundings of two turns and forgives single outliers', () => {
  const values: number[] = Array.from({ length: 210 }, (_, n) => (n < 100 ? 2 : 3))
  values[19] = 500
  expect(growth(values, { early: 20, late: 200 })).toBe(1.5)
})

test('both sides are measured in turns and the warm-up does not count', async () => {
  const order: string[] = []
  const pair = await alternate({ counted: 3, warmUp: 1 }, async side => {
    order.push(side)
    return order.length
  })
  expect(order).toEqual(['ours', 'floor', 'ours', 'floor', 'ours', 'floor', 'ours', 'floor'])
  expect(pair).toEqual({ ours: 5, floor: 6 })
})

test('a target is met at its limit and missed above it', () => {
  expect([judge(1.6, 1.6), judge(1.61, 1.6), judge(Number.NaN, 1.6)]).toEqual(['PASS', 'MISS', 'MISS'])
})

test('the table is aligned Markdown, and a failed measure keeps its place', () => {
  const row = {
    what: 'speed',
    ours: '2 ms',
    floor: '1 ms',
    ratio: '2.00 ×',
    target: '≤ 3 ×',
    verdict: 'PASS',
  } as const
  expect(renderTable([row, failedRow('memory', new Error('no | such\nfile'))])).toBe(
    [
      '| measure | Capstan        | floor | ratio  | target |        |',
      '| ------- | -------------- | ----- | ------ | ------ | ------ |',
      '| speed   | 2 ms           | 1 ms  | 2.00 × | ≤ 3 ×  | PASS   |',
      '| memory  | no   such file |       |        |        | FAILED |',
    ].join('\n'),
  )
})

test('a row of the contract is kept at its limit, broken above it and broken when nobody measured it', () => {
  const rows = [
    { name: 'a', what: 'one', unit: '×', most: 2, shared: 4, mend: 'do one' },
    { name: 'b', what: 'other', unit: 'MB', most: 15, mend: 'do other' },
  ] as const
  const kept = (figures: Record<string, number>, place: 'own' | 'shared') =>
    judgeContract(figures, place, rows).map(judged => judged.kept)
  expect(kept({ a: 2, b: 15 }, 'own')).toEqual([true, true])
  expect(kept({ a: 2.01, b: 16 }, 'own')).toEqual([false, false])
  expect(kept({ a: 4 }, 'shared')).toEqual([true])
  expect(kept({}, 'own')).toEqual([false, false])
  expect(renderContract(judgeContract({ a: 3 }, 'own', rows))).toBe(
    'BROKEN a: 3.00 × (at most 2 ×), one\n       do one\nBROKEN b: not measured (at most 15 MB), other\n       do other\n',
  )
})

test('the contract is in the report, row for row', () => {
  const report = renderReport([], { date: new Date(0), version: '1.2.3' })
  for (const { what, most, unit } of CONTRACT) expect(report).toContain(`| ${what} | ≤ ${most} ${unit} |`)
  const published = readFileSync(join(import.meta.dirname, '../docs/benchmarks.md'), 'utf8')
  const section = /## The contract[\s\S]*?(?=\n## )/
  expect(section.exec(published)?.[0]).toBe(section.exec(report)?.[0])
})
