import { memoryGuide } from '../../features/memory/memory-guide.ts'
import { type Section, section } from '../../features/prompt/sections.ts'
import type { EngineConfig } from '../config.ts'

/** How the model uses its memory, when it has one. */
export const memorySections = ({ place, prompt }: EngineConfig): readonly Section[] => {
  const { memoryDirectory: directory, teamMemoryDirectory: team } = place
  if (directory === undefined) return []
  return [section('memory', () => memoryGuide({ directory, team }, prompt.promptLanguage))]
}
