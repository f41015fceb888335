import type { Engine } from '../../../protocol/engine.ts'
import type { Message } from '../../../protocol/message.ts'
import { OpError } from '../../../protocol/op.ts'
import type { ReadEarlier } from '../ports/sessions-port.ts'
import { isSameWork, readByItself } from '../state/by-itself.ts'
import type { Store } from '../state/store.ts'
import type { TodoRow } from '../state/ui-state.ts'

/** Brings into the state what no event tells of the conversation that is open when it is asked. */
export class FactReader {
  readonly #store: Store
  readonly #engine: () => Engine | undefined

  constructor(store: Store, engine: () => Engine | undefined) {
    this.#store = store
    this.#engine = engine
  }

  readAll(): void {
    void this.readTodos()
    void this.readContext()
    void this.readScope()
    void this.readByItself()
  }

  async readTodos(): Promise<void> {
    const todos = await this.#engine()?.query('todos')
    if (todos && !sameTodos(todos, this.#store.state.todos))
      this.#store.dispatch({ type: 'todos', todos: todos.map(toRow) })
  }

  /** What only a status line shows. */
  async readScope(): Promise<void> {
    const engine = this.#engine()
    if (!engine) return
    const [{ thinking, cwd, worktree }, { directories }] = await Promise.all([
      engine.query('state'),
      engine.query('permissions'),
    ])
    const before = this.#store.state.session
    const addedDirs = directories.filter(each => each !== cwd && each !== before.projectDir)
    const isSame = before.worktree?.path === worktree?.path && before.thinking === thinking
    if (isSame && String(before.addedDirs ?? []) === String(addedDirs)) return
    this.#store.dispatch({ type: 'session', facts: { thinking, addedDirs, worktree } })
  }

  /** Loops, schedules, a goal: begun and ended by commands, calls and clocks, each of which says something. */
  async readByItself(): Promise<void> {
    const engine = this.#engine()
    if (!engine) return
    const byItself = await readByItself(engine)
    if (engine === this.#engine() && !isSameWork(this.#store.state.session.byItself, byItself))
      this.#store.dispatch({ type: 'session', facts: { byItself } })
  }

  async readContext(): Promise<void> {
    const context = await this.#engine()?.query('context')
    if (!context) return
    const { tokens, window, compactAt } = context
    const facts = { tokens, window, ...(compactAt === undefined ? {} : { compactAt }) }
    this.#store.dispatch({ type: 'session', facts: { context: facts } })
  }
}

type Todo = { readonly content: string; readonly status: string }

const toRow = ({ content, status }: Todo): TodoRow => ({
  content,
  status: status === 'completed' || status === 'in_progress' ? status : 'pending',
})

const sameTodos = (a: readonly Todo[], b: readonly TodoRow[]): boolean =>
  a.length === b.length &&
  a.every((todo, at) => todo.content === b[at]?.content && todo.status === b[at]?.status)

/** The conversation as it is shown: what was before the last compaction too, where somebody can read that. */
export const readHistory = async (
  engine: Engine,
  earlier: ReadEarlier | undefined,
): Promise<readonly Message[]> => {
  const history = await engine.query('history')
  const [first] = history
  if (!earlier || first?.type !== 'system' || first.subtype !== 'compact_boundary') return history
  // What was cleared is not to be seen again.
  if (first.compactMetadata?.by === 'clear') return history
  const before = await earlier(first.uuid).catch((error: unknown) => {
    if (error instanceof OpError) return []
    throw error
  })
  const shown = new Set(history.map(({ uuid }) => uuid))
  return [...before.filter(({ uuid }) => !shown.has(uuid)), ...history]
}
