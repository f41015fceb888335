import { errorText } from '../../../lib/error-text.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { asksToIgnoreMemory } from '../ignore-request.ts'
import type { MemoryFile, MemoryOutline } from '../memory-directory.ts'
import type { ReadableMemories } from '../with-team.ts'
import { rankLexically } from './rank-lexically.ts'
import { type RecalledText, recalledText } from './recalled-text.ts'

export interface RecallPorts {
  readonly directory: ReadableMemories
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Asks the small model, at once and beside everything else. Absent: words decide. */
  ask?(prompt: string, signal: AbortSignal): Promise<string>
  now(): Date
  log?(line: string): void
}

export interface RecallRequest {
  /** What the person said. */
  readonly text: string
  /** Names of tools that were used lately. */
  readonly tools: readonly string[]
  /** Whether the model has this file before it already. */
  isKnown(file: MemoryOutline): boolean
}

const MOST = 5
const FEWEST_CHARS = 8
const LONGEST_MS = 20_000

/** Finds memories for what the person said. The turn goes on meanwhile: what is found joins it when it is there. */
export class Recall {
  readonly #ports: RecallPorts
  #running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined
  #waiting: RecallRequest | undefined
  #ready: readonly MemoryFile[] = []

  constructor(ports: RecallPorts) {
    this.#ports = ports
  }

  /** What is wanted from now on; what an earlier request has not come up with is not wanted any more. */
  start(request: RecallRequest): void {
    this.#running?.controller.abort()
    this.#running = undefined
    this.#waiting = undefined
    if (asksToIgnoreMemory(request.text)) {
      this.#ready = []
      return
    }
    if (request.text.trim().length < FEWEST_CHARS) return
    if (!this.#ports.ask) {
      this.#ready = this.#byWords(request)
      return
    }
    this.#waiting = request
  }

  /** The turn's own request is on its way: now the model may be asked about memories. */
  begin(): void {
    const request = this.#waiting
    if (!request) return
    this.#waiting = undefined
    const controller = new AbortController()
    this.#running = { controller, done: this.#pick(request, controller) }
  }

  /** What was found and not yet told. Waits for nothing. */
  take(): RecalledText | undefined {
    const found = this.#ready
    this.#ready = []
    const { directory, now, language } = this.#ports
    return found.length === 0 ? undefined : recalledText(directory, found, { now: now(), language })
  }

  async stop(): Promise<void> {
    this.#waiting = undefined
    this.#running?.controller.abort()
    await this.#running?.done
  }

  /** The turn waits for this one: of all files only those that are found are opened. */
  #byWords({ text, isKnown }: RecallRequest): readonly MemoryFile[] {
    const { directory } = this.#ports
    const files = directory.outline().filter(file => !isKnown(file))
    return rankLexically(text, files, MOST).flatMap(({ file }) => directory.find(file) ?? [])
  }

  #candidates({ isKnown }: RecallRequest): readonly MemoryFile[] {
    return this.#ports.directory.list().filter(file => !isKnown(file))
  }

  /** Never rejects. A model that does not answer, or not in form, leaves the choice to words. */
  async #pick(request: RecallRequest, { signal }: AbortController): Promise<void> {
    // The turn's own request goes first.
    await new Promise<void>(resolve => {
      setImmediate(resolve)
    })
    if (signal.aborted) return
    try {
      const files = this.#candidates(request)
      if (files.length === 0) return
      const { pickPrompt } = await import('./pick.ts')
      const picked = await this.#ask(pickPrompt(request, files), files, signal)
      if (!signal.aborted) this.#ready = picked ?? rankLexically(request.text, files, MOST)
    } catch (error) {
      // Files that cannot be listed are no reason to end a turn.
      this.#ports.log?.(`memory: recall failed: ${errorText(error)}`)
    }
  }

  async #ask(
    prompt: string,
    files: readonly MemoryFile[],
    signal: AbortSignal,
  ): Promise<readonly MemoryFile[] | undefined> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    try {
      const reply = (await this.#ports.ask?.(prompt, limit)) ?? ''
      const { readPick } = await import('./pick.ts')
      return readPick(reply, files, MOST)
    } catch (error) {
      this.#ports.log?.(`memory: recall failed: ${errorText(error)}`)
      return undefined
    }
  }
}
