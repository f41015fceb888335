import { PipeError } from './pipe.ts'
import type { Tab } from './tab.ts'

export interface Patience {
  readonly signal: AbortSignal
  /** While the person is asked no time passes. */
  readonly loadMs: number
}

const FRAME_MS = 1_000
const FETCH_MS = 1_500
const LOOK_MS = 25

/**
 * Waits until what was done has had its effect: a frame is drawn, a page it led to has its document, what it fetches has
 * come. `slow`: the page is not there in time; `stopped`: nobody wants to wait any more.
 */
export const settle = async (tab: Tab, patience: Patience): Promise<'ready' | 'slow' | 'stopped'> => {
  const began = performance.now()
  await drawn(tab)
  const end = await arrived(tab, patience)
  if (end !== 'ready') return end
  let fetched = false
  while (tab.log.waiting(began) > 0 && performance.now() - began < FETCH_MS && !patience.signal.aborted) {
    fetched = true
    await tab.loading.changed(LOOK_MS)
  }
  if (fetched) await drawn(tab)
  // Tabs it opened are told of only when it is clear what is in them.
  while (tab.popups.some(popup => popup.loading.asking > 0) && !patience.signal.aborted)
    await tab.loading.changed(LOOK_MS)
  return patience.signal.aborted ? 'stopped' : 'ready'
}

/** Until the page has its document, whoever sent it there. */
export const arrived = async (
  tab: Tab,
  { signal, loadMs }: Patience,
): Promise<'ready' | 'slow' | 'stopped'> => {
  let left = loadMs
  while (!tab.loading.ready && !tab.closed && !tab.crashed) {
    if (signal.aborted) {
      await tab.send('Page.stopLoading').catch(() => undefined)
      return 'stopped'
    }
    if (left <= 0) return 'slow'
    const before = performance.now()
    await tab.loading.changed(LOOK_MS * 2)
    if (tab.loading.asking === 0) left -= performance.now() - before
  }
  return signal.aborted ? 'stopped' : 'ready'
}

/** A page that hangs, or is just replaced by another, draws nothing: that shows elsewhere. */
const drawn = async (tab: Tab): Promise<void> => {
  try {
    await tab.ask('frame()', tab.target, FRAME_MS)
  } catch (error) {
    if (error instanceof PipeError && error.kind === 'closed') throw error
  }
}
