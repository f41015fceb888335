import { join } from 'node:path'
import { tellCarry } from '../../features/context/carry/carry-block.ts'
import { withCommandDiffs } from '../../features/sessions/export/command-diffs.ts'
import { redactStory } from '../../features/sessions/export/redact-story.ts'
import { savedVersionText } from '../../features/sessions/file-history/version-text.ts'
import { openStory } from '../../features/sessions/ledger/read-story.ts'
import type { StoryOutline, TurnOutline } from '../../features/sessions/ledger/story-outline.ts'
import type { SessionsDeps } from './deps.ts'
import { createRedactor } from './redactor.ts'

/** Opens sessions for others to see: without secrets, unless they are asked for. */
export const createTeller = (
  deps: SessionsDeps,
  how: {
    readonly withSecrets: boolean
    readonly maxText: number
    /** With what commands changed in files, from the copies that were kept. */
    readonly withDiffs?: boolean
  },
): ((path: string) => StoryOutline) => {
  const { maxText } = how
  const complete = (read: StoryOutline): StoryOutline => {
    const story = { ...read, turns: read.turns.map(tellTurn) }
    return how.withDiffs
      ? withCommandDiffs(story, savedVersionText(join(deps.configHome, 'file-history', story.sessionId)))
      : story
  }
  if (how.withSecrets) return path => complete(openStory(path, { maxText }))
  const redact = createRedactor(deps)
  return path => redactStory(complete(openStory(path, { maxText, redact })), redact)
}

/** What a compaction carried stands in its summary in a form for the model. */
const tellTurn = (turn: TurnOutline): TurnOutline =>
  turn.request.by === 'summary' ? { ...turn, text: () => tellCarry(turn.text()) } : turn
