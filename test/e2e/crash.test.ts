import { test } from 'vitest'
import { countLines, crash, seededRandom } from '../support/crash-run.ts'

const POINTS = 12

test('a session that was killed at any moment opens again with all that was shown or done', async () => {
  const random = seededRandom(20_261_115)
  const total = await countLines()
  for (let point = 0; point < POINTS; point++)
    await crash([{ lines: Math.floor(((point + random()) / POINTS) * total), delayMs: random() * 4 }])
})

test('a session that is killed again while it goes on loses nothing either', async () => {
  const random = seededRandom(7)
  const kills = () =>
    Array.from({ length: 3 }, () => ({ lines: Math.floor(random() * 30), delayMs: random() * 4 }))
  for (let round = 0; round < 3; round++) await crash(kills())
})
