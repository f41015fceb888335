import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Env } from '../../protocol/host.ts'

const HELPER_MS = 60_000
/** Somebody may have to sign in by browser meanwhile. */
const SIGN_IN_MS = 3 * 60_000
/** Of what it said last, when it failed. */
const MOST_SAID = 300

/** It prints the key, and like every child gets none of those that are there. '' when it gave none. */
export const askForKey = (
  { command, ...at }: { readonly command: string; readonly env: Env; readonly cwd: string },
  words: 'shown' | 'hidden',
): Promise<string> => askProgram(['/bin/sh', '-c', command], at, words)

/** Runs a command that signs in somewhere. Undefined when it went well, else the last it said. */
export const runSignIn = async (
  command: string,
  { env, cwd }: { readonly env: Env; readonly cwd: string },
  words: 'shown' | 'hidden',
): Promise<string | undefined> => {
  const child = spawn('/bin/sh', ['-c', command], {
    env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: cwd }),
    cwd,
    // What a script reads from the program's own output is not among it.
    stdio: words === 'shown' ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe'],
    timeout: SIGN_IN_MS,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      said = `${said}${piece.toString()}`.slice(-MOST_SAID)
    })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  child.once('error', error => resolve(error.message))
  child.once('close', code =>
    resolve(code === 0 ? undefined : said.trim().split('\n').at(-1) || `exit code ${code}`),
  )
  return await promise
}

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
