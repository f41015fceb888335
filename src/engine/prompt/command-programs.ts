import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { PromptEnvironment } from '../../features/prompt/environment-section.ts'
import { findProgram } from '../../lib/find-program.ts'

type CommandPrograms = Pick<PromptEnvironment, 'bash' | 'smallPrograms'>

interface Place {
  readonly platform: string
  /** The value of PATH. */
  readonly path: string
  /** The bash that the person chose. */
  readonly bash?: string | undefined
}

const USUAL_BASH = '/bin/bash'

/** What a model takes for granted of commands and would not find here. No program is asked: that would take a process. */
export const commandPrograms = (
  { platform, path, bash }: Place,
  isUsualThere: () => boolean = () => findProgram('bash', '/bin') !== undefined,
): CommandPrograms => {
  const found = bash ?? findProgram('bash', path)
  const isUsual = found === undefined || found === USUAL_BASH
  return {
    ...(found === undefined && !isUsualThere() ? { bash: 'none' } : {}),
    // Apple ships no newer one; one that the person installed comes before it on the path.
    ...(isUsual && platform === 'darwin' ? { bash: 'old' } : {}),
    ...(isOfBusybox(findProgram('ls', path)) ? { smallPrograms: true } : {}),
  }
}

const isOfBusybox = (program: string | undefined): boolean => {
  try {
    return program !== undefined && basename(realpathSync(program)) === 'busybox'
  } catch {
    // Gone since.
    return false
  }
}
