import { hasChromium } from '../../test/support/needs-program.ts'
import { openPageWorld } from '../../test/support/page-world.ts'
import { percentile } from '../statistics.ts'
import { judge, type Row } from '../table.ts'

const TIMES = 10

/** How soon the web page of `serve` shows something, in a real browser on this machine. */
export const pagePaint = {
  name: 'web page',
  async take(): Promise<readonly Row[]> {
    if (!hasChromium()) throw new Error('chromium is not installed')
    await using place = await openPageWorld({ replies: [{ text: 'ok', repeat: true }] })
    const paints: number[] = []
    for (let time = 0; time < TIMES; time++) {
      await using at = await place.open()
      paints.push(
        await at.page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
      )
    }
    const half = percentile(paints, 0.5)
    return [
      {
        what: 'web page of `serve`: from the address to the first picture',
        ours: `${half.toFixed(0)} ms`,
        floor: '',
        ratio: '',
        target: '≤ 500 ms',
        verdict: judge(half, 500),
      },
    ]
  },
}
