import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Event } from '../protocol/event.ts'
import { plainText, toolUses } from '../protocol/message.ts'
import { actionOf } from './last-action.ts'

/** Of what was said before anybody wanted to read it. */
const KEPT_LINES = 200

/** What an agent says and does, as lines of a file that can be read while it grows: once it works in the background. */
export class AgentOutput {
  readonly path: string
  readonly #listeners = new Set<(chunk: Buffer) => void>()
  #early: string[] = []
  #stream: WriteStream | undefined

  constructor(path: string) {
    this.path = path
  }

  see(event: Event): void {
    if (event.type !== 'entry' || event.entry.type !== 'assistant') return
    const { content } = event.entry.message
    const text = plainText(content).trim()
    if (text !== '') this.#write(text)
    for (const { name, input } of toolUses(content)) this.#write(`[${actionOf(name, input)}]`)
  }

  /** From now on it is a file. */
  open(): void {
    if (this.#stream) return
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    this.#stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 })
    // The file is for looking on; without it the agent's own chain still has everything.
    this.#stream.on('error', () => undefined)
    for (const line of this.#early.splice(0)) this.#send(line)
  }

  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream) await new Promise<void>(resolve => stream.end(() => resolve()))
  }

  #write(line: string): void {
    if (this.#stream) {
      this.#send(line)
      return
    }
    this.#early.push(line)
    if (this.#early.length > KEPT_LINES) this.#early.shift()
  }

  #send(line: string): void {
    const chunk = Buffer.from(`${line}\n`)
    this.#stream?.write(chunk)
    for (const listener of this.#listeners) listener(chunk)
  }
}
