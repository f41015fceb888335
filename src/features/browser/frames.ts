import { isObject } from '../../lib/is-object.ts'
import type { BrowserEvent } from './pipe.ts'

/** A document of a page: the page itself, or a frame in it. */
export interface Frame {
  readonly id: string
  readonly parent: string | undefined
  /** Whose commands reach it: the page's, or one of its own where another process shows it. */
  readonly session: string
  url: string
  /** Where our script runs in it; undefined: not yet. */
  context: number | undefined
}

export const PAGE_WORLD = 'capstan'
const MOST_FRAMES = 60

/** All documents of a page, as the browser tells of them. */
export class Frames {
  readonly #frames = new Map<string, Frame>()
  readonly #waiting = new Set<() => void>()
  readonly #main: string

  constructor(main: string, session: string) {
    this.#main = main
    this.add({ id: main, parent: undefined, session })
  }

  add(frame: Pick<Frame, 'id' | 'parent' | 'session'>): void {
    const known = this.#frames.get(frame.id)
    if (!known && this.#frames.size >= MOST_FRAMES) return
    this.#frames.set(frame.id, {
      ...frame,
      parent: frame.parent ?? known?.parent,
      url: known?.url ?? '',
      context: undefined,
    })
  }

  get main(): Frame | undefined {
    return this.#frames.get(this.#main)
  }

  get(id: string): Frame | undefined {
    return this.#frames.get(id)
  }

  /** In the order they came, the page first. */
  all(): readonly Frame[] {
    return [...this.#frames.values()]
  }

  hear({ method, params, session = '' }: BrowserEvent): void {
    switch (method) {
      case 'Page.frameAttached':
        this.add({ id: String(params['frameId']), parent: String(params['parentFrameId']), session })
        break
      case 'Page.frameDetached':
        // One that another process takes over is attached anew.
        if (params['reason'] !== 'swap') this.#frames.delete(String(params['frameId']))
        break
      case 'Page.frameNavigated':
        this.#navigated(params['frame'], session)
        break
      case 'Runtime.executionContextCreated':
        this.#created(params['context'], session)
        break
      case 'Runtime.executionContextDestroyed':
        for (const frame of this.#frames.values())
          if (frame.session === session && frame.context === params['executionContextId'])
            frame.context = undefined
        break
      case 'Runtime.executionContextsCleared':
        for (const frame of this.#frames.values()) if (frame.session === session) frame.context = undefined
        break
    }
  }

  /** Where our script runs in the document; throws when that is not to be known in time. */
  async contextOf(
    id: string,
    timeoutMs: number,
  ): Promise<{ readonly session: string; readonly context: number }> {
    const end = performance.now() + timeoutMs
    for (;;) {
      const frame = this.#frames.get(id)
      if (frame?.context !== undefined) return { session: frame.session, context: frame.context }
      const left = end - performance.now()
      if (left <= 0) throw new Error('the document was not ready in time')
      await this.#changed(left)
    }
  }

  async #changed(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#waiting.add(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  #navigated(given: unknown, session: string): void {
    if (!isObject(given)) return
    const id = String(given['id'])
    const parent = typeof given['parentId'] === 'string' ? given['parentId'] : undefined
    const known = this.#frames.get(id)
    if (!known || known.session !== session) this.add({ id, parent, session })
    const frame = this.#frames.get(id)
    if (frame) frame.url = String(given['url'])
  }

  #created(given: unknown, session: string): void {
    if (!isObject(given) || given['name'] !== PAGE_WORLD || !isObject(given['auxData'])) return
    const frame = this.#frames.get(String(given['auxData']['frameId']))
    if (!frame || frame.session !== session) return
    frame.context = Number(given['id'])
    for (const wake of this.#waiting) wake()
  }
}
