import type { Attachment } from '../../protocol/attachment.ts'
import type { TaskInfo } from '../../protocol/tool.ts'

/** What still runs, for a model that may not know of it; with what a resume needs to tell which of them were lost. */
export const runningTasks = (tasks: readonly TaskInfo[]): Attachment | undefined => {
  const running = tasks.filter(({ kind, status }) => status === 'running' && kind !== 'dream')
  if (running.length === 0) return undefined
  return {
    kind: 'running_tasks',
    text: `Still running in the background:\n${running.map(lineOf).join('\n')}`,
    tasks: running.map(({ id, kind, outputFile, command, description }) => ({
      ...{ id, kind, outputFile, description },
      ...(command === undefined ? {} : { command }),
    })),
  }
}

const lineOf = ({ id, kind, description, command, outputFile }: TaskInfo): string =>
  `${id}${kind === 'shell' ? '' : ` (${kind.replace('_', ' ')})`}: ${command ?? description}${outputFile === undefined ? '' : `; output in ${outputFile}`}`

/** What these messages say is running, and has ended meanwhile: the messages that told it are not among them. */
export const endedTasks = (tasks: readonly TaskInfo[]): Attachment | undefined => {
  if (tasks.length === 0) return undefined
  const lines = tasks.map(
    ({ id, status, exitCode }) =>
      `${id}: ${status}${exitCode === undefined ? '' : `, exit code ${exitCode}`}`,
  )
  return {
    kind: 'ended_tasks',
    text: `No longer running in the background:\n${lines.join('\n')}`,
  }
}
