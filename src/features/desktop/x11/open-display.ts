import type { Desktop, Point } from '../desktop.ts'
import { fromBgrx } from '../pixels.ts'
import { connect } from './connection.ts'
import { Keyboard } from './keyboard.ts'
import { chordOf } from './keysyms.ts'
import { Windows } from './windows.ts'

const Z_PIXMAP = 2
const ALL_PLANES = 0xffffffff
const ABSOLUTE = 0
const LEFT = 1
const RIGHT = 3
const WHEEL = { up: 4, down: 5, left: 6, right: 7 } as const
const DRAG_STEPS = 12

/** An X11 desktop as the person sees it. */
export interface X11Desktop extends Desktop, AsyncDisposable {
  /** Whether a window is one of this number, or in it. */
  isWithin(window: string, outer: number): Promise<boolean>
}

/** Rejects when the display can not be opened, or lets nobody press its keys. */
export const openDisplay = async (address: string): Promise<X11Desktop> => {
  const at = await connect(address)
  const windows = new Windows(at)
  const keyboard = new Keyboard(at)
  const { client, test, root } = at
  const fake = (type: number, detail: number, { x, y }: Point = { x: 0, y: 0 }): void =>
    test.FakeInput(type, detail, 0, root, x, y)
  const button = (which: number): void => {
    fake(test.ButtonPress, which)
    fake(test.ButtonRelease, which)
  }
  const pointer = async (): Promise<Point> => {
    const { rootX: x, rootY: y } = await at.ask<{ readonly rootX: number; readonly rootY: number }>(answer =>
      client.QueryPointer(root, answer),
    )
    return { x, y }
  }
  return {
    pointer,
    async picture() {
      // Asked anew: a screen can be turned, or get another size.
      const { width, height } = await at.ask<{ readonly width: number; readonly height: number }>(answer =>
        client.GetGeometry(root, answer),
      )
      const { data } = await at.ask<{ readonly data: Buffer }>(answer =>
        client.GetImage(Z_PIXMAP, root, 0, 0, width, height, ALL_PLANES, answer),
      )
      const pixels = fromBgrx(data, width, height)
      if (!pixels) throw new Error(`${address} has no true colors`)
      return pixels
    },
    windowAt: point => windows.at(point),
    focused: async () => await windows.focused(await pointer()),
    windows: () => windows.all(),
    async move(to) {
      fake(test.MotionNotify, ABSOLUTE, to)
      await at.settled()
    },
    async click(which, times) {
      for (let count = 0; count < times; count++) button(which === 'left' ? LEFT : RIGHT)
      await at.settled()
    },
    async drag(to, signal) {
      const from = await pointer()
      fake(test.ButtonPress, LEFT)
      try {
        // Applications see a drag only where the pointer moves on its way.
        for (let step = 1; step <= DRAG_STEPS; step++) {
          signal.throwIfAborted()
          const part = (a: number, b: number): number => Math.round(a + ((b - a) * step) / DRAG_STEPS)
          fake(test.MotionNotify, ABSOLUTE, { x: part(from.x, to.x), y: part(from.y, to.y) })
          await at.settled()
        }
      } finally {
        fake(test.ButtonRelease, LEFT)
        await at.settled()
      }
    },
    async scroll(direction, steps) {
      for (let count = 0; count < steps; count++) button(WHEEL[direction])
      await at.settled()
    },
    type: (text, signal) => keyboard.type(text, signal),
    async press(keys, signal) {
      for (const written of keys) {
        signal.throwIfAborted()
        const chord = chordOf(written)
        if (chord) await keyboard.press(chord)
      }
    },
    focus: window => windows.focus(window),
    isWithin: (window, outer) => windows.isWithin(Number(window), outer),
    async [Symbol.asyncDispose]() {
      await keyboard.close().catch(() => {})
      at.close()
    },
  }
}
