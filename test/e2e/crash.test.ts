import { test } from 'vitest'
import { countLines, crashAt, seededRandom } from '../support/crash-run.ts'

const POINTS = 12

test('a session that was killed at any moment opens again with all that was shown or done', async () => {
  const random = seededRandom(20_261_115)
  const total = await countLines()
  for (let point = 0; point < POINTS; point++)
    await crashAt(Math.floor(((point + random()) / POINTS) * total), random() * 4)
})
