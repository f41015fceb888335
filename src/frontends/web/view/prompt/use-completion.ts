import { useContext, useState } from 'preact/hooks'
import {
  findSpan,
  type Span,
  type Suggestion,
  suggestCommands,
  suggestFiles,
} from '../../state/completion.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { PANELS } from './panel-names.ts'

export interface Completion {
  readonly span: Span | undefined
  readonly items: readonly Suggestion[]
  readonly at: number
  move(by: number): void
  close(): void
}

/** What could stand where something is being typed. */
export const useCompletion = (text: string, caret: number): Completion => {
  const session = useContext(SessionContext)
  const { api } = useContext(UiContext)
  const commands = useStore(session.commands)
  const [files, setFiles] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const [closedFor, close] = useState('')
  const found = findSpan(text, caret)
  const name = found ? `${found.kind} ${found.from} ${found.query}` : ''
  const span = found && closedFor !== name ? found : undefined
  const query = span?.kind === 'file' ? span.query : undefined
  useWhen([name], () => {
    setAt(0)
    if (query === undefined) return void setFiles([])
    let over = false
    const timer = setTimeout(() => {
      api
        .get<{ readonly files: readonly string[] }>(`${session.path}/files`, { query, limit: 8 })
        .then(answer => {
          if (!over) setFiles(answer.files)
        })
        // Nothing is suggested then.
        .catch(() => undefined)
    }, 80)
    return () => {
      over = true
      clearTimeout(timer)
    }
  })
  const usable = commands.filter(({ panel, needsScreen }) =>
    panel ? PANELS[panel.name] !== undefined || panel.when === 'bare' : !needsScreen,
  )
  const items = !span
    ? []
    : span.kind === 'command'
      ? suggestCommands(usable, span.query)
      : suggestFiles(files)
  return {
    span,
    items,
    at: Math.min(at, Math.max(0, items.length - 1)),
    move: by => setAt(items.length === 0 ? 0 : (at + by + items.length) % items.length),
    close: () => close(name),
  }
}
