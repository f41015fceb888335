import { inertTags } from '../../lib/harness-tags.ts'
import { taskText } from '../../protocol/messages/engine/tasks.ts'
import { mapText, sentences } from '../../protocol/messages/layout.ts'
import {
  inEnglish,
  type Localize,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('task_notes', {
  nothing: { en: '(none)', zh: '（无）' },
  rest: { en: '{text}\n[… the rest is in the output file …]', zh: '{text}\n[…… 其余在输出文件中 ……]' },
  earlier: {
    en: ' This was before your last message to it: it has gone on since, and you are told when it ends again.',
    zh: '这是在你上一条消息之前：它此后已继续，再次结束时会通知你。',
  },
})

/** One sentence on a task, for people and for the model. */
export const summarize = (info: TaskInfo): LocalizedText => {
  const task = taskOf(info)
  const { released = [] } = info
  const more: readonly Text[] = [
    ...(info.reason === undefined ? [] : [reasonOf(info.localized ?? info.reason)]),
    ...(released.length === 0
      ? []
      : [taskText('pending_again', { tasks: oneLine(released.join('; '), 1_000) })]),
  ]
  const withMore = (said: LocalizedText): LocalizedText =>
    more.length === 0 ? said : sentences([said, ...more])
  // One that rests is asked to stop: that is no result of its work.
  if (info.kind === 'teammate' && info.status !== 'running' && info.status !== 'failed')
    return withMore(taskText('has_stopped', { task }))
  switch (info.status) {
    case 'running':
      return taskText('running', { task })
    case 'completed':
      return taskText(info.exitCode === undefined ? 'completed' : 'exit_0', { task })
    case 'failed':
      return withMore(
        info.exitCode === undefined
          ? taskText('failed', { task })
          : taskText('failed_code', { task, code: info.exitCode }),
      )
    case 'stopped':
      return withMore(taskText('was_stopped', { task }))
  }
}

const reasonOf = (reason: Text): Text => {
  const short = (words: string): string => oneLine(words, 400)
  return typeof reason === 'string' ? short(reason) : mapText(reason, short)
}

const taskOf = ({ kind, name, description }: TaskInfo): LocalizedText => {
  const about = { kind: taskText(kind), description: oneLine(description) }
  return name === undefined
    ? taskText('task', about)
    : taskText('named_task', { ...about, name: oneLine(name, 60) })
}

/** Of a longer answer the rest is in the file. */
const MAX_RESULT_CHARS = 20_000

/** What the model is told, once, when a task has ended. */
export const endNote = (
  task: TaskInfo,
  {
    result,
    printed,
    words = inEnglish,
  }: {
    readonly result?: string | undefined
    readonly printed?: string | undefined
    /** In the language of the prompt. */
    readonly words?: Localize
  } = {},
): string => {
  const { usage, worktree } = task
  return noteText([
    ['task-id', task.id],
    ['tool-use-id', task.toolUseId],
    ['status', task.status === 'stopped' ? 'killed' : task.status],
    ['summary', words(summarize(task))],
    ['result', result === undefined ? undefined : { text: words(bounded(result)) }],
    [
      'output',
      printed === undefined ? undefined : { text: printed === '' ? words(says('nothing')) : printed },
    ],
    [
      'usage',
      usage && [
        ['total_tokens', String(usage.tokens)],
        ['tool_uses', String(usage.toolUses)],
        ['duration_ms', String((task.endedAt ?? task.startedAt) - task.startedAt)],
      ],
    ],
    [
      'worktree',
      worktree && [
        ['path', worktree.path],
        ['branch', worktree.branch],
      ],
    ],
    ['output-file', task.outputFile],
  ])
}

/** The end of work that has gone on since, for a model that was not told of it before. */
export const earlierEnd = (note: string, language?: PromptLanguage): string =>
  note.replace('</summary>', () => `${forModel(says('earlier'), language)}</summary>`)

/** As an object: a text to be quoted as it is, where it cannot be taken for the message around it. */
type Field = readonly [
  name: string,
  content: string | { readonly text: string } | readonly Field[] | undefined,
]

/** A message about a task whose words come from outside: they cannot end the message or pass for another. */
export const noteText = (fields: readonly Field[]): string =>
  ['<task-notification>', ...fields.flatMap(fieldLines), '</task-notification>'].join('\n')

const fieldLines = ([name, content]: Field): readonly string[] =>
  content === undefined ? [] : [`<${name}>${inner(content)}</${name}>`]

const inner = (content: NonNullable<Field[1]>): string => {
  if (typeof content === 'string') return plain(content)
  if ('text' in content) return inertTags(content.text).replace(FIELD_TAGS, '&lt;')
  return content.flatMap(fieldLines).join('')
}

const FIELD_TAGS =
  /<(?=\s*\/?\s*(?:task-id|tool-use-id|status|summary|result|usage|worktree|output|output-file)\b)/gi
const plain = (text: string): string => inertTags(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const bounded = (text: string): Text =>
  text.length > MAX_RESULT_CHARS ? says('rest', { text: text.slice(0, MAX_RESULT_CHARS) }) : text

export const oneLine = (text: string, most = 120): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
