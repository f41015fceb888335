import { inertTags } from '../../lib/harness-tags.ts'
import type { TaskInfo } from '../../protocol/tool.ts'

/** One sentence on a task, for people and for the model. */
export const summarize = (task: TaskInfo): string => {
  const what = `Background ${task.kind === 'shell' ? 'command' : 'agent'} "${oneLine(task.description)}"`
  switch (task.status) {
    case 'running':
      return `${what} is running.`
    case 'completed':
      return task.exitCode === undefined ? `${what} completed.` : `${what} ended with exit code 0.`
    case 'failed':
      return task.exitCode === undefined
        ? `${what} failed.`
        : `${what} failed with exit code ${task.exitCode}.`
    case 'stopped':
      return `${what} was stopped.`
  }
}

/** What the model is told, once, when a task has ended. */
export const endNote = (task: TaskInfo): string =>
  noteText([
    ['task-id', task.id],
    ['status', task.status],
    ['summary', summarize(task)],
    ...(task.outputFile ? [['output-file', task.outputFile] as const] : []),
  ])

/** A message about a task whose words come from outside: they cannot end the message or pass for another. */
export const noteText = (fields: readonly (readonly [name: string, text: string])[]): string => {
  const lines = fields.map(([name, text]) => `<${name}>${plain(text)}</${name}>`)
  return ['<task-notification>', ...lines, '</task-notification>'].join('\n')
}

const plain = (text: string): string => inertTags(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
