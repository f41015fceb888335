import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type {
  FoundBody,
  ListBody,
  LogBody,
  MessageBody,
  SaidBody,
  ServerBody,
  TasksBody,
  TodosBody,
} from '../../../../protocol/messages/presentation.ts'
import { foldedLines } from '../folded-lines.ts'
import { safeLine } from '../safe-text.ts'
import { todoLines } from '../todo-lines.ts'
import type { BodyView } from './tool-view.ts'

export const todosView: BodyView<TodosBody> = {
  result: ({ body: { todos } }, view) => (todos.length === 0 ? undefined : todoLines(todos, view)),
}

export const tasksView: BodyView<TasksBody> = {
  result: ({ body: { all = [] } }, view) =>
    all.length === 0 ? undefined : todoLines(all.map(numbered), view),
}

const numbered = ({
  id,
  content,
  activeForm,
  status,
}: NonNullable<TasksBody['all']>[number]): TodosBody['todos'][number] => ({
  content: `${id}. ${content}`,
  ...(activeForm === undefined ? {} : { activeForm: `${id}. ${activeForm}` }),
  status,
})

export const listView: BodyView<ListBody> = {
  result: ({ item, body: { lines } }, view) =>
    lines === undefined || (lines.length === 0 && item.presentation?.outcome !== undefined)
      ? undefined
      : lines.flatMap(line => wrapAnsi(safeLine(line), view.width)),
}

/** What runs in the background: what it is, and the last it printed. */
export const logView: BodyView<LogBody> = {
  result: ({ body: { heading, text = '' } }, view) =>
    heading === undefined
      ? undefined
      : [
          ...wrapAnsi(safeLine(heading), view.width),
          ...foldedLines(text, { head: 0, tail: 5, tone: 'dim' }, view),
        ],
}

export const saidView: BodyView<SaidBody> = {
  result: ({ body: { text } }, view) =>
    text === undefined
      ? undefined
      : foldedLines(
          typeof text === 'string' ? text : view.words.localize(text),
          { head: 4, tail: 0, tone: 'dim' },
          view,
        ),
}

export const foundView: BodyView<FoundBody> = {
  result: ({ body: { count = 0 } }, view) =>
    count === 0 || view.verbose ? undefined : [view.words.transcript.results(count)],
}

/** What it says stands right below, by itself. */
export const messageView: BodyView<MessageBody> = {
  result: ({ item }) => (item.output === undefined ? undefined : []),
}

/** What a server answers is text. */
export const serverView: BodyView<ServerBody> = {}
