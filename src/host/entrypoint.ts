import type { Env, OpenRequest } from '../protocol/host.ts'
import { variable } from './environment.ts'

/** Who launched the program, in a word; a program around it may say so itself. */
export const entrypointOf = (
  { entrypoint, interactive }: Pick<OpenRequest, 'entrypoint' | 'interactive'>,
  env: Env,
): string => variable(env, 'CLAUDE_CODE_ENTRYPOINT') ?? entrypoint ?? (interactive ? 'cli' : 'sdk-cli')
