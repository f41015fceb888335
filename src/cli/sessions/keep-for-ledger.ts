import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { sessionPath } from '../../features/sessions/project-key.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { MetadataEntry } from '../../protocol/entry.ts'

/**
 * A session whose conversation says nothing is not kept; then nobody would find what its agents did. Answers its id. It is
 * still none to go on with.
 */
export const keepForLedger = async (
  engine: Pick<Engine, 'query'>,
  { configHome, cwd }: { readonly configHome: string; readonly cwd: string },
): Promise<string> => {
  const { sessionId } = await engine.query('state')
  const path = sessionPath(configHome, cwd, sessionId)
  const first: MetadataEntry = { type: 'cwd', cwd, sessionId }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  appendFileSync(path, `${JSON.stringify(first)}\n`, { mode: 0o600 })
  return sessionId
}
