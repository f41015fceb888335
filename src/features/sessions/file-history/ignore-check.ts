import { dirname, join } from 'node:path'
import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { isRepository } from './repository.ts'
import { lookAny } from './stamp.ts'

export interface IgnoreTrouble {
  /** What is not covered because of it. */
  readonly words: LocalizedText
  /** Not even the tracked files can be had. */
  readonly isHopeless: boolean
}

/** Rules of this size are not written by people. */
const MAX_RULE_BYTES = 1024 * 1024

/**
 * Git reads `.gitignore` whatever it is: it waits at a pipe for somebody to write, and takes its time over a huge file.
 * Says where it must not be asked for untracked files. A place where it once took too long is remembered.
 */
export class IgnoreCheck {
  readonly #slow = new Map<string, IgnoreTrouble>()

  troubleIn(directory: string): IgnoreTrouble | undefined {
    return this.#slow.get(directory) ?? oddRulesAbove(directory)
  }

  noteSlow(directory: string): IgnoreTrouble {
    const trouble = {
      words: fileHistoryText('untracked_slow', { directory }),
      isHopeless: false,
    }
    this.#slow.set(directory, trouble)
    return trouble
  }

  noteHopeless(directory: string): void {
    this.#slow.set(directory, {
      words: fileHistoryText('git_slow', { directory }),
      isHopeless: true,
    })
  }
}

/** The rules that count for a directory stand in it and above it, up to the top of its repository. */
const oddRulesAbove = (directory: string): IgnoreTrouble | undefined => {
  for (let at = directory; ; at = dirname(at)) {
    const path = join(at, '.gitignore')
    const stats = lookAny(path)
    const isPlain = !stats || stats.isSymbolicLink() || stats.isDirectory()
    if (!isPlain && !(stats.isFile() && stats.size <= MAX_RULE_BYTES))
      return {
        words: fileHistoryText('odd_rules', { directory, path }),
        isHopeless: false,
      }
    if (isRepository(at) || dirname(at) === at) return undefined
  }
}
