import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { parseCassette } from '../features/models/recorder/cassette.ts'
import type { RunFacts } from '../features/models/recorder/normalise.ts'
import { recordModel } from '../features/models/recorder/record.ts'
import { replayModel } from '../features/models/recorder/replay.ts'
import type { Model } from '../protocol/model.ts'

/** The folder of one test is called otherwise each time, as a path and as the name of a folder made of that path. */
const factsOf = (root: string): RunFacts => ({ cwd: root, home: root.replace(/[^A-Za-z0-9]/g, '-') })

/** Writes every exchange with the model to a file; credentials of known formats are left out. The file begins anew. */
export const recordToFile = (model: Model, file: string, root: string): Model => {
  writeFileSync(file, '', { mode: 0o600 })
  return recordModel(model, line => appendFileSync(file, `${line}\n`), factsOf(root))
}

export const replayFromFile = (file: string, match: 'strict' | 'nearest', root: string): Model =>
  replayModel(parseCassette(readFileSync(file, 'utf8'), file), {
    match,
    speed: 'instant',
    ...factsOf(root),
  })
