import type { CompletionSource, CompletionSpan, Suggestion } from '../completion-source.ts'
import type { Editor } from '../editor.ts'
import type { PromptState } from '../prompt-state.ts'

/** What is offered; offsets are those of the editor's text. */
export interface CompletionMenu {
  readonly source: string
  readonly from: number
  readonly to: number
  readonly items: readonly Suggestion[]
}

type Mode = PromptState['mode']

export interface Completion {
  /** After every change of the text or the caret. */
  update(mode: Mode, editor: Pick<Editor, 'text' | 'caret'>): void
  /** Somebody asks for it: also what is not offered by itself. */
  request(mode: Mode, editor: Pick<Editor, 'text' | 'caret'>): void
  /** Not wanted here; it stays away until something else is being completed. */
  dismiss(): void
  close(): void
}

const MOST = 100
/** Files and sessions each come to be known once while a word is typed. */
const MOST_REPEATS = 2
/** What the person typed to get into a mode is not in the text; sources see the line as if it were. */
const PREFIXES: Readonly<Record<Mode, string>> = { prompt: '', shell: '!', memory: '#' }

/**
 * Asks the first source that has something to say at the caret. Only the newest question counts: older ones are
 * cancelled, and an answer that comes late is dropped. An answer that is there at once is shown at once.
 */
export const createCompletion = (
  sources: readonly CompletionSource[],
  onChange: (menu: CompletionMenu | undefined, how: { readonly requested: boolean }) => void,
): Completion => {
  let asking: AbortController | undefined
  let shown: CompletionMenu | undefined
  let dismissed: { readonly source: string; readonly from: number } | undefined

  const show = (menu: CompletionMenu | undefined, requested = false): void => {
    const next = menu && menu.items.length > 0 ? menu : undefined
    if (next === undefined && shown === undefined) return
    shown = next
    onChange(next, { requested })
  }
  const stop = (): void => {
    asking?.abort()
    asking = undefined
  }

  const ask = async (question: Question, repeats = 0): Promise<void> => {
    const { source, span, offset, requested } = question
    const asked = new AbortController()
    asking = asked
    const again = (): void => {
      if (asking === asked && repeats < MOST_REPEATS) void ask(question, repeats + 1)
    }
    const place = { source: source.name, from: span.from - offset, to: span.to - offset }
    const unfolded = requested
    const answer = source.suggest(span.query, { limit: MOST, signal: asked.signal, again, unfolded })
    if (!(answer instanceof Promise)) return show({ ...place, items: answer }, requested)
    // What was offered before stays until there is something better, if it is for the same word.
    const same = shown?.source === place.source && shown.from === place.from
    show(same && shown ? { ...place, items: shown.items } : undefined)
    const items = await settle(answer)
    if (asking === asked) show({ ...place, items }, requested)
  }

  const look = (line: Line): void => {
    stop()
    const question = findQuestion(sources, line)
    if (!question) {
      dismissed = undefined
      show(undefined)
      return
    }
    const isDismissed =
      dismissed?.source === question.source.name && dismissed.from === question.span.from - question.offset
    if (isDismissed && !line.requested) return
    dismissed = undefined
    void ask(question)
  }

  return {
    update: (mode, { text, caret }) => look({ mode, text, caret, requested: false }),
    request: (mode, { text, caret }) => look({ mode, text, caret, requested: true }),
    dismiss() {
      stop()
      if (shown) dismissed = { source: shown.source, from: shown.from }
      show(undefined)
    },
    close: stop,
  }
}

interface Line {
  readonly mode: Mode
  readonly text: string
  readonly caret: number
  readonly requested: boolean
}

interface Question {
  readonly source: CompletionSource
  readonly span: CompletionSpan
  /** Length of the prefix that the source sees and the text has not. */
  readonly offset: number
  readonly requested: boolean
}

const findQuestion = (sources: readonly CompletionSource[], line: Line): Question | undefined => {
  const prefix = PREFIXES[line.mode]
  for (const source of sources) {
    const span = source.find(prefix + line.text, line.caret + prefix.length)
    if (span && (line.requested || !span.onRequest) && span.from >= prefix.length)
      return { source, span, offset: prefix.length, requested: line.requested }
  }
  return undefined
}

/** A source that fails has nothing to offer; nobody is told while typing. */
const settle = async (answer: Promise<readonly Suggestion[]>): Promise<readonly Suggestion[]> => {
  try {
    return await answer
  } catch {
    return []
  }
}
