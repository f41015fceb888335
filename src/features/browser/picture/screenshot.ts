import type { BrowserPicture } from '../../../protocol/tools/browser.ts'
import type { ElementRef } from '../actions/acting.ts'
import { offsetOf } from '../actions/pointer.ts'
import type { Tab } from '../tab.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Metrics {
  readonly cssVisualViewport: {
    readonly pageX: number
    readonly pageY: number
    readonly clientWidth: number
    readonly clientHeight: number
  }
  readonly cssContentSize: { readonly width: number; readonly height: number }
}

export interface PictureWish {
  /** The longer side, at most. */
  readonly size: number
  readonly full?: boolean | undefined
  readonly place?: ElementRef | undefined
  readonly quality?: number
}

/** More than this below one another shows nothing any more. */
const MOST_SCREENS = 4
const SHOT_MS = 20_000

/** What the page looks like, as small as it was asked for. Undefined: the element is gone. */
export const takePicture = async (tab: Tab, wish: PictureWish): Promise<BrowserPicture | undefined> => {
  const box = wish.place ? await boxOf(tab, wish.place) : await pageBox(tab, wish.full === true)
  if (!box || box.width < 1 || box.height < 1) return undefined
  const scale = Math.min(1, wish.size / Math.max(box.width, box.height))
  const { data } = await tab.send<{ readonly data: string }>(
    'Page.captureScreenshot',
    {
      format: 'jpeg',
      quality: wish.quality ?? 70,
      optimizeForSpeed: true,
      captureBeyondViewport: wish.full === true || wish.place !== undefined,
      clip: { ...box, scale },
    },
    { timeoutMs: SHOT_MS },
  )
  return { mediaType: 'image/jpeg', data }
}

const pageBox = async (tab: Tab, full: boolean): Promise<Box> => {
  const { cssVisualViewport: seen, cssContentSize: content } =
    await tab.send<Metrics>('Page.getLayoutMetrics')
  if (!full) return { x: seen.pageX, y: seen.pageY, width: seen.clientWidth, height: seen.clientHeight }
  const height = Math.min(content.height, seen.clientHeight * MOST_SCREENS)
  return { x: 0, y: 0, width: Math.max(content.width, seen.clientWidth), height }
}

const boxOf = async (tab: Tab, { number, frame }: ElementRef): Promise<Box | undefined> => {
  const found = await tab.ask<Box | { readonly gone: true }>(`boxOf(${number})`, frame)
  if ('gone' in found) return undefined
  const { x, y } = await offsetOf(tab, frame)
  return { ...found, x: found.x + x, y: found.y + y }
}
