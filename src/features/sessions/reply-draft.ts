import { closeSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import type { AssistantMessage, Message } from '../../protocol/message.ts'
import type { StreamEvent } from '../../protocol/model.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { isSessionId } from './project-key.ts'

/** Longer ones are no reply of a model. */
const MAX_BYTES = 16 * 1024 * 1024

/** Of the words alone; the head comes on top. */
const MOST_WRITTEN = MAX_BYTES - 1024 * 1024

/** What a draft begins with: where it belongs and whose words it holds. */
interface Head {
  /** The last message before it. */
  readonly after: string
  readonly id: string
  readonly model: string
  readonly timestamp: string
}

/**
 * The text that is shown while it is written, beside the session file until its block is whole and stands there: what
 * somebody has read survives the death of this process. It is only ever about the end of the conversation, so nothing
 * has to be taken back: a draft that the session file has gone past is none.
 */
export class ReplyDraft {
  readonly #path: string
  readonly #now: () => Date
  #fd: number | undefined
  /** There may be a file: of this process, or of one that was killed. */
  #isThere: boolean
  /** A file of that name would be nobody else's. */
  readonly #mayBe: boolean
  #reply = { id: '', model: '' }
  /** Nothing of this reply can be written; the session file tells why. */
  #failed = false
  #bytes = 0

  constructor(sessionFile: string, now: () => Date) {
    this.#path = draftPath(sessionFile)
    this.#now = now
    this.#isThere = isOurs(sessionFile)
    this.#mayBe = this.#isThere
  }

  /** In the file when it returns. `after` is the last message of the conversation. */
  hear(event: StreamEvent, after: string | null): void {
    if (event.type === 'message_start') {
      this.clear()
      this.#failed = false
      const message = event['message']
      if (isObject(message)) this.#reply = { id: wordsOf(message['id']), model: wordsOf(message['model']) }
    } else if (event.type === 'content_block_delta') {
      const delta = event['delta']
      const text = isObject(delta) && delta['type'] === 'text_delta' ? wordsOf(delta['text']) : ''
      if (text !== '' && after !== null) this.#write(text, after)
    }
  }

  /** Its block is in the session file, or nobody will go on with it. */
  clear(): void {
    if (!this.#isThere) return
    const fd = this.#fd
    this.#fd = undefined
    this.#bytes = 0
    this.#isThere = false
    try {
      if (fd !== undefined) closeSync(fd)
      rmSync(this.#path, { force: true })
    } catch {
      // It may lie there: the session file has gone past it.
    }
  }

  #write(text: string, after: string): void {
    if (this.#failed || !this.#mayBe) return
    try {
      const line = Buffer.from(`${JSON.stringify(text)}\n`)
      // Of what is larger nothing would be read: better its beginning.
      if (this.#bytes + line.length > MOST_WRITTEN) return
      if (this.#fd === undefined) {
        rmSync(this.#path, { force: true })
        this.#isThere = true
        this.#fd = openSync(this.#path, 'ax', 0o600)
        const head: Head = { after, ...this.#reply, timestamp: this.#now().toISOString() }
        writeSync(this.#fd, `${JSON.stringify(head)}\n`)
      }
      this.#bytes += writeSync(this.#fd, line)
    } catch {
      // A full disk, or a directory that is gone: the reply goes on, and its record says what is wrong.
      this.#failed = true
    }
  }
}

/** What was shown of a reply behind these messages and is not among them. Nothing when there is no such thing. */
export const readReplyDraft = (
  sessionFile: string,
  messages: readonly Message[],
  newId: () => string,
): AssistantMessage | undefined => {
  const [first, ...pieces] = isOurs(sessionFile) ? linesOf(draftPath(sessionFile)) : []
  if (!isHead(first)) return undefined
  const text = pieces.filter(piece => typeof piece === 'string').join('')
  if (text.trim() === '' || !isNext(first, messages)) return undefined
  return {
    type: 'assistant',
    uuid: newId(),
    timestamp: first.timestamp,
    message: {
      id: first.id,
      type: 'message',
      role: 'assistant',
      model: first.model,
      content: [{ type: 'text', text }],
      stop_reason: null,
      stop_sequence: null,
      usage: NO_USAGE,
    },
    aborted: true,
  }
}

export const draftPath = (sessionFile: string): string => `${sessionFile.replace(/\.jsonl$/, '')}.draft`

/** Beside a session file that somebody called otherwise, a draft could be a file of theirs. */
const isOurs = (sessionFile: string): boolean => isSessionId(basename(sessionFile, '.jsonl'))

/** Calls of the same reply may have ended meanwhile; whatever else stands behind it, the conversation went on. */
const isNext = ({ after }: Head, messages: readonly Message[]): boolean => {
  const at = messages.findLastIndex(({ uuid }) => uuid === after)
  return at >= 0 && messages.slice(at + 1).every(isOfCalls)
}

const isOfCalls = (message: Message): boolean =>
  message.type === 'attachment' ||
  (message.type === 'user' &&
    typeof message.message.content !== 'string' &&
    message.message.content.some(block => block.type === 'tool_result'))

/** The last line may break off: its writer was killed at it. */
const linesOf = (path: string): readonly unknown[] => {
  const values: unknown[] = []
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false })
    if (!facts?.isFile() || facts.size > MAX_BYTES) return []
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) values.push(JSON.parse(line))
  } catch {
    // Of one that is damaged, what can be read counts.
  }
  return values
}

const isHead = (value: unknown): value is Head =>
  isObject(value) && ['after', 'id', 'model', 'timestamp'].every(name => typeof value[name] === 'string')

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')
