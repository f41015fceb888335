import type { DOMElement } from 'ink'
import type { RefObject } from 'react'
import type { Caret } from '../terminal/screen-port.ts'
import type { CaretPosition } from '../ui/ui.ts'

/** Knows who has the cursor: the newest that asked for it. */
export class CaretKeeper {
  readonly #places = new Map<symbol, CaretPosition>()

  readonly set = (owner: symbol, place: CaretPosition | undefined): void => {
    if (place) this.#places.set(owner, place)
    else this.#places.delete(owner)
  }

  /** In the frame that Ink has just laid out. */
  find(): { readonly caret: Caret; readonly owner: RefObject<DOMElement | null> } | undefined {
    const place = [...this.#places.values()].at(-1)
    if (!place?.node.current) return undefined
    const { left, top } = cornerOf(place.node.current)
    return { caret: { x: left + place.x, y: top + place.y }, owner: place.node }
  }
}

/** Of a node in the frame that Ink has just laid out. */
export const cornerOf = (node: DOMElement): { readonly left: number; readonly top: number } => {
  let left = 0
  let top = 0
  for (let at: DOMElement | undefined = node; at?.yogaNode; at = at.parentNode) {
    left += at.yogaNode.getComputedLeft()
    top += at.yogaNode.getComputedTop()
  }
  return { left, top }
}
