import { isAbsolute, relative, resolve } from 'node:path'
import { addedLines, appliesTo, forbiddenIn } from '../../features/rule-checks/broken-by.ts'
import { readRules } from '../../features/rule-checks/read-rules.ts'
import { agentFiles, readRecords } from '../../features/sessions/ledger/read-records.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import { isObject } from '../../lib/is-object.ts'
import { isInside } from '../../lib/paths.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { GoalNews } from '../../protocol/agents/goal.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message, UserMessage } from '../../protocol/message.ts'
import { checkEnd, ruleCheckText } from '../../protocol/messages/engine/rule-checks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { BrokenRule, RuleCheck, RuleCount } from '../../protocol/session/rule-check.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { instructionsIn } from '../session-file/loaded-instructions.ts'
import type { RuleBook, RuleChecksOptions, RunRule } from './options.ts'

const says = modelTexts('rule_checks', {
  added: {
    en: 'Your edit of {path} breaks a rule of {file}, line {line:number}: "{rule}". It adds: {found}. Mend it.',
    zh: '你对 {path} 的修改违反了 {file} 第 {line:number} 行的规则：“{rule}”。它加入了：{found}。请改正。',
  },
  failed: {
    en: 'A rule of {file}, line {line:number}, does not hold after your edits: "{rule}". Its check {command} said:\n{found}\nMend it, or say why it cannot hold. (Run by Capstan; told once in a turn.)',
    zh: '你的修改之后，{file} 第 {line:number} 行的规则不再成立：“{rule}”。它的检查 {command} 输出：\n{found}\n请改正，或说明为何无法满足。（由 Capstan 运行；每轮只提示一次。）',
  },
  exitCode: { en: 'exit code {code:number}', zh: '退出码 {code:number}' },
  notEnded: { en: 'it did not end by itself', zh: '没有自行结束' },
  short: {
    en: 'In this turn the check {command} of a rule did not pass ({file}, line {line:number}).',
    zh: '本轮中规则的检查 {command} 未通过（{file} 第 {line:number} 行）。',
  },
})

const BROKEN_RULE = 'broken_rule'

const MAX_FILE_BYTES = 512 * 1024
const MAX_SHOWN = 200
const MAX_OUTPUT = 2_000

/** Of the files that the model was given, but for memory. What a folder nobody trusts would run is not run. */
const rulesOf = ({ config }: RuleChecksOptions): readonly RuleCheck[] => {
  const files = instructionsIn(config.session.messages).filter(({ scope }) => scope !== 'memory')
  const scopes = new Map(files.map(({ path, scope }) => [path, scope]))
  return [...scopes].flatMap(([path, scope]) => {
    const read = readPlainFile(path, MAX_FILE_BYTES)
    const rules = 'text' in read ? readRules(path, read.text) : []
    const mayRun = config.instructions?.trusted === true || scope === 'user' || scope === 'managed'
    return mayRun ? rules : rules.filter(({ check }) => 'forbids' in check)
  })
}

const keyOf = ({ file, line }: Pick<RuleCheck, 'file' | 'line'>): string => `${line} ${file}`

const countOne = (book: RuleBook, rule: RuleCheck): void =>
  void book.held.set(keyOf(rule), (book.held.get(keyOf(rule)) ?? 0) + 1)

/** What edits broke, and which files they changed. */
export const holdEdits = (
  at: RuleChecksOptions,
  book: RuleBook,
  messages: readonly Message[],
): { readonly paths: readonly string[]; readonly broken: readonly Attachment[] } => {
  const rules = rulesOf(at)
  const edits = messages.flatMap(message =>
    message.type === 'user' ? editsIn(message, at.config.place.cwd) : [],
  )
  if (rules.length === 0) return { paths: [], broken: [] }
  const broken = rules.flatMap(rule => {
    const { check } = rule
    if (!('forbids' in check)) return []
    return edits.flatMap(({ path, lines, toolUseId }) => {
      if (!appliesTo(rule, path)) return []
      const found = forbiddenIn(check.forbids, lines)
      if (found === undefined) {
        countOne(book, rule)
        return []
      }
      const id = toolUseId === undefined ? {} : { toolUseId }
      return [attachmentOf(at, { ...rule, paths: [path], ...id, found: escapeLine(found.trim(), MAX_SHOWN) })]
    })
  })
  return { paths: edits.map(({ path }) => path), broken }
}

interface EditSeen {
  readonly path: string
  readonly lines: readonly string[]
  readonly toolUseId: string | undefined
}

const editsIn = (message: UserMessage, cwd: string): readonly EditSeen[] => {
  const { effects = [], toolUseResult } = message
  const { content } = message.message
  const result = typeof content === 'string' ? undefined : content.find(block => block.type === 'tool_result')
  const toolUseId = result?.type === 'tool_result' ? result.tool_use_id : undefined
  const own = isObject(toolUseResult) ? textField(toolUseResult, 'filePath') : undefined
  return effects.flatMap(({ kind, text, outcome }) => {
    if (kind !== 'write' || outcome !== 'done') return []
    const path = relative(cwd, resolve(cwd, text))
    if (path.startsWith('..') || isAbsolute(path)) return []
    const isOwn = own !== undefined && resolve(cwd, own) === resolve(cwd, text)
    return [{ path, lines: isOwn ? addedLines(toolUseResult) : [], toolUseId }]
  })
}

/**
 * Results of calls by which agents of the session wrote files of its directory, each given once; what they did in trees
 * of their own is not what is there.
 */
