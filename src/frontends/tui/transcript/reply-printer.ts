import type { Item } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import { MarkdownStream } from './markdown/markdown-stream.ts'
import { linesBefore } from './render-item.ts'
import type { View } from './render-options.ts'

type Reply = Extract<Item, { readonly kind: 'assistant' }>

/** Prints what a model says while it says it. */
export interface ReplyPrinter {
  readonly id: string
  /** Some of it is printed. */
  readonly started: boolean
  readonly done: boolean
  /** Rows of it that were given away; undefined: at several widths, which nobody can count. */
  readonly rows: number | undefined
  /** What is new and final of it. */
  settle(item: Reply, view: View): readonly Line[]
  /** What was not final at the last `settle`. */
  tail(): readonly Line[]
}

/** `gap`: an empty line comes before it. */
export const startReply = (id: string, gap: boolean): ReplyPrinter => {
  let stream = new MarkdownStream()
  let given = ''
  let started = false
  let rest: readonly Line[] = []
  let rows: number | undefined = 0
  let width: number | undefined
  const count = (lines: readonly Line[], view: View): readonly Line[] => {
    if (lines.length === 0) return lines
    width ??= view.width
    rows = rows === undefined || width !== view.width ? undefined : rows + lines.length
    return lines
  }
  let head: readonly Line[] = []
  const before = (): readonly Line[] => [...(gap ? [''] : []), ...head]
  return {
    id,
    get started() {
      return started
    },
    get rows() {
      return rows
    },
    get done() {
      return stream.done
    },
    settle: (item, view) => {
      if (!continues(given, item)) {
        // The record differs from what streamed: it is what counts, and is printed whole.
        stream = new MarkdownStream()
        given = ''
      }
      if (item.text.length > given.length) stream.push(item.text.slice(given.length))
      given = item.text
      if (item.ended) stream.end()
      const { stable, tail } = stream.take(view)
      rest = tail
      head = linesBefore(item, view)
      if (stable.length === 0 || started) return count(stable, view)
      started = true
      return count([...before(), ...stable], view)
    },
    tail: () => (started || rest.length === 0 ? rest : [...before(), ...rest]),
  }
}

/** While it streams only its length is looked at; the comparison of the whole is worth it once, at the end. */
const continues = (given: string, { text, ended }: Reply): boolean =>
  text.length >= given.length && (!ended || text.startsWith(given))
