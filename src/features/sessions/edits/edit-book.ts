import { hash } from 'node:crypto'
import { type Message, plainText, type UserMessage } from '../../../protocol/message.ts'
import { promptOf } from '../file-history/history-line.ts'
import { hunksIn } from '../ledger/effect.ts'
import { promptTitle } from '../prompt-title.ts'
import type { EditHunk } from './revert-hunks.ts'

/** One change of a file by a tool. */
export interface ToolEdit {
  readonly toolUseId: string
  /** As the tool names it. */
  readonly path: string
  /** Of the message of the person in whose turn it was made. */
  readonly messageUuid: string
  readonly hunks: readonly EditHunk[]
  /** The file was not there before; the SHA-256 of what it got. */
  readonly created?: string
}

const MAX_EDITS = 400
/** Characters of the lines of one patch: a longer one is not kept to be taken back. */
const MAX_PATCH = 400_000
/** Lines of a new file, for its diff. */
const MAX_NEW_LINES = 400

/** The edits of a conversation, the newest few hundred; also those that a compaction has put out of sight. */
export class EditBook {
  #edits: ToolEdit[] = []
  #prompts = new Map<string, string>()
  #prompt = ''

  constructor(messages: readonly Message[]) {
    for (const message of messages) this.see(message)
  }

  /** Oldest first. */
  get edits(): readonly ToolEdit[] {
    return this.#edits
  }

  /** Messages of the person, by id, with their beginning. */
  get prompts(): ReadonlyMap<string, string> {
    return this.#prompts
  }

  find(toolUseId: string): ToolEdit | undefined {
    return this.#edits.find(edit => edit.toolUseId === toolUseId)
  }

  see(message: Message): void {
    if (message.type !== 'user') return
    const prompt = promptOf(message)
    if (prompt !== undefined && !message.isMeta) {
      this.#prompt = prompt
      this.#prompts.set(prompt, promptTitle(plainText(message.message.content)))
    }
    const edit = editIn(message, this.#prompt)
    if (!edit) return
    this.#edits.push(edit)
    if (this.#edits.length > MAX_EDITS) this.#edits.shift()
  }

  /** The conversation goes on from these messages. */
  take(messages: readonly Message[]): void {
    this.#edits = []
    this.#prompts = new Map()
    this.#prompt = ''
    for (const message of messages) this.see(message)
  }
}

/** Any output that names a file and carries a patch is one. */
const editIn = (message: UserMessage, messageUuid: string): ToolEdit | undefined => {
  const { content } = message.message
  const result = typeof content === 'string' ? undefined : content.find(block => block.type === 'tool_result')
  if (result?.type !== 'tool_result' || result.is_error) return undefined
  const output = (message.toolUseResult ?? {}) as Readonly<Record<string, unknown>>
  const path = output['filePath'] ?? output['notebook_path']
  if (typeof path !== 'string') return undefined
  const toolUseId = result.tool_use_id
  const text = output['content']
  if (output['type'] === 'create' && typeof text === 'string')
    return { toolUseId, path, messageUuid, hunks: wholeFile(text), created: hash('sha256', text, 'hex') }
  const hunks = hunksIn(output)
  const size = hunks.reduce((sum, hunk) => sum + hunk.lines.reduce((all, line) => all + line.length, 0), 0)
  return hunks.length === 0 || size > MAX_PATCH ? undefined : { toolUseId, path, messageUuid, hunks }
}

const wholeFile = (text: string): readonly EditHunk[] => {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  return [{ oldStart: 0, newStart: 1, lines: lines.slice(0, MAX_NEW_LINES).map(line => `+${line}`) }]
}
