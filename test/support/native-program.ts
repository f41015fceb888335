import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { reportMissing, SKIPPED_ONLY } from './report-missing.ts'
import { REPOSITORY } from './run-program.ts'

const FILE = join(REPOSITORY, `dist/native/capstan-${process.platform}-${process.arch}`)

/** The native program of this machine, where it was built; one line says where it wasn't. */
export const nativeProgram = (): string | undefined => {
  if (existsSync(FILE)) return FILE
  reportMissing('native', 'which "npm run build:native" makes', SKIPPED_ONLY)
  return undefined
}
