import { readFileSync } from 'node:fs'
import type { EngineConfig } from '../engine/config.ts'
import type { RunOptions } from './args/run-options.ts'
import { ExitError } from './exit-error.ts'

/** The system prompt as the command line wants it. */
export const readPromptTexts = (options: RunOptions): EngineConfig['prompt'] => {
  const custom = options.systemPrompt ?? readText('--system-prompt-file', options.systemPromptFile)
  const append =
    options.appendSystemPrompt ?? readText('--append-system-prompt-file', options.appendSystemPromptFile)
  return {
    ...(custom === undefined ? {} : { custom: [custom] }),
    ...(append === undefined ? {} : { append }),
  }
}

const readText = (flag: string, path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ExitError(
      1,
      `${flag}: cannot read ${path} (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}
