import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type Cassette, parseCassette, type RecordedRun } from '../features/models/recorder/cassette.ts'
import { recordModel } from '../features/models/recorder/record.ts'
import { type ReplayModel, replayModel } from '../features/models/recorder/replay.ts'
import { sleepFor } from '../features/models/sleep.ts'
import { credentialValues } from '../features/secrets/credential-values.ts'
import { extraFormat } from '../features/secrets/extra-format.ts'
import { errorText } from '../lib/error-text.ts'
import { createDetector, type FindSecrets } from '../lib/secrets/detect.ts'
import type { Model } from '../protocol/model.ts'
import type { SecretSettings } from '../protocol/settings.ts'
import { ExitError } from './exit-error.ts'

interface TapePlace {
  readonly cwd: string
  readonly home: string
  /** Its credentials are kept out of a recording wherever they stand. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the person chose about secrets. */
  readonly secrets?: SecretSettings | undefined
}

const detectorFor = ({ env, secrets }: TapePlace): FindSecrets =>
  createDetector({
    formats: (secrets?.extraPatterns ?? []).map(extraFormat),
    values: credentialValues(env),
  })

/** Answers from a recording instead of a provider. */
export const openReplay = (
  file: string,
  place: TapePlace,
  match: 'strict' | 'nearest' = 'nearest',
): ReplayModel =>
  replayModel(readTape(file), {
    ...place,
    match,
    speed: 'instant',
    sleep: sleepFor,
    find: detectorFor(place),
  })

export const readTape = (file: string): Cassette => {
  try {
    return parseCassette(readFileSync(file, 'utf8'), file)
  } catch (error) {
    throw new ExitError(1, `Cannot replay: ${errorText(error)}`)
  }
}

/** Writes every exchange down, secrets removed. The file is begun anew and is for the owner only. */
export const recordTo = (
  file: string,
  model: Model,
  about: TapePlace & { readonly run: RecordedRun },
): Model => {
  try {
    writeFileSync(file, '', { mode: 0o600 })
  } catch (error) {
    throw new ExitError(1, `--record: cannot write ${file} (${errorText(error)}).`)
  }
  return recordModel(model, line => appendFileSync(file, `${line}\n`), {
    ...about,
    find: detectorFor(about),
  })
}
