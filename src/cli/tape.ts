import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type Cassette, parseCassette, type RecordedRun } from '../features/models/recorder/cassette.ts'
import { recordModel } from '../features/models/recorder/record.ts'
import { type ReplayModel, replayModel } from '../features/models/recorder/replay.ts'
import { sleepFor } from '../features/models/sleep.ts'
import type { Model } from '../protocol/model.ts'
import { ExitError } from './exit-error.ts'

interface TapePlace {
  readonly cwd: string
  readonly home: string
}

/** Answers from a recording instead of a provider. */
export const openReplay = (
  file: string,
  place: TapePlace,
  match: 'strict' | 'nearest' = 'nearest',
): ReplayModel => replayModel(readTape(file), { ...place, match, speed: 'instant', sleep: sleepFor })

export const readTape = (file: string): Cassette => {
  try {
    return parseCassette(readFileSync(file, 'utf8'), file)
  } catch (error) {
    throw new ExitError(1, `Cannot replay: ${error instanceof Error ? error.message : String(error)}`)
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
    throw new ExitError(
      1,
      `--record: cannot write ${file} (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
  return recordModel(model, line => appendFileSync(file, `${line}\n`), about)
}
