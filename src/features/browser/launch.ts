import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { withMemoryLimit } from '../../lib/process/memory-limit.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { type LaunchWish, launchArguments } from './launch-arguments.ts'
import { Pipe } from './pipe.ts'

export interface Launch extends LaunchWish {
  readonly file: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of each of its processes. */
  readonly memoryBytes: number
}

/** A browser that runs, as a group of processes that ends with this program. */
export interface Launched {
  readonly pipe: Pipe
  /** What it said of itself: name and version. */
  readonly product: string
  /** The last of what it wrote where errors go. */
  complaint(): string
  end(): Promise<void>
}

const START_MS = 30_000
const END_MS = 3_000
const MOST_COMPLAINT = 2_000

/** What a program dies of that crashes; whoever ends one on purpose uses other signals. */
const CRASHES: readonly string[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGTRAP']

class LaunchError extends Error {
  override readonly name = 'LaunchError'
  readonly crashed: boolean

  constructor(words: string, { crashed, cause }: { readonly crashed: boolean; readonly cause: unknown }) {
    super(words, { cause })
    this.crashed = crashed
  }
}

/** One that crashes is started once more. Throws when it does not start, with what it wrote. */
export const launchBrowser = async (wish: Launch): Promise<Launched> =>
  await launchOnce(wish).catch(async (error: unknown) => {
    if (error instanceof LaunchError && error.crashed) return await launchOnce(wish)
    throw error
  })

const launchOnce = async (wish: Launch): Promise<Launched> => {
  const { file, args } = withMemoryLimit(wish.file, launchArguments(wish), wish.memoryBytes)
  const child = spawnGroup(file, args, {
    env: wish.env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-MOST_COMPLAINT)
  })
  const pipe = new Pipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  void gone.then(() => pipe.close())
  const end = (): Promise<void> => endGroup(child, pipe, gone)
  try {
    const { product } = await pipe.send<{ readonly product: string }>(
      'Browser.getVersion',
      {},
      { timeoutMs: START_MS },
    )
    return { pipe, product, complaint: () => said, end }
  } catch (error) {
    await end()
    throw new LaunchError(lastWords(said), {
      crashed: CRASHES.includes(child.signalCode ?? ''),
      cause: error,
    })
  }
}

const lastWords = (said: string): string => said.trim().split('\n').slice(-3).join(' ').slice(0, 600)

const endGroup = async (child: ChildProcess, pipe: Pipe, gone: Promise<void>): Promise<void> => {
  // Asked first: what it keeps is then whole.
  pipe.send('Browser.close', {}, { timeoutMs: END_MS }).catch(() => undefined)
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, END_MS)
  await Promise.race([gone, late.promise])
  clearTimeout(timer)
  pipe.close()
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
  await gone
}
