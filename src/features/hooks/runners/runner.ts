import type { HookHandler, HookInput } from '../../../protocol/hook.ts'
import type { HookEventRow } from '../event-row.ts'
import type { HookPorts, HttpHookChoice } from '../ports.ts'
import type { CommandEnd } from './command.ts'

/** One run of one hook, whatever its kind. */
export interface HookRun {
  readonly handler: HookHandler
  readonly row: HookEventRow
  readonly input: HookInput
  /** The input as JSON. */
  readonly stdin: string
  readonly projectDir: string
  /** What the person has every shell command started by. */
  readonly prefix?: string
  /** What stands for `${NAME}` in what the hook says. */
  readonly places: Readonly<Record<string, string>>
  /** The environment of a process, credentials removed. */
  readonly variables: Readonly<Record<string, string>>
  readonly ports: HookPorts
  readonly http: HttpHookChoice
  readonly timeoutMs: number
  readonly signal: AbortSignal
  onFirstLine?(line: string): void
  onOutput?(stdout: string, stderr: string): void
}

/** Runs a hook and says how it ended, as if it were a command. Never rejects. */
export type Runner = (run: HookRun) => Promise<CommandEnd>

const NOTHING = { code: null, killedBy: null, stdout: '', stderr: '', cut: false } as const

export const printed = (stdout: string): CommandEnd => ({ ...NOTHING, ended: 'exit', code: 0, stdout })

/** It ran and did not work out. */
export const failedWith = (stderr: string): CommandEnd => ({ ...NOTHING, ended: 'exit', code: 1, stderr })

/** There was nothing that could run. */
export const notStarted = (stderr: string): CommandEnd => ({ ...NOTHING, ended: 'failed', stderr })

/** Lets `work` take its time, and not more. */
export const within = async (
  { timeoutMs, signal }: Pick<HookRun, 'timeoutMs' | 'signal'>,
  work: (signal: AbortSignal) => Promise<CommandEnd>,
): Promise<CommandEnd> => {
  if (signal.aborted) return { ...NOTHING, ended: 'abort' }
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, MAX_TIMER_MS))
  const either = AbortSignal.any([signal, late.signal])
  const { promise, resolve } = Promise.withResolvers<CommandEnd>()
  const end = (): void => resolve({ ...NOTHING, ended: signal.aborted ? 'abort' : 'timeout' })
  either.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work(either), promise])
  } catch (error) {
    if (either.aborted) return { ...NOTHING, ended: signal.aborted ? 'abort' : 'timeout' }
    return notStarted(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
    either.removeEventListener('abort', end)
  }
}

const MAX_TIMER_MS = 2_147_483_647
