import { test } from 'vitest'
import { countLines, crash, seededRandom } from '../support/crash-run.ts'

const POINTS = 300

test('three hundred killed sessions open again with all that was shown or done', async () => {
  const random = seededRandom(1)
  const total = await countLines()
  for (let point = 0; point < POINTS; point++)
    await crash([{ lines: Math.floor(random() * total), delayMs: random() * 6 }])
})

test('a hundred sessions that are killed three times each lose nothing', async () => {
  const random = seededRandom(2)
  const kills = () =>
    Array.from({ length: 3 }, () => ({ lines: Math.floor(random() * 30), delayMs: random() * 6 }))
  for (let round = 0; round < 100; round++) await crash(kills())
})
