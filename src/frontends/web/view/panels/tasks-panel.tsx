import { useContext } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { useWords } from '../../text/words.ts'
import { Todos } from '../rows/tool.tsx'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'

/** Background work, and the to-do list. */
export const TasksPanel = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const tasks = useStore(session.state, state => state.tasks)
  const todos = useStore(session.state, state => state.todos)
  const stop = (taskId: string): void =>
    void session.send({ type: 'stop_task', taskId }).catch((error: unknown) => ui.tell(String(error)))
  return (
    <>
      {tasks.length === 0 && <p class="dim">{words.noTasks}</p>}
      <ul class="list">
        {tasks.map(task => (
          <li key={task.id} class="task-entry">
            <span class="entry-title" dir="ltr">
              {escapeLine(task.command ?? task.description, 300)}
            </span>
            <button type="button" class="stop" onClick={() => stop(task.id)}>
              {words.stop}
            </button>
          </li>
        ))}
      </ul>
      {todos.length > 0 && (
        <>
          <h3>{words.todos}</h3>
          <Todos todos={todos} />
        </>
      )}
    </>
  )
}
