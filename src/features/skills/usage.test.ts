import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createSkillUsage } from './usage.ts'

const DAY = 86_400_000

test('what is used often and lately ranks first, and a use counts once in a minute', () => {
  let now = 100 * DAY
  const usage = createSkillUsage(undefined, () => now)
  usage.used('a')
  usage.used('a')
  expect(usage.rank('a')).toBe(1)
  now += 61_000
  usage.used('a')
  expect(usage.rank('a')).toBe(2)
  now += 7 * DAY
  expect(usage.rank('a')).toBe(1)
  now += 700 * DAY
  expect(usage.rank('a')).toBeCloseTo(0.2)
  expect(usage.rank('never')).toBe(0)
})

test('uses are kept for the next session, and a spoiled file is begun anew', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'x', 'usage.json')
  createSkillUsage(file, () => DAY).used('a')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: { count: 1, last: DAY } })
  expect(createSkillUsage(file, () => DAY).rank('a')).toBe(1)
  writeFileSync(file, '{"a": 3')
  expect(createSkillUsage(file, () => DAY).rank('a')).toBe(0)
})