export const agentEdits = (
  path: string,
  { cwd, since, seen }: { readonly cwd: string; readonly since: string; readonly seen: Set<string> },
): readonly UserMessage[] =>
  agentFiles(path).flatMap(file => {
    const found: UserMessage[] = []
    for (const record of readRecords(file, { holding: '"effects"' })) {
      if (record.kind !== 'entry' || record.entry.type !== 'user') continue
      const { entry } = record
      if (entry.timestamp < since || seen.has(entry.uuid)) continue
      if (!isInside(entry.cwd, cwd, { caseSensitive: true })) continue
      seen.add(entry.uuid)
      if (entry.effects?.some(({ kind }) => kind === 'write')) found.push(entry)
    }
    return found
  })

/** Runs the checks that these files concern, one after the other. */
export const runRules = async (
  at: RuleChecksOptions,
  { book, paths, run }: { readonly book: RuleBook; readonly paths: readonly string[]; readonly run: RunRule },
  signal: AbortSignal,
): Promise<readonly Attachment[]> => {
  const found: Attachment[] = []
  for (const rule of rulesOf(at)) {
    const { check } = rule
    const concerned = [...new Set(paths.filter(path => appliesTo(rule, path)))]
    if (!('command' in check) || concerned.length === 0 || signal.aborted) continue
    const end = await run({ ...rule, check }, signal)
    if ('denied' in end) book.denied.set(keyOf(rule), end.denied)
    else if (end.exitCode === 0) countOne(book, rule)
    else {
      const { exitCode, text } = end
      found.push(
        attachmentOf(at, { ...rule, paths: concerned, exitCode, found: text.trim().slice(-MAX_OUTPUT) }),
      )
    }
  }
  return found
}

/** How its command ended, where it was one. */
const endOf = (exitCode: BrokenRule['exitCode']): LocalizedText | undefined => {
  if (exitCode === undefined) return undefined
  return exitCode === null ? says('notEnded') : says('exitCode', { code: exitCode })
}

const attachmentOf = (at: RuleChecksOptions, broken: BrokenRule & RuleCheck): Attachment => {
  const { text: rule, file, line, check, paths, toolUseId, found, exitCode } = broken
  const language = at.config.prompt.promptLanguage
  const end = endOf(exitCode)
  const said = valuesOf({ text: rule, file, line, check, paths, found })
  const whole = end === undefined ? said : { ...said, found: `${forModel(end, language)}\n${found}` }
  const text = forModel(says('command' in check ? 'failed' : 'added', whole), language)
  const more = {
    ...(toolUseId === undefined ? {} : { toolUseId }),
    ...(end === undefined ? {} : { exitCode }),
  }
  return { kind: BROKEN_RULE, text, broken: { text: rule, file, line, check, paths, found, ...more } }
}

const valuesOf = ({ text, file, line, check, paths, found }: BrokenRule) => ({
  rule: escapeLine(text, MAX_SHOWN),
  file: escapeLine(file, MAX_SHOWN),
  line,
  path: escapeLine(paths[0] ?? '', MAX_SHOWN),
  command: 'command' in check ? escapeLine(check.command, MAX_SHOWN) : '',
  found,
})

const brokenIn = (attachment: Attachment): BrokenRule | undefined => {
  const { kind, broken } = attachment
  if (kind !== BROKEN_RULE || !isObject(broken)) return undefined
  const { text, file, line, check, paths, found } = broken
  const isWhole =
    [text, file, found].every(each => typeof each === 'string') &&
    typeof line === 'number' &&
    isObject(check) &&
    Array.isArray(paths)
  return isWhole ? (broken as unknown as BrokenRule) : undefined
}

const textFor = (attachment: Attachment): LocalizedText => {
  const broken = brokenIn(attachment)
  if (!broken) throw new Error('an attachment of a broken rule names none')
  const { exitCode, found, check } = broken
  const said =
    exitCode === undefined ? escapeLine(found.split('\n', 1)[0] ?? '', MAX_SHOWN) : checkEnd(exitCode)
  return ruleCheckText('command' in check ? 'failed' : 'added', { ...valuesOf(broken), found: said })
}

/** The model was told of it already: this is for the session file. */
export const inShort = (attachment: Attachment, language: PromptLanguage | undefined): Attachment => {
  const broken = brokenIn(attachment)
  const text = broken ? forModel(says('short', valuesOf(broken)), language) : attachment.text
  return { ...attachment, text }
}

/** What the model hears of it in the place of the end of its turn. */
export const newsOf = (attachment: Attachment): GoalNews => ({
  text: attachment.text,
  localized: textFor(attachment),
})

export const noteOf = (attachment: Attachment): Event => notice('warning', textFor(attachment))

/** Every rule with what the session file tells of it. */
export const countRules = (at: RuleChecksOptions, book: RuleBook): readonly RuleCount[] => {
  const all = at.config.session.messages.flatMap(message => {
    const broken = message.type === 'attachment' ? brokenIn(message.attachment) : undefined
    return broken ? [{ ...broken, at: message.timestamp }] : []
  })
  return rulesOf(at).map(rule => {
    const denied = book.denied.get(keyOf(rule))
    return {
      rule,
      held: book.held.get(keyOf(rule)) ?? 0,
      broken: all.filter(each => each.file === rule.file && each.text === rule.text),
      ...(denied === undefined ? {} : { denied }),
    }
  })
}
