import { test } from 'vitest'
import { countLines, crashAt, seededRandom } from '../support/crash-run.ts'

const POINTS = 300

test('three hundred killed sessions open again with all that was shown or done', async () => {
  const random = seededRandom(1)
  const total = await countLines()
  for (let point = 0; point < POINTS; point++) await crashAt(Math.floor(random() * total), random() * 6)
})
