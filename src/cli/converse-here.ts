import { embeddedHost, libraryVersion } from '../host/library/open-host.ts'
import type { Env } from '../protocol/host.ts'
import { parseArgs } from './args/parse-args.ts'
import { exitCodeOf } from './exit-code.ts'
import { converse } from './run.ts'

interface HereRun {
  readonly argv: readonly string[]
  readonly env: Env
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly signal: AbortSignal
  write(text: string): Promise<void>
  writeError(text: string): void
}

/** What the program does with this command line, in a process that is somebody else's: answers its exit code. */
export const converseHere = async ({ argv, env, cwd, ...io }: HereRun): Promise<number> => {
  const parsed = parseArgs(argv)
  if (parsed.kind !== 'run') {
    io.writeError(parsed.kind === 'usage_error' ? parsed.message : 'Only a conversation can be held here.')
    return 2
  }
  try {
    const from = { env, cwd, argv, version: libraryVersion, openHost: embeddedHost }
    return await converse({ options: parsed.options }, from, io)
  } catch (error) {
    const code = exitCodeOf(error)
    if (code === undefined) throw error
    io.writeError((error as Error).message)
    return code
  }
}
