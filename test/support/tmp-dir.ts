import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh private directory (its real path), removed at the end of the scope: `await using tmp = tmpDir()`. */
export const tmpDir = (): AsyncDisposable & { readonly path: string } => {
  const path = realpathSync.native(mkdtempSync(join(tmpdir(), 'capstan-test-')))
  return {
    path,
    async [Symbol.asyncDispose]() {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
