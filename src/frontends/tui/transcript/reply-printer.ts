import type { Item } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { View } from './look.ts'
import { MarkdownStream } from './markdown/markdown-stream.ts'

type Reply = Extract<Item, { readonly kind: 'assistant' }>

/** Prints what a model says while it says it. */
export interface ReplyPrinter {
  readonly id: string
  /** Some of it is printed. */
  readonly started: boolean
  readonly done: boolean
  /** What is new and final of it. */
  settle(item: Reply, view: View): readonly Line[]
  /** What was not final at the last `settle`. */
  tail(view: View): readonly Line[]
}

/** `gap`: an empty line comes before it. */
export const startReply = (id: string, gap: boolean): ReplyPrinter => {
  let stream = new MarkdownStream()
  let given = ''
  let started = false
  let rest: readonly Line[] = []
  const before = ({ plain, words }: View): readonly Line[] => [
    ...(gap ? [''] : []),
    ...(plain ? [words.transcript.assistant] : []),
  ]
  return {
    id,
    get started() {
      return started
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
      if (stable.length === 0 || started) return stable
      started = true
      return [...before(view), ...stable]
    },
    tail: view => (started || rest.length === 0 ? rest : [...before(view), ...rest]),
  }
}

/** While it streams only its length is looked at; the comparison of the whole is worth it once, at the end. */
const continues = (given: string, { text, ended }: Reply): boolean =>
  text.length >= given.length && (!ended || text.startsWith(given))
