import { inertInFrame } from '../../lib/harness-tags.ts'
import type { CompactMetadata, Message, SystemMessage, UserMessage } from '../../protocol/message.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { CarryItem, StageEnv, StageResult } from '../../protocol/stage.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { createCarry } from './carry/carry.ts'
import { renderCarry } from './carry/carry-block.ts'
import { chosenWindow } from './compact-due.ts'
import type { CompactPorts } from './compact-ports.ts'
import { isEdit, standInId } from './project.ts'
import { sumTokens } from './tokens.ts'

const says = modelTexts('compact_summary', {
  carried: { en: '\n\nTaken over word for word:\n{carried}', zh: '\n\n原文保留：\n{carried}' },
  summary: {
    en: 'The earlier conversation was replaced by this summary of it:\n\n{summary}{words}\n\nGo on with the work from here. Do not repeat what is already done.',
    zh: '先前的对话已由以下摘要代替：\n\n{summary}{words}\n\n从这里继续工作。不要重复已完成的事。',
  },
})

/** What a compaction puts in place of the history. */
export interface Replacement {
  /** The stage. */
  readonly by: string
  readonly summary: string
  readonly dropped: readonly Message[]
  /** Stays as it is, behind the summary or in front of it. */
  readonly kept: readonly Message[]
  readonly side: 'behind' | 'front'
  /** What a conversation begins with, made anew; nothing when what it began with is kept. */
  readonly opening: readonly Message[]
  /** What the model had before it and needs again. */
  readonly restored: readonly Message[]
  readonly loadedTools?: readonly string[]
}

/** Words of the person may take so much of the window, and no more than so many tokens. */
const CARRY_SHARE = 0.1
const MAX_CARRY_TOKENS = 20_000
/** A compaction that follows the last one after fewer replies is worth a word. */
const SOON = 5

/** The boundary, what is said behind it, and the view that begins with it. */
export const replaceHistory = async (
  view: readonly Message[],
  env: StageEnv,
  by: Replacement,
): Promise<StageResult & Required<Pick<StageResult, 'report'>>> => {
  const stamp = () => ({ uuid: env.newMessageId(), timestamp: env.now().toISOString() })
  const carry = env.carry ?? ((dropped, budget) => carriedWords(dropped, budget, env.language))
  const carried = await carry(by.dropped, carryBudget(env))
  const rendered = env.renderCarry?.(carried) ?? renderCarry(carried, env.language)
  const place = stamp()
  const words: UserMessage = {
    ...stamp(),
    type: 'user',
    isMeta: true,
    isCompactSummary: true,
    message: {
      role: 'user',
      content: forModel(summaryText(by.summary, rendered), env.language),
    },
  }
  const kept = by.kept.filter(message => message.type !== 'system' || isEdit(message))
  const behind = by.side === 'behind'
  const shown = behind ? [...by.opening, words, ...kept] : [...kept, words]
  const restored = [
    ...by.restored,
    ...((await env.restate?.()) ?? []).map(
      (attachment): Message => ({ ...stamp(), type: 'attachment', attachment }),
    ),
  ]
  const after = (env.overhead ?? 0) + sumTokens([...shown, ...restored])
  const since = repliesSinceLast(view)
  const said = contextText('compacted', {
    before: env.tokens.toLocaleString('en-US'),
    after: after.toLocaleString('en-US'),
  })
  const mark: SystemMessage = {
    ...place,
    type: 'system',
    subtype: 'compact_boundary',
    level: 'info',
    content: said.text,
    localized: said,
    compactMetadata: {
      trigger: env.trigger,
      preTokens: env.tokens,
      postTokens: after,
      by: by.by,
      ...(by.loadedTools?.length ? { loadedTools: by.loadedTools } : {}),
      ...lastOf(view),
      ...preservedOf(view, kept, behind ? words.uuid : place.uuid),
      ...(since === undefined ? {} : { repliesSinceLast: since }),
    },
  }
  return {
    view: [mark, ...shown, ...restored],
    added: [mark, ...(behind ? by.opening : []), words, ...restored],
    report: { summary: by.summary, carried, after },
    ...(since === undefined ? {} : { notices: [contextText('full_again', { count: since })] }),
  }
}

/** Whoever asked does not want the conversation to become longer, and it would. */
export const isInVain = ({ request, tokens }: StageEnv, after: number): boolean =>
  request?.onlyIfShorter === true && after >= tokens

const carryBudget = (env: StageEnv): number =>
  Math.floor(Math.min(MAX_CARRY_TOKENS, chosenWindow(env) * CARRY_SHARE))

const summaryText = (summary: string, carried: string): LocalizedText => {
  const words = carried === '' ? '' : says('carried', { carried })
  return says('summary', { summary: inertInFrame(summary, 'carried'), words })
}

const lastOf = (view: readonly Message[]): Pick<CompactMetadata, 'lastUuid'> => {
  const last = view.findLast(message => message.type !== 'system')
  return last ? { lastUuid: rawIds(last)[0] ?? last.uuid } : {}
}

const preservedOf = (
  view: readonly Message[],
  kept: readonly Message[],
  anchor: string,
): Pick<CompactMetadata, 'preserved'> => {
  if (kept.length === 0) return {}
  const edits = new Map(view.filter(isEdit).map(message => [standInId(message.uuid), message.edit] as const))
  const uuids = kept.flatMap(message => {
    const edit = edits.get(message.uuid)
    return edit?.kind === 'collapse' ? edit.replaced : [message.uuid]
  })
  return { preserved: { anchor, uuids } }
}

/** A stand-in is in no file; the edit it comes from is. */
const rawIds = ({ uuid }: Message): readonly string[] => [uuid.replace(/:summary$/, '')]

const repliesSinceLast = (view: readonly Message[]): number | undefined => {
  const [first] = view
  if (first?.type !== 'system' || first.subtype !== 'compact_boundary') return undefined
  const old = new Set(first.compactMetadata?.preserved?.uuids)
  const replies = new Set(
    view.flatMap(message =>
      message.type === 'assistant' && !old.has(message.uuid) ? [message.message.id] : [],
    ),
  )
  return replies.size < SOON ? replies.size : undefined
}

/** What the conversation began with, under new identities: the log knows the old ones and would not write them again. */
export const copyOpening = (view: readonly Message[], env: StageEnv): readonly Message[] =>
  view
    .filter(message => message.type === 'attachment' && message.attachment.kind === 'user_context')
    .map(message => ({ ...message, uuid: env.newMessageId(), timestamp: env.now().toISOString() }))

/** The compaction happens: what SessionStart hooks say is added, and PostCompact hooks hear of it. */
export const startedResult = async <R>(
  ports: Pick<CompactPorts, 'started' | 'after'>,
  done: {
    readonly view: readonly Message[]
    readonly env: StageEnv
    readonly replacement: Replacement
    readonly result: R
  },
): Promise<R | Awaited<ReturnType<typeof replaceHistory>>> => {
  const { view, env, replacement, result } = done
  const said = (await ports.started?.(env)) ?? []
  await ports.after?.(env, replacement.summary)
  if (said.length === 0) return result
  return await replaceHistory(view, env, { ...replacement, restored: [...replacement.restored, ...said] })
}

/** The person's own words among the messages that go, oldest first: all there is to carry where nobody knows more. */
export const carriedWords = (
  dropped: readonly Message[],
  budget: number,
  language?: PromptLanguage,
): readonly CarryItem[] =>
  createCarry({ effects: () => [], steps: () => [], cwd: () => '', language })(dropped, budget).filter(
    ({ kind }) => kind === 'request',
  )
