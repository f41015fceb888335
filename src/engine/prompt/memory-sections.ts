import { memoryGuide } from '../../features/memory/memory-guide.ts'
import { MEMORY_SECTION } from '../../features/prompt/build.ts'
import { type Section, section } from '../../features/prompt/sections.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PromptSettings } from './options.ts'

/** How the model uses its memory, when it has one. */
export const memorySections = ({
  place,
  prompt,
}: {
  readonly place: SessionEnvironment
  readonly prompt: PromptSettings
}): readonly Section[] => {
  const { memoryDirectory: directory, teamMemoryDirectory: team } = place
  if (directory === undefined) return []
  return [section(MEMORY_SECTION, () => memoryGuide({ directory, team }, prompt.promptLanguage))]
}
