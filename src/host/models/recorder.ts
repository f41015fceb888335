import { readFileSync, statSync, writeSync } from 'node:fs'
import {
  type Cassette,
  CassetteError,
  parseCassette,
  type RecordedRun,
} from '../../features/models/recorder/cassette.ts'
import { recordModel } from '../../features/models/recorder/record.ts'
import { type ReplayModel, replayModel } from '../../features/models/recorder/replay.ts'
import { sleepFor } from '../../features/models/sleep.ts'
import { credentialValues } from '../../features/secrets/credential-values.ts'
import { extraFormat } from '../../features/secrets/extra-format.ts'
import { errorText } from '../../lib/error-text.ts'
import { openOutput } from '../../lib/open-output.ts'
import { createDetector, type FindSecrets } from '../../lib/secrets/detect.ts'
import { HostError } from '../../protocol/host.ts'
import { recordingText } from '../../protocol/messages/host/recordings.ts'
import type { Model } from '../../protocol/model.ts'
import type { SecretSettings } from '../../protocol/settings.ts'
import { describeCause } from '../../protocol/system-error.ts'

interface TapeOptions {
  readonly cwd: string
  readonly home: string
  /** Its credentials are kept out of a recording wherever they stand. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the person chose about secrets. */
  readonly secrets?: SecretSettings | undefined
}

const detectorFor = ({ env, secrets }: TapeOptions): FindSecrets =>
  createDetector({
    formats: (secrets?.extraPatterns ?? []).map(extraFormat),
    values: credentialValues(env),
  })

/** Answers from a recording instead of a provider. */
export const openReplay = (
  file: string,
  options: TapeOptions,
  match: 'strict' | 'nearest' = 'nearest',
): ReplayModel =>
  replayModel(readTape(file), {
    ...options,
    match,
    speed: 'instant',
    sleep: sleepFor,
    find: detectorFor(options),
  })

const MAX_TAPE_BYTES = 512 * 1024 * 1024

export const readTape = (file: string): Cassette => {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new CassetteError(recordingText('not_plain_file', { file }))
    if (stat.size > MAX_TAPE_BYTES) throw new CassetteError(recordingText('too_large', { file }))
    return parseCassette(readFileSync(file, 'utf8'), file)
  } catch (error) {
    const reason = describeCause(error)
    // What was found in the file names it; the system's own answer is told without it.
    if (error instanceof CassetteError)
      throw new HostError('file', recordingText('cannot_replay', { reason }))
    throw new HostError('file', recordingText('cannot_replay_file', { file, reason }))
  }
}

/**
 * Writes every exchange down, secrets removed. The file is begun anew and is for the owner only; it is opened once, so
 * that nothing that happens to its name during the run leads a line elsewhere.
 */
export const recordTo = (
  file: string,
  model: Model,
  about: TapeOptions & { readonly run: RecordedRun },
): Model => {
  const fd = openRecording(file, about.cwd)
  return recordModel(model, line => writeWhole(fd, `${line}\n`), { ...about, find: detectorFor(about) })
}

const openRecording = (file: string, cwd: string): number => {
  try {
    return openOutput(file, { cwd })
  } catch (error) {
    throw new HostError('file', recordingText('cannot_record', { file, reason: errorText(error) }))
  }
}

const writeWhole = (fd: number, text: string): void => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}
