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
const SHORTEST_MS = 40
const LONGEST_MS = 3_000
const LAST_MS = 2_000
const FIRST_MS = 1_000

/** What happens on a page, picture by picture, while it is recorded. */
export class Recording {
  readonly #tab: Tab
  readonly #taken: Taken[] = []
  readonly #first = Promise.withResolvers<void>()
  #bytes = 0

  constructor(tab: Tab) {
    this.#tab = tab
  }

  async begin(): Promise<void> {
    await this.#tab.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, ...SIZE })
    await within(FIRST_MS, this.#first.promise)
  }

  hear({ method, params }: BrowserEvent): void {
    if (method !== 'Page.screencastFrame') return
    this.#tab.send('Page.screencastFrameAck', { sessionId: params['sessionId'] }).catch(() => undefined)
    const at = isObject(params['metadata']) ? Number(params['metadata']['timestamp']) * 1_000 : Number.NaN
    const last = this.#taken.at(-1)
    if (Number.isNaN(at) || this.#taken.length >= MOST_FRAMES || this.#bytes > MOST_BYTES) return
    const data = Buffer.from(String(params['data']), 'base64')
    this.#bytes += data.length
    // Too short to be seen: what came of it is shown in its place.
    const hasty = last !== undefined && at - last.at < SHORTEST_MS
    if (hasty) this.#taken.pop()
    this.#taken.push({ data, at: hasty ? last.at : at })
    this.#first.resolve()
  }

  /** Undefined: nothing was seen. */
  async end(): Promise<{ readonly data: Uint8Array; readonly count: number } | undefined> {
    // What was drawn last is on its way.
    await within(SHORTEST_MS, new Promise(() => undefined))
    await this.#tab.send('Page.stopScreencast').catch(() => undefined)
    const frames = this.#taken.map(({ data, at }, index): AnimationFrame => {
      const next = this.#taken[index + 1]
      return { data, ms: next ? Math.min(LONGEST_MS, next.at - at) : LAST_MS }
    })
    const data = animatedPng(frames)
    return data && { data, count: frames.length }
  }
}

const within = async (ms: number, what: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([what, late.promise])
  clearTimeout(timer)
}
