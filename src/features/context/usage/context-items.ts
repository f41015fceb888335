import type { ContextItem } from '../../../protocol/context.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { AttachmentMessage, Block, Message, UserMessage } from '../../../protocol/message.ts'
import type { SystemPart } from '../../../protocol/model.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { tokensOfBlock } from '../tokens.ts'
import { partTokens, toolTokens } from './request-estimate.ts'

export interface ContextParts {
  readonly system: readonly SystemPart[]
  readonly tools: readonly ToolSpec[]
  /** As it is sent. */
  readonly view: readonly Message[]
  readonly instructions: readonly LoadedInstruction[]
}

/** What a request is made of, uncorrected, each name once in the order of the request. */
export const contextItems = ({ system, tools, view, instructions }: ContextParts): readonly ContextItem[] => {
  const tally = new Tally()
  for (const part of system)
    for (const section of splitSections(part.text)) tally.add('system', section.name, section.tokens)
  for (const tool of tools) tally.add('tools', tool.name, toolTokens(tool))
  const files = shareFiles(view, instructions)
  for (const file of instructions)
    tally.add(file.scope === 'memory' ? 'memory' : 'instructions', file.path, file.tokens * files.counted)
  const removed = new Set(view.flatMap(message => (message.type === 'system' ? (message.removed ?? []) : [])))
  addMessages(
    tally,
    view.filter(({ uuid }) => !removed.has(uuid)),
    files.left,
  )
  return tally.items()
}

/** The text of the files travels in attachments: what is counted with the files is not counted with them. */
const shareFiles = (
  view: readonly Message[],
  instructions: readonly LoadedInstruction[],
): { readonly counted: number; readonly left: number } => {
  const told = instructions.reduce((sum, file) => sum + file.tokens, 0)
  const carried = view.reduce(
    (sum, message) => sum + (carriesFiles(message) ? partTokens(message.attachment.text) : 0),
    0,
  )
  if (told === 0 || carried === 0) return { counted: 0, left: 1 }
  const counted = Math.min(1, carried / told)
  return { counted, left: 1 - (told * counted) / carried }
}

const carriesFiles = (message: Message): message is AttachmentMessage =>
  message.type === 'attachment' && Array.isArray(message.attachment['instructions'])

class Tally {
  readonly #items = new Map<
    string,
    { kind: ContextItem['kind']; name: string; tokens: number; count: number }
  >()

  add(kind: ContextItem['kind'], name: string, tokens: number): void {
    const key = `${kind} ${name}`
    const item = this.#items.get(key) ?? { kind, name, tokens: 0, count: 0 }
    item.tokens += tokens
    item.count += 1
    this.#items.set(key, item)
  }

  items(): readonly ContextItem[] {
    return [...this.#items.values()].filter(item => item.tokens > 0)
  }
}

/** A part holds sections under headings of the first level. */
const splitSections = (text: string): readonly { readonly name: string; readonly tokens: number }[] =>
  text
    .split(/^(?=# )/m)
    .filter(section => section.trim() !== '')
    .map(section => ({
      name: /^# (.*)/.exec(section)?.[1] ?? 'Introduction',
      tokens: partTokens(section),
    }))

/** `left` is the share of an attachment with files that is not counted with them. */
const addMessages = (tally: Tally, view: readonly Message[], left: number): void => {
  const tools = new Map<string, string>()
  for (const message of view) {
    if (message.type === 'attachment')
      tally.add(
        'attachment',
        message.attachment.kind,
        partTokens(message.attachment.text) * (carriesFiles(message) ? left : 1),
      )
    if (message.type === 'user') addUser(tally, message, tools)
    if (message.type !== 'assistant' || message.isApiErrorMessage) continue
    for (const block of message.message.content) {
      if (block.type === 'tool_use') tools.set(block.id, block.name)
      tally.add('assistant', ASSISTANT[block.type] ?? 'other', tokensOfBlock(block))
    }
  }
}

const ASSISTANT: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'thinking',
  redacted_thinking: 'thinking',
  tool_use: 'calls',
}

const addUser = (tally: Tally, message: UserMessage, tools: ReadonlyMap<string, string>): void => {
  let results = 0
  let others = 0
  for (const block of blocksOf(message)) {
    if (block.type !== 'tool_result') others += tokensOfBlock(block)
    else {
      tally.add('tool_result', tools.get(block.tool_use_id) ?? 'unknown', tokensOfBlock(block))
      results += 1
    }
  }
  // Beside results stand reminders of the harness.
  if (others > 0) tally.add(...(results > 0 ? REMINDERS : ownerOf(message)), others)
}

const blocksOf = ({ message: { content } }: UserMessage): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

const REMINDERS = ['attachment', 'reminders'] as const

const ownerOf = (message: UserMessage): readonly [ContextItem['kind'], string] => {
  if (message.isCompactSummary) return ['summary', 'summary']
  return message.isMeta ? REMINDERS : ['user', 'your words']
}
