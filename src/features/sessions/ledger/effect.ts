import { counted } from '../../../lib/text/counted.ts'
import { countMark, type Effect, type Hunk } from './story.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (value: unknown, ...keys: readonly string[]): string | undefined => {
  if (!isFields(value)) return undefined
  for (const key of keys) if (typeof value[key] === 'string') return value[key]
  return undefined
}
const numberIn = (value: unknown, key: string): number | undefined =>
  isFields(value) && typeof value[key] === 'number' ? value[key] : undefined

const MAX_NEW_LINES = 2_000

const isHunk = (value: unknown): value is Hunk =>
  isFields(value) &&
  Number.isInteger(value['oldStart']) &&
  Number.isInteger(value['newStart']) &&
  Array.isArray(value['lines']) &&
  value['lines'].every(line => typeof line === 'string')

/** The hunks of a structured patch; nothing when any of it is not what it should be. */
export const hunksIn = (output: unknown): readonly Hunk[] => {
  const patch = isFields(output) ? output['structuredPatch'] : undefined
  if (!Array.isArray(patch) || !patch.every(isHunk)) return []
  return patch.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines }))
}

const newFile = (content: string): readonly Hunk[] => {
  const lines = content.replace(/\n$/, '').split('\n')
  return [{ oldStart: 0, newStart: 1, lines: lines.slice(0, MAX_NEW_LINES).map(line => `+${line}`) }]
}

const writeOf = (path: string, output: Fields): Effect => {
  const content = textIn(output, 'content')
  const created = output['type'] === 'create'
  const hunks = created && content !== undefined ? newFile(content) : hunksIn(output)
  const lines = content === undefined ? 0 : content.replace(/\n$/, '').split('\n').length
  return {
    kind: 'write',
    path,
    created,
    hunks,
    added: created && content !== undefined ? lines : countMark(hunks, '+'),
    removed: countMark(hunks, '-'),
  }
}

const LOCAL_KEYS = [
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'todos',
  'questions',
  'task_id',
  'taskId',
]

const asksTheNet = (input: unknown): boolean =>
  textIn(input, 'url') !== undefined ||
  (textIn(input, 'query') !== undefined && textIn(input, 'command') === undefined)

/** Tools of ours that ask for something by words and stay in the session. */
const LOOKS: readonly string[] = [
  'Recall',
  'ToolSearch',
  'DiscoverSkills',
  'CtxInspect',
  'CronList',
  'ListAgents',
  'TaskList',
]
/** Tools of ours that do something, though their input looks like a look. */
const ACTS: readonly string[] = [
  'AskUserQuestion',
  'KillShell',
  'SendUserFile',
  'TaskStop',
  'TaskUpdate',
  'TodoWrite',
]
const WRITTEN_KEYS = ['content', 'old_string', 'new_string', 'edits', 'new_source']

const lookOf = (input: Fields, tool: string): Effect => {
  if (ACTS.includes(tool)) return { kind: 'look', attempt: 'run' }
  const isFile = textIn(input, 'file_path', 'notebook_path') !== undefined
  return isFile && WRITTEN_KEYS.some(key => key in input)
    ? { kind: 'look', attempt: 'write' }
    : { kind: 'look' }
}

/**
 * Told by the shape of input and output: it holds for tools of servers and for files of other programs too. The name
 * counts only where the shape of a tool of ours would mislead. What has no known shape counts as something that was run.
 */
export const effectOf = (input: unknown, output: unknown, tool = ''): Effect => {
  const written = textIn(output, 'filePath', 'notebook_path')
  if (written !== undefined && isFields(output) && Array.isArray(output['structuredPatch']))
    return writeOf(written, output)
  const command = textIn(input, 'command')
  if (command !== undefined) return runOf(output)
  if (LOOKS.includes(tool)) return { kind: 'look' }
  if (asksTheNet(input)) {
    const status = numberIn(output, 'code')
    const bytes = numberIn(output, 'bytes')
    return {
      kind: 'fetch',
      ...(status === undefined ? {} : { status }),
      ...(bytes === undefined ? {} : { bytes }),
    }
  }
  if (isFields(input) && LOCAL_KEYS.some(key => key in input)) return lookOf(input, tool)
  return { kind: 'run' }
}

const runOf = (output: unknown): Effect => {
  const code = isFields(output) ? output['exitCode'] : undefined
  const background = textIn(output, 'backgroundTaskId') !== undefined
  return {
    kind: 'run',
    ...(typeof code === 'number' || code === null ? { exitCode: code } : {}),
    ...(textIn(output, 'returnCodeInterpretation') === undefined ? {} : { benign: true }),
    ...(background ? { background } : {}),
  }
}

const SUBJECT_KEYS = [
  'command',
  'file_path',
  'notebook_path',
  'url',
  'query',
  'pattern',
  'subject',
  'description',
  'prompt',
  'path',
  'planFilePath',
  'skill',
  'setting',
]

/** What a call is about, in the words of its input; empty where that says nothing. */
export const subjectOf = (input: unknown): string => {
  const to = textIn(input, 'to')
  if (to !== undefined && isFields(input) && 'message' in input) return `${to}: ${messageIn(input)}`
  const named = textIn(input, ...SUBJECT_KEYS)
  if (named !== undefined) return named
  return isFields(input) ? fieldsText(input) : typeof input === 'string' ? input : valueText(input)
}

/** One of a protocol is named by its type. */
const messageIn = (input: Fields): string => {
  const type = textIn(input['message'], 'type')
  return type?.replaceAll('_', ' ') ?? textIn(input, 'message', 'summary') ?? ''
}

/** Fields with their values, as a person would list them. */
const fieldsText = (input: Fields): string =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(', ')

const valueText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) {
    const isPlain = value.every(each => typeof each === 'string' || typeof each === 'number')
    return isPlain && value.length > 0 ? value.join(', ') : counted(value.length, 'item')
  }
  return isFields(value) ? counted(Object.keys(value).length, 'field') : String(value)
}
