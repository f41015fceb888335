import { useContext, useState } from 'preact/hooks'
import {
  findSpan,
  mayNameSession,
  type Span,
  type Suggestion,
  suggestCommands,
  suggestFiles,
  suggestSessions,
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
  const [mentioned, setMentioned] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(0)
  const [closedFor, close] = useState('')
  const found = findSpan(text, caret)
  const name = found ? `${found.kind} ${found.from} ${found.query}` : ''
  const span = found && closedFor !== name ? found : undefined
  const query = span?.kind === 'file' ? span.query : undefined
  useWhen([name], () => {
    setAt(0)
    if (query === undefined) return void setMentioned([])
    let over = false
    const timer = setTimeout(() => {
      const files = api
        .get<{ readonly files: readonly string[] }>(`${session.path}/files`, { query, limit: 8 })
        .then(answer => suggestFiles(answer.files), nothing)
      const sessions = mayNameSession(query)
        ? api.ask(session.id, 'peers').then(all => suggestSessions(all, query), nothing)
        : []
      void Promise.all([sessions, files]).then(found => {
        if (!over) setMentioned(found.flat())
      })
    }, 80)
    return () => {
      over = true
      clearTimeout(timer)
    }
  })
  const usable = commands.filter(({ panel, needsScreen }) =>
    panel ? PANELS[panel.name] !== undefined || panel.when === 'bare' : !needsScreen,
  )
  const items = !span ? [] : span.kind === 'command' ? suggestCommands(usable, span.query) : mentioned
  return {
    span,
    items,
    at: Math.min(at, Math.max(0, items.length - 1)),
    move: by => setAt(items.length === 0 ? 0 : (at + by + items.length) % items.length),
    close: () => close(name),
  }
}

/** What can't be had is not suggested. */
const nothing = (): readonly Suggestion[] => []
