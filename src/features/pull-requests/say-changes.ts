import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PullRequestAddress } from './address.ts'
import type { Change } from './changes.ts'
import { type Check, checksState, type Remark, type Snapshot } from './snapshot.ts'

const says = modelTexts('pull_request_changes', {
  pushed: { en: 'New head {to} (was {from}).', zh: '新的提交 {to}（之前是 {from}）。' },
  forced: {
    en: 'Force-push: the head is {to} now, and {from} is no part of it any more. Fetch before you build on it.',
    zh: '强制推送：现在是 {to}，不再包含 {from}。继续工作之前请先 fetch。',
  },
  failed: { en: 'Check failed: {name}', zh: '检查失败：{name}' },
  log: { en: 'End of its log:', zh: '日志末尾：' },
  passed: { en: 'All checks have passed ({count:number}).', zh: '所有检查已通过（{count:number} 项）。' },
  closed: { en: 'It was closed without being merged.', zh: '已关闭，未合并。' },
  merged: { en: 'It was merged.', zh: '已合并。' },
  reopened: { en: 'It was reopened.', zh: '已重新打开。' },
  branch_gone: {
    en: 'Its branch was deleted. Do not push: that would make the branch anew.',
    zh: '其分支已被删除。不要推送：那会重新创建该分支。',
  },
  branch_back: { en: 'Its branch is there again.', zh: '其分支已恢复。' },
  remark: { en: 'Remark {id} by {by}', zh: '{by} 的意见 {id}' },
  at: { en: ' at {place}', zh: '，位置 {place}' },
  verdict: { en: ' ({verdict})', zh: '（{verdict}）' },
  thread: { en: ' [reply_to: {thread}]', zh: ' [reply_to: {thread}]' },
  standing: {
    en: '{title}\nState: {state}. Head {sha} on {branch}, into {base}. Checks: {checks}. Remarks: {count:number}.',
    zh: '{title}\n状态：{state}。分支 {branch} 的 {sha}，目标 {base}。检查：{checks}。意见：{count:number} 条。',
  },
  over: {
    en: 'Nothing more is told of it.',
    zh: '之后不再通知。',
  },
})

const MOST_LOG = 6_000
const MOST_REMARK = 3_000
const MOST_ABOUT = 600
const MOST_CHANGES = 30

/** What happened, for the model. All of it may be the words of others: it goes into a frame that says so. */
export const sayChanges = (changes: readonly Change[], language?: PromptLanguage): string => {
  const shown = changes.slice(0, MOST_CHANGES).map(change => sayChange(change, language))
  const rest = changes.length - shown.length
  const isOver = changes.some(({ kind }) => kind === 'closed' || kind === 'merged')
  return [
    ...shown,
    ...(rest > 0 ? [`… ${rest}`] : []),
    ...(isOver ? [forModel(says('over'), language)] : []),
  ].join('\n\n')
}

const sayChange = (change: Change, language: PromptLanguage | undefined): string => {
  const tell = (text: ReturnType<typeof says>): string => forModel(text, language)
  switch (change.kind) {
    case 'pushed': {
      const ends = { from: short(change.from), to: short(change.to) }
      return tell(change.forced ? says('forced', ends) : says('pushed', ends))
    }
    case 'failed':
      return sayFailed(change.check, change.log, language)
    case 'passed':
      return tell(says('passed', { count: change.count }))
    case 'remark':
      return sayRemark(change.remark, language)
    default:
      return tell(says(change.kind))
  }
}

const sayFailed = (check: Check, log: string | undefined, language: PromptLanguage | undefined): string =>
  [
    forModel(says('failed', { name: headOf(check.name, 200) }), language),
    ...(check.about === undefined ? [] : [headOf(check.about, MOST_ABOUT)]),
    ...(check.url === undefined ? [] : [headOf(check.url, 500)]),
    ...(log === undefined ? [] : [forModel(says('log'), language), log.slice(-MOST_LOG)]),
  ].join('\n')

const sayRemark = (remark: Remark, language: PromptLanguage | undefined): string => {
  const { id, by, text, place, verdict, thread } = remark
  const tell = (part: ReturnType<typeof says>): string => forModel(part, language)
  const head = [
    tell(says('remark', { id: headOf(id, 60), by: headOf(by, 60) })),
    verdict === undefined ? '' : tell(says('verdict', { verdict })),
    place === undefined ? '' : tell(says('at', { place: headOf(place, 300) })),
    thread === undefined ? '' : tell(says('thread', { thread: headOf(thread, 80) })),
  ].join('')
  return text === '' ? head : `${head}:\n${headOf(text, MOST_REMARK)}`
}

/** How it stands, for whoever begins to follow it: what is open to be done, and the remarks that are there. */
export const sayStanding = (
  { name }: Pick<PullRequestAddress, 'name'>,
  now: Snapshot,
  language?: PromptLanguage,
): string => {
  const { title, state, head, base, checks, remarks } = now
  const facts = says('standing', {
    title: `${name} ${headOf(title, 200)}`,
    state,
    sha: short(head.sha),
    branch: headOf(head.branch, 200),
    base: headOf(base, 200),
    checks: checksState(checks),
    count: remarks.length,
  })
  const failed = checks.filter(check => check.state === 'failed')
  return [
    forModel(facts, language),
    ...failed.slice(0, MOST_CHANGES).map(check => sayFailed(check, undefined, language)),
    ...remarks.slice(-MOST_CHANGES).map(remark => sayRemark(remark, language)),
  ].join('\n\n')
}

const short = (sha: string): string => (/^[0-9a-f]{7,64}$/i.test(sha) ? sha.slice(0, 12) : '?')

/** Not in the middle of a pair. */
const headOf = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
