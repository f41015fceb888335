import { memoryGuide } from '../../features/memory/memory-guide.ts'
import { type Section, section } from '../../features/prompt/sections.ts'
import type { EngineConfig } from '../config.ts'

/** How the model uses its memory, when it has one. */
export const memorySections = ({ place, prompt }: EngineConfig): readonly Section[] => {
  const { memoryDirectory } = place
  if (memoryDirectory === undefined) return []
  return [section('memory', () => memoryGuide(memoryDirectory, prompt.promptLanguage))]
}
