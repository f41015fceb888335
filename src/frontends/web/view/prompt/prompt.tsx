import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { complete } from '../../state/completion.ts'
import type { Picture } from '../../state/row.ts'
import type { Store } from '../../state/store.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { Choosers } from './choosers.tsx'
import { Queue } from './queue.tsx'
import { readImages } from './read-images.ts'
import { Suggestions } from './suggestions.tsx'
import { type Completion, useCompletion } from './use-completion.ts'
import { useSay } from './use-say.ts'

/** What is being written, and everything that goes with it. */
export const Prompt = ({
  draft,
  page,
}: {
  readonly draft: Store<string>
  /** Scrolls the transcript. */
  page(direction: 1 | -1): void
}) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const say = useSay()
  const text = useStore(draft)
  const running = useStore(session.state, state => state.running)
  const suggestion = useStore(session.state, state => state.suggestion)
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [caret, setCaret] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const completion = useCompletion(text, caret)
  useHeight(field, text)
  const add = (files: Iterable<File>): void =>
    void readImages(files, words, ui.tell).then(more => setPictures(before => [...before, ...more]))
  const write = (next: string, at = next.length): void => {
    draft.set(next)
    setCaret(at)
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at))
  }
  const send = (): void => {
    if (text.trim() === '' && pictures.length === 0) return
    say(text.trim(), pictures)
    write('')
    setPictures([])
  }
  const stop = (): void => {
    const waiting = session.state.get().queue.map(each => each.text)
    session.state.change(state => ({ ...state, queue: [] }))
    if (waiting.length > 0 && text.trim() === '') write(waiting.join('\n'))
    session
      .send({ type: 'interrupt', cancelQueued: true, reason: 'user' })
      .catch(() => ui.tell(words.offline))
  }
  const keys = useKeys({ completion, text, suggestion, running, write, send, stop, page })
  return (
    <form
      class="prompt"
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault()
        add(event.dataTransfer?.files ?? [])
      }}
    >
      <Queue takeBack={back => write(text.trim() === '' ? back : `${text}\n${back}`)} />
      <Suggestions
        completion={completion}
        choose={item => completion.span && write(...place(text, completion, item))}
      />
      <Thumbnails pictures={pictures} remove={at => setPictures(pictures.filter((_, each) => each !== at))} />
      <textarea
        ref={field}
        id="prompt"
        rows={1}
        value={text}
        dir="auto"
        aria-label={words.prompt}
        aria-description={words.enterSends}
        aria-autocomplete="list"
        aria-controls="suggestions"
        aria-activedescendant={completion.items.length > 0 ? `suggestion-${completion.at}` : undefined}
        placeholder={suggestion === '' ? words.promptHint : suggestion}
        onInput={event => {
          draft.set(event.currentTarget.value)
          setCaret(event.currentTarget.selectionStart)
        }}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={keys}
        onPaste={event => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (files.length === 0) return
          event.preventDefault()
          add(files)
        }}
      />
      <div class="prompt-foot">
        <Choosers />
        <span class="grow" />
        <label class="icon attach" title={words.attach}>
          <input
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            multiple
            aria-label={words.attach}
            onChange={event => {
              add(event.currentTarget.files ?? [])
              event.currentTarget.value = ''
            }}
          />
          <span aria-hidden="true">+</span>
        </label>
        {running && (
          <button type="button" class="stop" aria-label={words.stop} onClick={stop}>
            <span aria-hidden="true">■ </span>
            <span class="long">{words.stop}</span>
          </button>
        )}
        <button type="submit" class="primary" disabled={text.trim() === '' && pictures.length === 0}>
          {running ? words.queueIt : words.send}
        </button>
      </div>
    </form>
  )
}

const place = (
  text: string,
  { span }: Completion,
  item: Completion['items'][number],
): readonly [string, number] => {
  if (!span) return [text, text.length]
  const made = complete(text, span, item)
  return [made.text, made.caret]
}

/** As high as what is in it, up to a part of the page. */
const useHeight = (field: { readonly current: HTMLTextAreaElement | null }, text: string): void => {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])
}

interface KeyDeps {
  readonly completion: Completion
  readonly text: string
  readonly suggestion: string
  readonly running: boolean
  write(text: string, caret?: number): void
  send(): void
  stop(): void
  page(direction: 1 | -1): void
}

const useKeys = (deps: KeyDeps) => {
  const past = usePast()
  /** On a phone there is no Shift beside Enter: there a line ends, and a button sends. */
  const touch = useRef(false)
  useEffect(() => {
    touch.current = matchMedia('(pointer: coarse)').matches
  }, [])
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
  else if (key === 'Tab' && !shiftKey) write(...place(text, completion, item))
  else if (
    key === 'Enter' &&
    !shiftKey &&
    text.slice(completion.span.from, completion.span.to) !== item.insert.trim()
  )
    write(...place(text, completion, item))
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

const Thumbnails = ({
  pictures,
  remove,
}: {
  readonly pictures: readonly Picture[]
  remove(at: number): void
}) => {
  const words = useWords()
  if (pictures.length === 0) return null
  return (
    <ul class="thumbnails">
      {pictures.map(({ type, data }, at) => (
        <li key={at}>
          <img src={`data:${type};base64,${data}`} alt={`${words.picture} ${at + 1}`} />
          <button
            type="button"
            class="icon"
            aria-label={words.removeImage(at + 1)}
            onClick={() => remove(at)}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  )
}
