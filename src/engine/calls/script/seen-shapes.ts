import { shapeText } from '../../../features/script/shape.ts'
import type { State } from '../../../protocol/tool.ts'
import type { Shapes } from './find-tools.ts'

const KEY = 'script.shapes'
const MOST = 500
const MOST_CHARS = 4_000

export interface SeenShapes extends Shapes {
  note(name: string, value: unknown): void
}

/** What results of servers looked like in this session, none of their data: many say nothing of it themselves. */
export const seenShapes = (state: State): SeenShapes => {
  const known = state.get(KEY)
  const shapes = known instanceof Map ? (known as Map<string, string>) : new Map<string, string>()
  if (known !== shapes) state.set(KEY, shapes)
  return {
    get: name => shapes.get(name),
    note(name, value) {
      if (shapes.has(name) || shapes.size < MOST) shapes.set(name, shapeText(value).slice(0, MOST_CHARS))
    },
  }
}
