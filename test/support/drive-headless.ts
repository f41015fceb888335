import type { HeadlessOptions } from '../../src/frontends/headless/headless-options.ts'
import { runHeadless } from '../../src/frontends/headless/run-headless.ts'
import { AsyncQueue } from '../../src/lib/async-queue.ts'
import type { InitializeFields } from '../../src/protocol/control/inbound.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { Queries } from '../../src/protocol/query.ts'
import { FakeEngine, type TurnScript } from './fake-engine.ts'

export type WireLine = Record<string, unknown>

/** A host at the other end of the pipes. */
export interface FakeHost {
  say(...lines: readonly (WireLine | string)[]): void
  hangUp(): void
}

export interface Drive {
  readonly turns: readonly TurnScript[]
  readonly options?: Partial<HeadlessOptions>
  readonly answers?: Partial<Queries>
  /** What the host says before it has heard anything. */
  readonly opening?: (host: FakeHost) => void
  /** How it answers a line. */
  readonly hears?: (line: WireLine, host: FakeHost) => void
  readonly write?: (text: string) => Promise<void> | void
  readonly signal?: AbortSignal
  readonly prepare?: (engine: FakeEngine) => void
}

export interface Driven {
  readonly code: number
  readonly out: string
  readonly lines: readonly WireLine[]
  readonly errors: readonly string[]
  readonly engine: FakeEngine
  /** What each session was opened with. */
  readonly opened: readonly (InitializeFields | undefined)[]
}

const OPTIONS: HeadlessOptions = {
  inputFormat: 'text',
  outputFormat: 'stream-json',
  verbose: false,
  includePartialMessages: false,
  includeHookEvents: false,
  replayUserMessages: false,
  allowBypass: false,
  version: '1.0.0',
  betas: [],
}

/** Runs the headless front end over a scripted engine; new ids are `id-1`, `id-2` … */
export const driveHeadless = async (drive: Drive): Promise<Driven> => {
  const engine = new FakeEngine(drive.turns, drive.answers)
  drive.prepare?.(engine)
  const stdin = new AsyncQueue<string>()
  const host: FakeHost = {
    say: (...lines) => {
      for (const line of lines) void stdin.push(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    },
    hangUp: () => stdin.close(),
  }
  drive.opening?.(host)
  let out = ''
  let count = 0
  const errors: string[] = []
  const lines: WireLine[] = []
  const opened: Driven['opened'][number][] = []
  const code = await runHeadless({
    async open(initialize) {
      opened.push(initialize)
      return engine
    },
    options: { ...OPTIONS, ...drive.options },
    suggestFiles: async query => [`${query}.txt`],
    now: () => 0,
    localize: async () => inEnglish,
    ids: () => `id-${++count}`,
    io: {
      stdin,
      write: text => {
        out += text
        if (text.startsWith('{')) {
          const line: WireLine = JSON.parse(text)
          lines.push(line)
          drive.hears?.(line, host)
        }
        return drive.write?.(text)
      },
      writeError: text => errors.push(text),
      ...(drive.signal && { signal: drive.signal }),
    },
  })
  return { code, out, lines, errors, engine, opened }
}
