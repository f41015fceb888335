import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobView } from '../../features/fleet/fold.ts'
import { measureSession } from '../eval/measure.ts'
import type { Process } from '../process.ts'
import { pricesFor } from '../sessions/prices.ts'
import { readStoredSession, type WorkPaths, writeStoredSession } from './stored-session.ts'

export interface SpendingAt {
  readonly from: Process
  readonly configHome: string
  readonly home: string
}

/** What a job has spent by its log: for one that was stopped, failed or was set aside. */
export const spentBy = (view: JobView, key: Uint8Array, at: SpendingAt): number => {
  const room = mkdtempSync(join(tmpdir(), 'capstan-fleet-'))
  try {
    const { configHome, home } = at
    const paths: WorkPaths = { work: room, project: room, configHome, home }
    const kept = readStoredSession(view, key, paths)
    const file = join(room, 'session.jsonl')
    writeStoredSession(kept, file)
    const price = pricesFor({ cwd: room, configHome, process: at.from })
    const measured = measureSession(file, join(room, 'copy.jsonl'), price)
    return Math.max(measured.usd, ...kept.ended.map(({ usd }) => usd), 0)
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
