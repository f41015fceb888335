import type { Attachment } from '../../protocol/attachment.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('running_tasks', {
  running: { en: 'Still running in the background:', zh: '仍在后台运行：' },
  over: { en: 'No longer running in the background:', zh: '已不在后台运行：' },
  command: { en: '{id}: {what}{output}', zh: '{id}：{what}{output}' },
  other: { en: '{id} ({kind}): {what}{output}', zh: '{id}（{kind}）：{what}{output}' },
  output: { en: '; output in {path}', zh: '；输出在 {path}' },
  agent: { en: 'agent', zh: '智能体' },
  teammate: { en: 'teammate', zh: '队友' },
  remote_agent: { en: 'remote agent', zh: '远程智能体' },
  workflow: { en: 'workflow', zh: '工作流' },
  monitor: { en: 'monitor', zh: '监视器' },
  ended: { en: '{id}: {status}', zh: '{id}：{status}' },
  endedWithCode: {
    en: '{id}: {status}, exit code {code:number}',
    zh: '{id}：{status}，退出码 {code:number}',
  },
  completed: { en: 'completed', zh: '已完成' },
  failed: { en: 'failed', zh: '失败' },
  stopped: { en: 'stopped', zh: '已停止' },
})

/** What still runs, for a model that may not know of it; with what a resume needs to tell which of them were lost. */
export const runningTasks = (
  tasks: readonly TaskInfo[],
  language?: PromptLanguage,
): Attachment | undefined => {
  const running = tasks.filter(({ kind, status }) => status === 'running' && kind !== 'dream')
  if (running.length === 0) return undefined
  return {
    kind: 'running_tasks',
    text: forModel(lines([says('running'), ...running.map(lineOf)]), language),
    tasks: running.map(({ id, kind, outputFile, command, description }) => ({
      ...{ id, kind, outputFile, description },
      ...(command === undefined ? {} : { command }),
    })),
  }
}

const lineOf = ({ id, kind, description, command, outputFile }: TaskInfo): LocalizedText => {
  const output = outputFile === undefined ? '' : says('output', { path: outputFile })
  const about = { id, what: command ?? description, output }
  return kind === 'shell' || kind === 'dream'
    ? says('command', about)
    : says('other', { ...about, kind: says(kind) })
}

/** What these messages say is running, and has ended meanwhile: the messages that told it are not among them. */
export const endedTasks = (tasks: readonly TaskInfo[], language?: PromptLanguage): Attachment | undefined => {
  const over = tasks.flatMap(({ id, status, exitCode: code }) => {
    if (status === 'running') return []
    const how = { id, status: says(status) }
    return [code === undefined ? says('ended', how) : says('endedWithCode', { ...how, code })]
  })
  if (over.length === 0) return undefined
  return { kind: 'ended_tasks', text: forModel(lines([says('over'), ...over]), language) }
}
