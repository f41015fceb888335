import type { PeerInfo } from '../../../protocol/agents/peers.ts'
import { createCommandSource } from '../input/completion/command-source.ts'
import { createEmojiSource } from '../input/completion/emoji-source.ts'
import { createFileSource, type NamedSessions } from '../input/completion/file-source.ts'
import { createShellSource } from '../input/completion/shell-source.ts'
import type { CompletionSource } from '../input/completion-source.ts'
import type { Desk } from './desk.ts'

/** Where suggestions come from, the first that has something to say. Later features add a line here. */
export const completionSources = (desk: Desk): readonly CompletionSource[] => {
  const { ports, sources = [] } = desk.options
  return [
    createCommandSource(
      () => desk.ui().commands(),
      () => desk.conductor.arrived,
    ),
    createFileSource(
      ports.files,
      namedSessions(
        () => desk.ui().engine.query('peers'),
        () => desk.now(),
      ),
    ),
    createEmojiSource(
      () => ports.settings.current().emojiCompletionEnabled !== false,
      async () => (await import('../input/completion/emoji-names.ts')).EMOJI,
    ),
    createShellSource((line, signal) => ports.system.completeShell(line, signal)),
    ...sources,
  ]
}

/** Whoever types looks at most so often. */
const AGAIN_MS = 2_000

/** Other sessions for the completion: known at once as they were, looked for again beside the keys. */
export const namedSessions = (ask: () => Promise<readonly PeerInfo[]>, now: () => number): NamedSessions => {
  let known: readonly PeerInfo[] = []
  let looked = Number.NEGATIVE_INFINITY
  return {
    known: () => known,
    look() {
      if (now() - looked < AGAIN_MS) return undefined
      looked = now()
      return ask().then(
        found => {
          known = found
        },
        // Without them only files are offered.
        () => undefined,
      )
    },
  }
}
