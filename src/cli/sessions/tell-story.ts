import { join } from 'node:path'
import { tellCarry } from '../../features/context/carry/carry-block.ts'
import { withCommandDiffs } from '../../features/sessions/export/command-diffs.ts'
import { redactStory } from '../../features/sessions/export/redact-story.ts'
import { keptText } from '../../features/sessions/file-history/kept-text.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import type { Story, Turn } from '../../features/sessions/ledger/story.ts'
import type { SessionsDeps } from './deps.ts'
import { createRedactor } from './redactor.ts'

/** Reads sessions for others to see: without secrets, unless they are asked for. */
export const createTeller = (
  deps: SessionsDeps,
  how: {
    readonly withSecrets: boolean
    readonly maxText: number
    /** With what commands changed in files, from the copies that were kept. */
    readonly withDiffs?: boolean
  },
): ((path: string) => Story) => {
  const { maxText } = how
  const complete = (read: Story): Story => {
    const story = { ...read, turns: read.turns.map(tellTurn) }
    return how.withDiffs
      ? withCommandDiffs(story, keptText(join(deps.configHome, 'file-history', story.sessionId)))
      : story
  }
  if (how.withSecrets) return path => complete(readStory(path, { maxText }))
  const redact = createRedactor(deps)
  return path => redactStory(complete(readStory(path, { maxText, redact })), redact)
}

/** What a compaction carried stands in its summary in a form for the model. */
const tellTurn = (turn: Turn): Turn =>
  turn.request.by === 'summary'
    ? { ...turn, request: { ...turn.request, text: tellCarry(turn.request.text) } }
    : turn
