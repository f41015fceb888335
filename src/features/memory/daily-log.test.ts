import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { appendLog, hasUnreadDay, readLogs } from './daily-log.ts'

const at = (day: number, hour = 9) => new Date(2026, 10, day, hour, 5)

test('a turn is one line of the file of its day, whatever it holds', async () => {
  await using tmp = tmpDir()
  const { path } = tmp
  expect(appendLog({ path }, { at: at(15), asked: 'Freeze\nuntil  Friday', answered: 'Noted.' })).toBe(true)
  expect(appendLog({ path }, { at: at(15, 10), asked: 'x'.repeat(999), answered: 'ok' })).toBe(true)
  const lines = readFileSync(join(path, 'logs/2026/11/2026-11-15.md'), 'utf8').split('\n')
  expect(lines[0]).toBe('- 09:05 Freeze until Friday → Noted.')
  expect(lines[1]?.length).toBeLessThan(350)
})

test('a secret is not logged', async () => {
  await using tmp = tmpDir()
  const asked = `use gh${'p'}_${'aB3dE5gH7j'.repeat(4)}`
  expect(appendLog({ path: tmp.path }, { at: at(15), asked, answered: 'ok' })).toBe(false)
})

test('logs are read from a day on, oldest first, as far as they fit', async () => {
  await using tmp = tmpDir()
  const { path } = tmp
  for (const day of [10, 13, 15]) appendLog({ path }, { at: at(day), asked: `day ${day}`, answered: 'ok' })
  const read = (since: number, maxChars = 10_000) =>
    [...readLogs({ path }, { since, now: at(15, 23).getTime(), maxChars }).matchAll(/day (\d+)/g)].map(
      ([, day]) => day,
    )
  expect(read(0)).toEqual(['10', '13', '15'])
  expect(read(at(13, 23).getTime())).toEqual(['13', '15'])
  expect(read(0, 50)).toEqual(['15'])
})

test.each(['logs', 'logs/2026', 'logs/2026/11'])(
  'a link in the place of %s is neither written nor read through',
  async name => {
    await using tmp = tmpDir()
    await using elsewhere = tmpDir()
    const [path, other] = [tmp.path, elsewhere.path]
    mkdirSync(dirname(join(path, name)), { recursive: true })
    symlinkSync(other, join(path, name))
    expect(appendLog({ path }, { at: at(15), asked: 'a', answered: 'b' })).toBe(false)
    expect(readdirSync(other)).toEqual([])
    appendLog({ path: other }, { at: at(15), asked: 'secret', answered: 'b' })
    rmSync(join(path, name))
    symlinkSync(join(other, name), join(path, name))
    const now = at(16).getTime()
    expect(readLogs({ path }, { since: 0, now, maxChars: 10_000 })).toBe('')
    expect(hasUnreadDay({ path }, { since: 0, now })).toBe(false)
    expect(hasUnreadDay({ path: other }, { since: 0, now })).toBe(true)
  },
)
