import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything the tests leave in the temporary directory goes with the run. */
export const setup = (): (() => void) => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-tests-'))
  process.env['TMPDIR'] = dir
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}
