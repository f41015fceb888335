import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo, useState } from 'preact/hooks'
import { createStore, type Store } from '../state/store.ts'
import { useWords } from '../text/words.ts'
import { useStore } from '../view/use-store.ts'
import { useWhen } from '../view/use-when.ts'
import type { highlight, Piece } from './highlight.ts'

type Highlight = typeof highlight

/** What gives code its colours: asked for with the first piece of code, behind everything else. */
export interface Painter {
  readonly ready: Store<Highlight | undefined>
  load(): void
}

export const createPainter = (): Painter => {
  const ready = createStore<Highlight | undefined>(undefined)
  let asked = false
  return {
    ready,
    load() {
      if (asked) return
      asked = true
      void import('./highlight.ts').then(made => ready.set(made.highlight))
    },
  }
}

export const PainterContext = createContext<Painter | undefined>(undefined)

const NEVER: Store<Highlight | undefined> = createStore<Highlight | undefined>(undefined)

export const useHighlight = (): Highlight | undefined => {
  const painter = useContext(PainterContext)
  useWhen([painter], () => void painter?.load())
  return useStore<Highlight | undefined>(painter?.ready ?? NEVER)
}

/** Code in its colours, as soon as they are there. */
const CodeText = ({ text, language }: { readonly text: string; readonly language: string }) => {
  const highlighter = useHighlight()
  const pieces = useMemo(
    () => (language === '' ? undefined : highlighter?.(text, language)),
    [highlighter, text, language],
  )
  return <code>{pieces === undefined ? text : draw(pieces)}</code>
}

const draw = (piece: Piece): ComponentChildren => {
  if (typeof piece === 'string') return piece
  const children = piece.children.map(draw)
  if (piece.scope === undefined) return children
  return <span class={`hl-${piece.scope.split('.', 1)[0]}`}>{children}</span>
}

export const CodeBlock = ({ text, language }: { readonly text: string; readonly language: string }) => {
  const words = useWords()
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1_500)
    })
  }
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
        <button
          type="button"
          class="quiet"
          onClick={copy}
          aria-label={copied ? words.copied : words.copyCode}
        >
          {copied ? words.copied : words.copy}
        </button>
      </div>
      <pre dir="ltr">
        <CodeText text={text} language={language} />
      </pre>
    </div>
  )
}
