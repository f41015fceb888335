import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Decision, PermissionUpdate, Policy } from '../../../protocol/permission.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { MODES, suspendedIn } from '../modes.ts'
import { parseRules } from './rules.ts'

const says = modelTexts('allowed_ways', {
  unasked: {
    en: 'This run has nobody to ask and is in mode {mode}.{allowed} If one of the allowed ways does the job, use it; otherwise leave this out and say so in your answer{next}.',
    zh: '这次运行没有人可问，模式为 {mode}。{allowed}如果允许的方式能完成，就用它；否则略过，并在回答中说明{next}。',
  },
  allowed: { en: ' Without asking you may use: {ways:list}.', zh: '无需询问即可使用：{ways:list}。' },
  next: { en: ' (a run started with {flags} would allow it)', zh: '（以 {flags} 启动的运行会允许它）' },
  look: { en: 'commands that only look', zh: '只读命令' },
  read: { en: 'Read, Glob and Grep in the working directories', zh: '工作目录中的 Read、Glob 和 Grep' },
  edit: { en: 'Edit and Write in the working directories', zh: '工作目录中的 Edit 和 Write' },
  files: {
    en: 'mkdir, touch, rm, mv, cp and sed on plain files there',
    zh: '对其中普通文件的 mkdir、touch、rm、mv、cp 和 sed',
  },
})

/** A call that nobody could be asked about. */
export interface UnaskedCall {
  readonly accesses: readonly Access[]
  readonly decision: Pick<Decision, 'offer'>
  readonly policy: Pick<Policy, 'mode' | 'rules'>
}

const MAX_NAMED = 6

/** What the model may do instead, and what whoever starts the next run could say. Pure. */
export const alternativesFor = ({ accesses, decision, policy }: UnaskedCall): LocalizedText => {
  const free = [...freeWays(accesses, policy), ...namedRules(policy, accesses)]
  const allowed = free.length === 0 ? '' : says('allowed', { ways: free })
  const wanted = decision.offer.flatMap(flagsFor)
  const next = wanted.length === 0 ? '' : says('next', { flags: wanted.join(' ') })
  return says('unasked', { mode: policy.mode, allowed, next })
}

/** What needs no rule. */
const freeWays = (accesses: readonly Access[], { mode }: Pick<Policy, 'mode'>): readonly LocalizedText[] => {
  const kinds = new Set(accesses.map(access => access.kind))
  const { editInside, fileCommands } = MODES[mode]
  const writes = kinds.has('write') || kinds.has('shell')
  return [
    ...(kinds.has('shell') ? [says('look')] : []),
    ...(kinds.has('read') || kinds.has('search') ? [says('read')] : []),
    ...(writes && editInside === 'allow' ? [says('edit')] : []),
    ...(kinds.has('shell') && fileCommands ? [says('files')] : []),
  ]
}

/** Rules that allow something of the kind; those for the same program first, and alone when there are any. */
const namedRules = (
  policy: Pick<Policy, 'mode' | 'rules' | 'reviewsShell'>,
  accesses: readonly Access[],
): readonly string[] => {
  // No rule lifts what asks about a message.
  const names = new Set<string>(
    accesses.flatMap(({ kind }) => (kind === 'message' ? [] : [RULE_NAMES[kind]])),
  )
  const isAlike = (text: string): boolean =>
    names.has(text.split('(')[0] ?? '') || (names.has(RULE_NAMES.mcp) && text.startsWith(RULE_NAMES.mcp))
  // What the mode suspends would be refused again.
  const isSuspended = suspendedIn(policy)
  const counting = parseRules(policy.rules).allow.filter(rule => !isSuspended(rule))
  const alike = counting.map(({ rule }) => rule.text).filter(isAlike)
  const command = accesses.find(access => access.kind === 'shell')?.command ?? ''
  const words = new Set(command.split(/[\s;&|()]+/))
  const same = alike.filter(text => words.has(/^\w+\(([^\s:*)]+)/.exec(text)?.[1] ?? ''))
  return [...new Set(same.length > 0 ? same : alike)].slice(0, MAX_NAMED)
}

const flagsFor = (update: PermissionUpdate): readonly string[] => {
  if (update.type === 'setMode') return [`--permission-mode ${update.mode}`]
  if (update.type !== 'addRules') return []
  const rules = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
  return [`--allowedTools ${JSON.stringify(rules.join(','))}`]
}
