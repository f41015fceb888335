import { inertTags } from '../../lib/harness-tags.ts'
import { isObject } from '../../lib/is-object.ts'
import {
  type DocumentBlock,
  type ImageBlock,
  type Message,
  type ResultBlock,
  type SystemMessage,
  type ToolResultBlock,
  toolUses,
  type UserBlock,
  type UserMessage,
} from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { HistoryEdit } from '../../protocol/session/history-edit.ts'

const says = modelTexts('history_edits', {
  // Says where the text still is and never that a call should be made again: a call may have changed something.
  cleared: {
    en: '[This old result was cleared to make room. Recall with message_id "{id}" shows it.]',
    zh: '[为腾出空间，此旧结果已清除。用 Recall 并给出 message_id "{id}" 可查看。]',
  },
  // What it showed is not so any more: to look it up would mislead.
  outdated: {
    en: '[This old result was cleared to make room. The file has changed since: read it again.]',
    zh: '[为腾出空间，此旧结果已清除。该文件此后有改动：请重新读取。]',
  },
  collapsed: {
    en: '[Work that was done here, in short. What it did is done.]\n{summary}',
    zh: '[此处所做工作的摘要。其中所做的都已完成。]\n{summary}',
  },
})

/** How every marker begins, in either language: the history may be older than the prompt's language. */
const CLEARED = /^\[(?:This old result was cleared to make room\.|为腾出空间，此旧结果已清除。)/
const ID_CHARS = 8

/**
 * The history as it is sent: every edit applied to what stands before it. Doing so twice changes nothing, and a
 * message that no edit concerns stays the same object.
 */
export const project = (messages: readonly Message[]): readonly Message[] => {
  if (!messages.some(isEdit)) return messages
  let view: readonly Message[] = []
  let from = 0
  for (const [at, message] of messages.entries()) {
    if (!isEdit(message)) continue
    view = applyEdit([...view, ...messages.slice(from, at)], message)
    view = [...view, message]
    from = at + 1
  }
  return [...view, ...messages.slice(from)]
}

/** The view with one more edit at its end. */
export const withEdit = (view: readonly Message[], edit: SystemMessage): readonly Message[] => [
  ...applyEdit(view, edit),
  edit,
]

export const isEdit = (message: Message): message is SystemMessage & { readonly edit: HistoryEdit } =>
  message.type === 'system' && message.subtype === 'history_edit' && message.edit !== undefined

/** What stands in place of the messages that an edit replaced; its id leads to the edit. */
export const standInId = (editUuid: string): string => `${editUuid}:summary`

const applyEdit = (view: readonly Message[], message: SystemMessage): readonly Message[] => {
  const { edit } = message
  switch (edit?.kind) {
    case 'snip': {
      const removed = new Set(edit.removed)
      return view.filter(({ uuid }) => !removed.has(uuid))
    }
    case 'clear': {
      const results = new Set(edit.results)
      const media = new Set(edit.media)
      const outdated = outdatedReads(view)
      return view.map(each => {
        const said = outdated.has(each)
          ? says('outdated')
          : says('cleared', { id: each.uuid.slice(0, ID_CHARS) })
        return clear(each, { results, media, marker: forModel(said, edit.language) })
      })
    }
    case 'collapse':
      return collapse(view, message, edit)
    case undefined:
      return view
  }
}

const collapse = (
  view: readonly Message[],
  message: SystemMessage,
  edit: Extract<HistoryEdit, { kind: 'collapse' }>,
): readonly Message[] => {
  const replaced = new Set(edit.replaced)
  const first = view.findIndex(({ uuid }) => replaced.has(uuid))
  if (first === -1) return view
  const standIn: UserMessage = {
    type: 'user',
    uuid: standInId(message.uuid),
    timestamp: message.timestamp,
    isMeta: true,
    message: {
      role: 'user',
      content: forModel(says('collapsed', { summary: inertTags(edit.summary) }), edit.language),
    },
  }
  const rest = view.slice(first).filter(({ uuid }) => !replaced.has(uuid))
  return [...view.slice(0, first), standIn, ...rest]
}

/** Messages that show a file which, by what stands behind them, was changed later. */
const outdatedReads = (view: readonly Message[]): ReadonlySet<Message> => {
  const changed = new Set<unknown>()
  const outdated = new Set<Message>()
  for (const message of view.toReversed()) {
    const path = readPathOf(message)
    if (path !== undefined && changed.has(path)) outdated.add(message)
    for (const each of changedPathsOf(message)) changed.add(each)
  }
  return outdated
}

const readPathOf = (message: Message): string | undefined => {
  const output = message.type === 'user' ? message.toolUseResult : undefined
  const file = isObject(output) && isObject(output['file']) ? output['file'] : {}
  return typeof file['filePath'] === 'string' ? file['filePath'] : undefined
}

const changedPathsOf = (message: Message): readonly unknown[] => {
  if (message.type === 'user')
    return (message.effects ?? [])
      .filter(({ kind, outcome }) => (kind === 'write' || kind === 'delete') && outcome !== 'refused')
      .map(({ text }) => text)
  const paths =
    message.type === 'attachment' && message.attachment.kind === 'changed_files'
      ? message.attachment['paths']
      : []
  return Array.isArray(paths) ? paths : []
}

const clear = (
  message: Message,
  {
    results,
    media,
    marker,
  }: {
    readonly results: ReadonlySet<string>
    readonly media: ReadonlySet<string>
    readonly marker: string
  },
): Message => {
  if (message.type !== 'user' || typeof message.message.content === 'string') return message
  const { content } = message.message
  const sheds = media.has(message.uuid)
  const cleared = content.map(block =>
    clearBlock(block, { marker, sheds, clears: results.has.bind(results) }),
  )
  if (cleared.every((block, at) => block === content[at])) return message
  return { ...message, message: { role: 'user', content: cleared } }
}

const clearBlock = (
  block: UserBlock,
  how: { readonly marker: string; readonly sheds: boolean; clears(toolUseId: string): boolean },
): UserBlock => {
  const { marker, sheds } = how
  if (block.type === 'image' || block.type === 'document') return sheds ? withoutMedium(block) : block
  if (block.type !== 'tool_result') return block
  if (how.clears(block.tool_use_id)) return block.content === marker ? block : { ...block, content: marker }
  if (!sheds || typeof block.content === 'string') return block
  const content = block.content.map(inner => (inner.type === 'text' ? inner : withoutMedium(inner)))
  return content.every((inner, at) => inner === (block.content as readonly ResultBlock[])[at])
    ? block
    : { ...block, content }
}

/** Calls of this view whose results are in it as they were, or are still to come. */
export const shownCalls = (view: readonly Message[]): ReadonlySet<string> => {
  const shown = new Set<string>()
  for (const message of view) {
    if (message.type === 'assistant') for (const { id } of toolUses(message.message.content)) shown.add(id)
    if (message.type === 'attachment' && typeof message.attachment['callId'] === 'string')
      shown.add(message.attachment['callId'])
    if (message.type !== 'user' || typeof message.message.content === 'string') continue
    for (const block of message.message.content)
      if (block.type === 'tool_result' && isTakenOut(block)) shown.delete(block.tool_use_id)
  }
  return shown
}

const isTakenOut = ({ content }: ToolResultBlock): boolean =>
  typeof content === 'string'
    ? CLEARED.test(content)
    : content.some(
        block => block.type === 'text' && (block.text === '[image]' || block.text === '[document]'),
      )

/** What a picture or document is called where it is not sent itself. */
export const withoutMedium = (block: ImageBlock | DocumentBlock) =>
  ({ type: 'text', text: `[${block.type}]` }) as const
