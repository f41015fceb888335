import { beforeAll, test } from 'vitest'
import { countLines, crash, seededRandom } from '../support/crash-run.ts'

/** Points spread over a run, in two tests so that none takes long; `npm run test:long` tries hundreds. */
const POINTS = 3
const TESTS = 2

let total = 0
beforeAll(async () => {
  total = await countLines()
})

test.each(Array.from({ length: TESTS }, (_, part) => part))(
  'a session that was killed at any moment opens again with all that was shown or done (%i)',
  async part => {
    const random = seededRandom(20_261_115 + part)
    for (let point = part; point < POINTS; point += TESTS)
      await crash([{ lines: Math.floor(((point + random()) / POINTS) * total), delayMs: random() * 4 }])
  },
)

test('a session that is killed again while it goes on loses nothing either', async () => {
  const random = seededRandom(7)
  await crash(Array.from({ length: 2 }, () => ({ lines: Math.floor(random() * 30), delayMs: random() * 4 })))
})
