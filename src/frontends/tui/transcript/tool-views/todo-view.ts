import { readTodos, todoLines } from '../todo-lines.ts'
import type { ToolView } from './tool-view.ts'

export const todoView: ToolView = {
  subject: (input, { words }) => {
    const todos = readTodos(input, 'todos')
    const done = todos.filter(todo => todo.status === 'completed').length
    return todos.length === 0 ? '' : words.transcript.todosDone(done, todos.length)
  },
  result: (item, view) => {
    const todos = readTodos(item.input, 'todos')
    return todos.length === 0 ? [view.words.transcript.todosEmpty] : todoLines(todos, view)
  },
}
