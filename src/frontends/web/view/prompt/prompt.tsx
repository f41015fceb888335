import { useContext, useLayoutEffect } from 'preact/hooks'
import type { Store } from '../../state/store.ts'
import { useWords } from '../../text/words.ts'
import { AppContext } from '../app-context.ts'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { Choosers } from './choosers.tsx'
import { insertCompletion, useKeys } from './prompt-keys.ts'
import { Queue } from './queue.tsx'
import { Suggestions } from './suggestions.tsx'
import { Talk } from './talk.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { useCompletion } from './use-completion.ts'
import { type PromptText, usePrompt } from './use-prompt.ts'

/** The field to write in, and everything that goes with it. */
export const Prompt = ({
  draft,
  page,
}: {
  readonly draft: Store<string>
  /** Scrolls the transcript. */
  page(direction: 1 | -1): void
}) => {
  const words = useWords()
  const { state } = useContext(SessionContext)
  const running = useStore(state, value => value.running)
  const suggestion = useStore(state, value => value.suggestion)
  const prompt = usePrompt(draft)
  const { text, write, add } = prompt
  const completion = useCompletion(text, prompt.caret)
  const keys = useKeys({ ...prompt, completion, suggestion, running, page })
  useHeight(prompt.field)
  useFirstPrompt(prompt)
  // On a phone the keyboard would cover what there is to read.
  useWhen([draft], () => {
    if (!matchMedia('(pointer: coarse)').matches) prompt.field.current?.focus()
  })
  return (
    <form
      class="prompt"
      onSubmit={event => {
        event.preventDefault()
        prompt.send()
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
        choose={item => completion.span && write(...insertCompletion(text, completion, item))}
      />
      <Thumbnails pictures={prompt.pictures} remove={prompt.remove} />
      <textarea
        ref={prompt.field}
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
        onInput={event => prompt.typed(event.currentTarget)}
        onSelect={event => prompt.typed(event.currentTarget)}
        onKeyDown={keys}
        onPaste={event => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (files.length > 0) event.preventDefault()
          add(files)
        }}
      />
      <Foot prompt={prompt} running={running} />
    </form>
  )
}

/** What was typed before there was a session is said as soon as this one is read. */
const useFirstPrompt = ({ send }: PromptText): void => {
  const session = useContext(SessionContext)
  const { toSend } = useContext(AppContext)
  const isRead = useStore(session.state, state => state.read)
  useWhen([isRead], () => {
    if (isRead && toSend.delete(session.id)) send()
  })
}

const Foot = ({ prompt, running }: { readonly prompt: PromptText; readonly running: boolean }) => {
  const words = useWords()
  return (
    <div class="prompt-foot">
      <Choosers />
      <span class="grow" />
      <Talk />
      <label class="icon attach" title={words.attach}>
        <input
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          multiple
          aria-label={words.attach}
          onChange={event => {
            prompt.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        <span aria-hidden="true">+</span>
      </label>
      {running && (
        <button type="button" class="stop" aria-label={words.stop} onClick={prompt.stop}>
          <span aria-hidden="true">■ </span>
          <span class="long">{words.stop}</span>
        </button>
      )}
      <button type="submit" class="primary" disabled={prompt.isEmpty}>
        {running ? words.queueIt : words.send}
      </button>
    </div>
  )
}

/** As high as what is in it, up to a part of the page; measured again where the page is another size, or was hidden. */
const useHeight = (field: { readonly current: HTMLTextAreaElement | null }): void => {
  const measure = (): void => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }
  useLayoutEffect(measure)
  useWhen([field], () => {
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  })
}
