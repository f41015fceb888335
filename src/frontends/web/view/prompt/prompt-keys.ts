import { useContext, useRef } from 'preact/hooks'
import { complete } from '../../state/completion.ts'
import { SessionContext } from '../session-context.ts'
import { useWhen } from '../use-when.ts'
import type { Completion } from './use-completion.ts'

/** The prompt with a suggestion in it, and where the caret then stands. */
export const insertCompletion = (
  text: string,
  { span }: Completion,
  item: Completion['items'][number],
): readonly [string, number] => {
  if (!span) return [text, text.length]
  const made = complete(text, span, item)
  return [made.text, made.caret]
}

export interface KeyDeps {
  readonly completion: Completion
  readonly text: string
  readonly suggestion: string
  readonly running: boolean
  write(text: string, caret?: number): void
  send(): void
  stop(): void
  page(direction: 1 | -1): void
}

/** What keys mean in the prompt. */
export const useKeys = (deps: KeyDeps) => {
  const past = usePast()
  /** On a phone there is no Shift beside Enter: there a line ends, and a button sends. */
  const touch = useRef(false)
  useWhen([], () => {
    touch.current = matchMedia('(pointer: coarse)').matches
  })
  return (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const isDone = completionKey(event, deps) || ownKey(event, { ...deps, past, touch: touch.current })
    if (isDone) event.preventDefault()
  }
}

const completionKey = ({ key, shiftKey }: KeyboardEvent, deps: KeyDeps): boolean => {
  const { completion, text, write } = deps
  const item = completion.items[completion.at]
  if (!item || !completion.span) return false
  if (key === 'ArrowDown') completion.move(1)
  else if (key === 'ArrowUp') completion.move(-1)
  else if (key === 'Escape') completion.close()
  else if (key === 'Tab' && !shiftKey) write(...insertCompletion(text, completion, item))
  else if (
    key === 'Enter' &&
    !shiftKey &&
    text.slice(completion.span.from, completion.span.to) !== item.insert.trim()
  )
    write(...insertCompletion(text, completion, item))
  else return false
  return true
}

const ownKey = (
  { key, shiftKey }: KeyboardEvent,
  deps: KeyDeps & { readonly past: Past; readonly touch: boolean },
): boolean => {
  const { text, suggestion, running, write, send, stop, page, past, touch } = deps
  if (key === 'Enter' && !shiftKey && !touch) send()
  else if (key === 'Escape' && running) stop()
  else if (key === 'Tab' && !shiftKey && text === '' && suggestion !== '') write(suggestion)
  else if (key === 'PageUp' || key === 'PageDown') page(key === 'PageUp' ? -1 : 1)
  else if (key === 'ArrowUp' && (text === '' || text === past.shown())) return recall(past.before(), write)
  else if (key === 'ArrowDown' && text !== '' && text === past.shown()) return recall(past.after(), write)
  else return false
  return true
}

const recall = (text: string | undefined, write: (text: string) => void): boolean => {
  if (text === undefined) return false
  write(text)
  return true
}

interface Past {
  shown(): string | undefined
  before(): string | undefined
  after(): string | undefined
}

/** What was said before in this conversation, the newest first. */
const usePast = (): Past => {
  const session = useContext(SessionContext)
  const at = useRef(-1)
  const said = (): readonly string[] =>
    session.state
      .get()
      .rows.flatMap(row => (row.kind === 'user' && row.text !== '' ? [row.text] : []))
      .reverse()
  return {
    shown: () => (at.current < 0 ? undefined : said()[at.current]),
    before() {
      const next = said()[at.current + 1]
      if (next !== undefined) at.current += 1
      return next
    },
    after() {
      at.current -= 1
      return at.current < 0 ? '' : said()[at.current]
    },
  }
}
