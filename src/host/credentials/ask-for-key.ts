import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Env } from '../../protocol/host.ts'

const HELPER_MS = 60_000

/** It prints the key, and like every child gets none of those that are there. '' when it gave none. */
export const askForKey = (
  { command, ...at }: { readonly command: string; readonly env: Env; readonly cwd: string },
  words: 'shown' | 'hidden',
): Promise<string> => askProgram(['/bin/sh', '-c', command], at, words)

/** What a program prints; '' when it fails or is not there. */
export const askProgram = async (
  [program = '', ...args]: readonly string[],
  { env, cwd }: { readonly env: Env; readonly cwd: string },
  words: 'shown' | 'hidden' = 'hidden',
): Promise<string> => {
  const child = spawn(program, args, {
    env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: cwd }),
    stdio: ['ignore', 'pipe', words === 'shown' ? 'inherit' : 'ignore'],
    timeout: HELPER_MS,
  })
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  child.once('error', () => resolve(false))
  child.once('exit', code => resolve(code === 0))
  const [said, ok] = await Promise.all([text(child.stdout), ended])
  return ok ? said.trim() : ''
}
