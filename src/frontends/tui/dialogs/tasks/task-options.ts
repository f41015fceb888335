import { escapeLine } from '../../../../lib/escape-text.ts'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** A task with the last thing it said. */
export interface TaskRow {
  readonly task: TaskInfo
  readonly last: string
}

/** The newest first; what still runs before what is over. */
export const taskOptions = (
  rows: readonly TaskRow[],
  { words, now }: { readonly words: Words; readonly now: number },
): readonly Option<TaskInfo>[] =>
  rows
    .toSorted((a, b) => order(a.task) - order(b.task) || b.task.startedAt - a.task.startedAt)
    .map(({ task, last }) => ({
      value: task,
      label: `${MARKS[task.status]} ${escapeLine(task.description || task.command || task.id, 60)}`,
      detail: [
        words.panels.tasks.states[task.status],
        words.transcript.duration((task.endedAt ?? now) - task.startedAt),
        ...(task.exitCode === undefined ? [] : [words.transcript.exitCode(task.exitCode)]),
        ...(last === '' ? [] : [escapeLine(last, 120)]),
      ].join(' · '),
    }))

const order = ({ status }: TaskInfo): number => (status === 'running' ? 0 : 1)

const MARKS: Readonly<Record<TaskInfo['status'], string>> = {
  running: '●',
  completed: '✓',
  failed: '✗',
  stopped: '■',
}

/** The last line with something on it. */
export const lastLine = (output: string): string =>
  stripAnsi(output)
    .split(/[\r\n]+/)
    .findLast(line => line.trim() !== '')
    ?.trim() ?? ''
