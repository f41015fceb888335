import type { ChildProcess } from 'node:child_process'
import { errorText } from '../../lib/error-text.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { voiceText } from '../../protocol/messages/host/voice.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { Recorder } from './recorders.ts'
import { peakOf, SAMPLE_RATE, secondsOf } from './wav.ts'

export interface RecordOptions {
  readonly recorder: Recorder
  readonly cwd: string
  /** The whole environment of the recorder. */
  readonly variables: Readonly<Record<string, string>>
  /** It ended by itself: the time is up, or the recorder failed. */
  onEnd(): void
}

export interface Recording {
  /** Ends it; the samples. Throws LocalizedError with why there are none. */
  stop(): Promise<Buffer>
  /** Ends it, and nothing of it is kept. */
  discard(): void
  /** How loud it is just now, 0 to 1. */
  level(): number
}

/** Whoever forgets that it runs does not record a whole day. */
export const LONGEST_S = 300
const MOST_BYTES = LONGEST_S * SAMPLE_RATE * 2
const SHORTEST_S = 0.2
/** Below it there is not even the noise of a room. */
const SILENCE = 0.001
const STOP_MS = 1_000
const MOST_SAID = 400

/** Starts the recorder at once; nothing touches the disk. */
export const startRecording = ({ recorder, cwd, variables, onEnd }: RecordOptions): Recording => {
  const child = spawnGroup(recorder.program, recorder.args, {
    cwd,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  let bytes = 0
  let said = ''
  let isStopping = false
  child.stdout?.on('data', (chunk: Buffer) => {
    if (bytes >= MOST_BYTES) return
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) onEnd()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    if (said.length < MOST_SAID) said += chunk.toString('utf8')
  })
  const ended = new Promise<void>(resolve => {
    child.once('error', error => {
      said = errorText(error)
      resolve()
    })
    child.once('close', () => resolve())
  })
  void ended.then(() => {
    if (!isStopping) onEnd()
  })
  return {
    async stop() {
      isStopping = true
      await endRecorder(child, ended)
      return checked(Buffer.concat(chunks), { program: recorder.program, said })
    },
    discard() {
      isStopping = true
      chunks.length = 0
      bytes = MOST_BYTES
      void endRecorder(child, ended)
    },
    level: () => {
      const last = chunks.at(-1)
      return last === undefined ? 0 : peakOf(last.subarray(0, last.length - (last.length % 2)))
    },
  }
}

/** SIGINT is what a person at a terminal would send: recorders write out what they have. */
const endRecorder = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  signalGroup(child, 'SIGINT')
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_MS)
  await ended
  clearTimeout(force)
}

const signalGroup = (child: ChildProcess, name: 'SIGINT' | 'SIGKILL'): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // ESRCH: it has ended already.
  }
}

const checked = (
  samples: Buffer,
  { program, said }: { readonly program: string; readonly said: string },
): Buffer => {
  if (samples.length === 0 && said.trim() !== '')
    throw new LocalizedError(voiceText('recorder_failed', { program, said: said.trim().slice(0, MOST_SAID) }))
  if (secondsOf(samples) < SHORTEST_S) throw new LocalizedError(voiceText('too_short'))
  if (peakOf(samples) < SILENCE) throw new LocalizedError(voiceText('silent'))
  return samples
}
