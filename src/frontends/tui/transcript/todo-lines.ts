import { truncateAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import type { TodoRow } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { hang } from './hang.ts'
import type { RenderOptions } from './render-options.ts'
import { safeLine } from './safe-text.ts'

/** The list of what is to be done, at most `most` rows of it: what is going on stays in sight. */
export const todoLines = (
  todos: readonly TodoRow[],
  look: RenderOptions,
  most = Number.POSITIVE_INFINITY,
): readonly Line[] => {
  const shown = todos.length <= most ? todos : around(todos, Math.max(1, most - 1))
  const lines = shown.flatMap(todo => todoRow(todo, look, most === Number.POSITIVE_INFINITY))
  const hidden = todos.length - shown.length
  return hidden === 0 ? lines : [...lines, look.theme.paint('dim', look.words.transcript.moreTodos(hidden))]
}

/** From the last one that is done, so that one sees where things stand. */
const around = (todos: readonly TodoRow[], most: number): readonly TodoRow[] => {
  const open = todos.findIndex(todo => todo.status !== 'completed')
  const from = Math.max(0, Math.min(open < 0 ? todos.length : open - 1, todos.length - most))
  return todos.slice(from, from + most)
}

const todoRow = (todo: TodoRow, look: RenderOptions, wraps: boolean): readonly Line[] => {
  const { theme } = look
  const active = todo.status === 'in_progress'
  const text = safeLine(active ? (todo.activeForm ?? todo.content) : todo.content)
  const done = todo.status === 'completed'
  const painted = done ? theme.paint('dim', text) : active ? theme.paint('strong', text) : text
  return hang({ mark: markOf(todo.status, look) }, look, ({ width }) =>
    wraps ? wrapAnsi(painted, width) : [truncateAnsi(painted, width)],
  )
}

const markOf = (status: TodoRow['status'], { theme, plain, words }: RenderOptions): string => {
  const { todoDone, todoActive, todoPending } = words.transcript
  if (status === 'completed') return plain ? `[${todoDone}] ` : `${theme.paint('good', '✓')} `
  if (status === 'in_progress') return plain ? `[${todoActive}] ` : `${theme.paint('accent', '▸')} `
  return plain ? `[${todoPending}] ` : `${theme.paint('dim', '○')} `
}
