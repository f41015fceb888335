import type { ChildProcess, StdioOptions } from 'node:child_process'
import { killGroupLeftovers } from '../../lib/process/process-tree.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'

export interface ChildStart {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input?: string
  readonly seconds: number
  /** Descriptors its streams go to; absent: the end of both is kept. */
  readonly files?: { readonly stdout: number; readonly stderr: number }
}

export interface ChildEnd {
  readonly code: number | null
  readonly timedOut: boolean
  readonly output: string
}

/** How much of the end of a command's output is kept. */
const KEPT = 64 * 1024
/** Between asking a program to end and ending it. */
const GRACE_MS = 5_000
const LEFTOVER_MS = 200

/** A program in a group of its own, to its end. Rejects when the signal aborts, once the program is gone. */
export const runChild = async (start: ChildStart, signal: AbortSignal): Promise<ChildEnd> => {
  signal.throwIfAborted()
  const { files } = start
  const stdio: StdioOptions = ['pipe', files?.stdout ?? 'pipe', files?.stderr ?? 'pipe']
  const child = spawnGroup(start.file, start.args, { cwd: start.cwd, env: start.env, stdio })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output = (output + piece).slice(-KEPT)
    })
  // One that reads nothing may be gone before all is written.
  child.stdin?.on('error', () => {}).end(start.input ?? '')
  let timedOut = false
  let forced: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    forced ??= setTimeout(() => void killAll(child), GRACE_MS)
  }
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, start.seconds * 1000)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      // What it left behind may hold its pipes open: gone is gone.
      child.once('exit', value => {
        void killAll(child)
        child.once('close', () => resolve(value))
      })
    })
    signal.throwIfAborted()
    return { code, timedOut, output }
  } finally {
    clearTimeout(timer)
    clearTimeout(forced)
    signal.removeEventListener('abort', stop)
  }
}

const killAll = async ({ pid }: ChildProcess): Promise<void> => {
  if (pid !== undefined) await killGroupLeftovers(pid, LEFTOVER_MS)
}
