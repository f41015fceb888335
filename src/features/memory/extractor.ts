import { errorText } from '../../lib/error-text.ts'
import { withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { type Message, PERSON_SHELL } from '../../protocol/message.ts'
import type { MemoryEdits } from './edits.ts'
import { lockPath } from './lock-path.ts'
import type { MemoryDirectory } from './memory-directory.ts'
import { type ShownMemories, showMemories, withheldIn } from './shown-memories.ts'

/** Asks the model beside the conversation, with all of it byte-equal in front of the instruction. */
export type AskBeside = (
  view: readonly Message[],
  instruction: string,
  signal: AbortSignal,
) => Promise<string>

export interface ExtractorPorts {
  readonly directory: MemoryDirectory
  now(): Date
  newId(): string
  log?(line: string): void
}

const FEWEST_MESSAGES = 10
const MAX_FAILURES = 3
const MOST_EDITS = 8
const SHOWN_CHARS = 20_000

/** Notes what a later session should know. One at a time, and never more often than enough was said. */
export class MemoryExtractor {
  readonly #ports: ExtractorPorts
  /** The last message that was looked at. */
  #upTo: string | undefined
  #failures = 0

  constructor(ports: ExtractorPorts, upTo?: string) {
    this.#ports = ports
    this.#upTo = upTo
  }

  /** The model has written memory itself: what was said so far is dealt with. */
  skip(view: readonly Message[]): void {
    this.#upTo = view.at(-1)?.uuid ?? this.#upTo
  }

  isDue(view: readonly Message[]): boolean {
    if (this.#failures >= MAX_FAILURES) return false
    const since = view.slice(view.findLastIndex(({ uuid }) => uuid === this.#upTo) + 1)
    const said = since.filter(({ type }) => type === 'user' || type === 'assistant')
    return said.length >= FEWEST_MESSAGES && said.some(isFromPerson)
  }

  /** Names of the files that changed. Never rejects: what was not noted now may be the next time. */
  async run(view: readonly Message[], ask: AskBeside, signal: AbortSignal): Promise<readonly string[]> {
    const { directory, log } = this.#ports
    this.skip(view)
    try {
      const { extractInstruction, parseEdits } = await import('./edits.ts')
      const { text, shown, existing, forgotten, withheld } = showMemories(directory, SHOWN_CHARS)
      const reply = await ask(view, extractInstruction(text, forgotten), signal)
      if (signal.aborted) return []
      const edits = parseEdits(reply, { most: MOST_EDITS, shown, existing, withheld, mayRemove: false })
      if (!edits) throw new Error('the reply is not of the form that was asked for')
      for (const why of edits.refused) log?.(`memory: not saved: ${why}`)
      this.#failures = 0
      if (edits.save.length === 0) return []
      return await this.#apply(edits.save, { existing, withheld })
    } catch (error) {
      this.#failures += 1
      log?.(`memory: extraction failed: ${errorText(error)}`)
      return []
    }
  }

  async #apply(
    save: MemoryEdits['save'],
    { existing, withheld }: Pick<ShownMemories, 'existing' | 'withheld'>,
  ): Promise<readonly string[]> {
    const { directory, now, newId, log } = this.#ports
    const { applyEdits } = await import('./apply-edits.ts')
    makeDirectories(directory.path, 0o700)
    return await withFileLock(
      lockPath(directory),
      () => {
        const names = new Set(directory.names())
        // Something was forgotten meanwhile, and what is to be noted may be that, under any name.
        if (hasForgotten({ existing, withheld }, directory)) {
          log?.('memory: not saved: something was forgotten meanwhile')
          return []
        }
        // What came into being meanwhile was not shown.
        const left = save.filter(({ file }) => existing.has(file) || !names.has(file))
        applyEdits(directory, { save: left, remove: [] }, now())
        return left.map(({ file }) => file)
      },
      { newId, now: () => now().getTime() },
    )
  }
}

const hasForgotten = (
  before: Pick<ShownMemories, 'existing' | 'withheld'>,
  directory: MemoryDirectory,
): boolean => {
  const names = new Set(directory.names())
  return (
    [...before.existing].some(file => !names.has(file)) ||
    [...withheldIn(directory).withheld].some(file => !before.withheld.has(file))
  )
}

const isFromPerson = (message: Message): boolean =>
  message.type === 'user' &&
  !message.isMeta &&
  message.origin?.kind !== PERSON_SHELL &&
  !message.isCompactSummary &&
  message.sourceToolAssistantUUID === undefined
