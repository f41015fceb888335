import type { Tab } from '../tab.ts'
import {
  type Acting,
  type Done,
  type ElementRef,
  needed,
  resolveRef,
  type Unable,
  whyUnable,
} from './acting.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export const click = async ({ tab, wish }: Acting): Promise<Done> => {
  const ref = needed(wish, 'ref')
  const found = await pointOf(tab, resolveRef(tab, ref))
  if (!('x' in found)) return whyUnable(ref, found) ?? {}
  await press(tab, found)
  return { look: 'changes' }
}

export const drag = async ({ tab, wish }: Acting): Promise<Done> => {
  const [ref, to] = [needed(wish, 'ref'), needed(wish, 'to')]
  const [from, onto] = [resolveRef(tab, ref), resolveRef(tab, to)]
  const end = await pointOf(tab, onto)
  const start = await pointOf(tab, from)
  if (!('x' in start)) return whyUnable(ref, start) ?? {}
  if (!('x' in end)) return whyUnable(to, end) ?? {}
  await dragBetween(tab, start, end)
  return { look: 'changes' }
}

export const scroll = async ({ tab, wish }: Acting): Promise<Done> => {
  if (wish.ref !== undefined) {
    const place = resolveRef(tab, wish.ref)
    const found = await tab.ask<Unable>(`boxOf(${place.number})`, place.frame)
    const why = whyUnable(wish.ref, found)
    if (why) return why
  } else {
    const { deltaY, ...middle } = await wheelOf(tab, wish.to === 'up')
    await mouse(tab, 'mouseWheel', { ...middle, deltaX: 0, deltaY })
    await tab.ask(`scrollBy(0)`)
  }
  return { look: 'whole' }
}

const wheelOf = async (tab: Tab, up: boolean): Promise<Point & { readonly deltaY: number }> => {
  const { cssVisualViewport: seen } = await tab.send<{
    readonly cssVisualViewport: { readonly clientWidth: number; readonly clientHeight: number }
  }>('Page.getLayoutMetrics')
  const way = seen.clientHeight * 0.85 * (up ? -1 : 1)
  return { x: seen.clientWidth / 2, y: seen.clientHeight / 2, deltaY: way }
}

/** Where to click, as the page sees it; or why not. */
const pointOf = async (tab: Tab, place: ElementRef): Promise<Point | Unable> => {
  const found = await tab.ask<Point | Unable>(`point(${place.number})`, place.frame)
  if (!('x' in found)) return found
  const { x, y } = await offsetOf(tab, place.frame)
  return { x: found.x + x, y: found.y + y }
}

/** Where a frame begins on the page. */
export const offsetOf = async (tab: Tab, id: string): Promise<Point> => {
  const frame = tab.frames.get(id)
  const parent = frame?.parent === undefined ? undefined : tab.frames.get(frame.parent)
  if (id === tab.target || !frame || !parent) return { x: 0, y: 0 }
  const at = { session: parent.session }
  const { backendNodeId } = await tab.send<{ readonly backendNodeId: number }>(
    'DOM.getFrameOwner',
    { frameId: id },
    at,
  )
  const { model } = await tab.send<{ readonly model: { readonly content: readonly number[] } }>(
    'DOM.getBoxModel',
    { backendNodeId },
    at,
  )
  const [x = 0, y = 0] = model.content
  // Boxes are told within the outermost document that the same process shows.
  const root = outermost(tab, parent.id)
  const outer = await offsetOf(tab, root)
  return { x: x + outer.x, y: y + outer.y }
}

const outermost = (tab: Tab, id: string): string => {
  let at = tab.frames.get(id)
  for (let depth = 0; at?.parent !== undefined && depth < 20; depth++) {
    const above = tab.frames.get(at.parent)
    if (!above || above.session !== at.session) break
    at = above
  }
  return at?.id ?? tab.target
}

const mouse = (tab: Tab, type: string, at: Point & Readonly<Record<string, unknown>>) =>
  tab.send('Input.dispatchMouseEvent', { type, ...at })

const LEFT = { button: 'left', buttons: 1, clickCount: 1 }

const press = async (tab: Tab, at: Point): Promise<void> => {
  await Promise.all([
    mouse(tab, 'mouseMoved', { ...at }),
    mouse(tab, 'mousePressed', { ...at, ...LEFT }),
    mouse(tab, 'mouseReleased', { ...at, ...LEFT, buttons: 0 }),
  ])
}

const STEPS = 6
const DRAG_MS = 300

/** What the page itself drags is told of and taken over; anything else follows the pointer. */
const dragBetween = async (tab: Tab, from: Point, to: Point): Promise<void> => {
  const taken = tab.nextDrag(DRAG_MS)
  await tab.send('Input.setInterceptDrags', { enabled: true })
  try {
    await mouse(tab, 'mouseMoved', { ...from })
    await mouse(tab, 'mousePressed', { ...from, ...LEFT })
    for (let step = 1; step <= STEPS; step++) {
      const at = {
        x: from.x + ((to.x - from.x) * step) / STEPS,
        y: from.y + ((to.y - from.y) * step) / STEPS,
      }
      await mouse(tab, 'mouseMoved', { ...at, button: 'left', buttons: 1 })
    }
    const data = await taken
    if (data !== undefined)
      for (const type of ['dragEnter', 'dragOver', 'drop'])
        await tab.send('Input.dispatchDragEvent', { type, x: to.x, y: to.y, data })
    await mouse(tab, 'mouseReleased', { ...to, ...LEFT, buttons: 0 })
  } finally {
    await tab.send('Input.setInterceptDrags', { enabled: false })
  }
}
