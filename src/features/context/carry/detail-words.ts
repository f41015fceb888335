import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('effect_details', {
  lines: { en: '+{added} −{removed} lines', zh: '+{added} −{removed} 行' },
  createdLine: { en: 'created, 1 line', zh: '新建，1 行' },
  created: { en: 'created, {count} lines', zh: '新建，{count} 行' },
  exitSaid: { en: 'exit code {code}: "{said}"', zh: '退出码 {code}："{said}"' },
  exit: { en: 'exit code {code}', zh: '退出码 {code}' },
  lateSaid: { en: 'ended after {ms} ms: "{said}"', zh: '{ms} 毫秒后被终止："{said}"' },
  late: { en: 'ended after {ms} ms', zh: '{ms} 毫秒后被终止' },
  signalSaid: { en: 'ended by {signal}: "{said}"', zh: '被 {signal} 终止："{said}"' },
  someSignal: { en: 'ended by a signal', zh: '被信号终止' },
  signal: { en: 'ended by {signal}', zh: '被 {signal} 终止' },
  status: { en: 'status {code}', zh: '状态码 {code}' },
  stopped: { en: 'stopped', zh: '已停止' },
  lost: { en: 'it ran in the background when the program ended', zh: '程序结束时它正在后台运行' },
  personExit: { en: 'by the person; exit code {code}', zh: '由用户执行；退出码 {code}' },
  person: { en: 'by the person', zh: '由用户执行' },
  declined: { en: 'declined by the person', zh: '被用户拒绝' },
  restored: { en: 'restored to an earlier state by the person', zh: '被用户恢复到较早的状态' },
  changed: { en: 'changed by the person or another program', zh: '被用户或其他程序修改' },
  deleted: { en: 'deleted by the person or another program', zh: '被用户或其他程序删除' },
  changedHere: {
    en: 'changed by a command of this session, the person or another program',
    zh: '被此会话的命令、用户或其他程序修改',
  },
  deletedHere: {
    en: 'deleted by a command of this session, the person or another program',
    zh: '被此会话的命令、用户或其他程序删除',
  },
  changedDuring: {
    en: 'changed during a command or call (by it or by somebody else)',
    zh: '在命令或调用期间被修改（由它或他人）',
  },
  deletedDuring: {
    en: 'deleted during a command or call (by it or by somebody else)',
    zh: '在命令或调用期间被删除（由它或他人）',
  },
  changedAfter: {
    en: 'changed during or after a command (by it or by somebody else)',
    zh: '在命令期间或之后被修改（由它或他人）',
  },
  deletedAfter: {
    en: 'deleted during or after a command (by it or by somebody else)',
    zh: '在命令期间或之后被删除（由它或他人）',
  },
  goalCheck: { en: 'run as the check of the goal', zh: '作为目标的检查运行' },
  oneCheck: { en: '1 check', zh: '检查 1 次' },
  checks: { en: '{count} checks', zh: '检查 {count} 次' },
  oneCheckSaid: { en: '1 check; {why}', zh: '检查 1 次；{why}' },
  checksSaid: { en: '{count} checks; {why}', zh: '检查 {count} 次；{why}' },
  session: { en: 'message to the session {name}', zh: '发给会话 {name} 的消息' },
  question: { en: 'a question to the person', zh: '向用户提问' },
})

type DetailRow = keyof typeof says.rows & string

/** The first that fits is meant; what is said at length comes before what is said in short. */
const ROWS: readonly DetailRow[] = [
  'lines',
  'createdLine',
  'created',
  'exitSaid',
  'exit',
  'lateSaid',
  'late',
  'signalSaid',
  'someSignal',
  'signal',
  'status',
  'stopped',
  'lost',
  'personExit',
  'person',
  'declined',
  'restored',
  'changed',
  'deleted',
  'changedHere',
  'deletedHere',
  'changedDuring',
  'deletedDuring',
  'changedAfter',
  'deletedAfter',
  'goalCheck',
  'oneCheck',
  'checks',
  'oneCheckSaid',
  'checksSaid',
  'session',
  'question',
]

/** Values that are a single word or number. */
const WORDS: readonly string[] = ['added', 'removed', 'count', 'code', 'ms', 'signal']

const read = (row: DetailRow, words: string): LocalizedText | undefined => {
  const parts = says.rows[row].en.split(/\{(\w+)\}/)
  const pattern = parts.map((part, at) =>
    at % 2 === 0
      ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      : `(?<${part}>${WORDS.includes(part) ? String.raw`\S+?` : '.+'})`,
  )
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(words)
  // The values are those that stand in the row.
  return match ? (says as (row: string, values?: object) => LocalizedText)(row, match.groups) : undefined
}

/**
 * What the session file says of an effect: a word of this program as data, anybody else's as it is. The file has them in
 * English whatever the prompt is in, since people and other programs read it too.
 */
export const detailText = (words: string): Text => {
  for (const row of ROWS) {
    const found = read(row, words)
    if (found) return found
  }
  return words
}
