import { isObject } from '../../../lib/is-object.ts'
import type { BrowserEvent } from '../pipe.ts'
import type { Tab } from '../tab.ts'
import { type AnimationFrame, animatedPng } from './animated-png.ts'

interface Taken {
  readonly data: Uint8Array
  readonly at: number
}

const SIZE = { maxWidth: 800, maxHeight: 600 }
const MOST_FRAMES = 240
const MOST_BYTES = 24 * 1024 * 1024
const SHORTEST_MS = 120
const LONGEST_MS = 3_000
const LAST_MS = 2_000

/** What happens on a page, picture by picture, while it is recorded. */
export class Recording {
  readonly #tab: Tab
  readonly #taken: Taken[] = []
  #bytes = 0

  constructor(tab: Tab) {
    this.#tab = tab
  }

  async begin(): Promise<void> {
    await this.#tab.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, ...SIZE })
  }

  hear({ method, params }: BrowserEvent): void {
    if (method !== 'Page.screencastFrame') return
    this.#tab.send('Page.screencastFrameAck', { sessionId: params['sessionId'] }).catch(() => undefined)
    const at = isObject(params['metadata']) ? Number(params['metadata']['timestamp']) * 1_000 : Number.NaN
    const last = this.#taken.at(-1)
    if (Number.isNaN(at) || (last && at - last.at < SHORTEST_MS)) return
    if (this.#taken.length >= MOST_FRAMES || this.#bytes > MOST_BYTES) return
    const data = Buffer.from(String(params['data']), 'base64')
    this.#bytes += data.length
    this.#taken.push({ data, at })
  }

  /** Undefined: nothing was seen. */
  async end(): Promise<{ readonly data: Uint8Array; readonly count: number } | undefined> {
    await this.#tab.send('Page.stopScreencast').catch(() => undefined)
    const frames = this.#taken.map(({ data, at }, index): AnimationFrame => {
      const next = this.#taken[index + 1]
      return { data, ms: next ? Math.min(LONGEST_MS, next.at - at) : LAST_MS }
    })
    const data = animatedPng(frames)
    return data && { data, count: frames.length }
  }
}
