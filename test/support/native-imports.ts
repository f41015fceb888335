import { join } from 'node:path'

/**
 * How workers import: as Node does, without the runner's own translation of each file, which takes longer to make and
 * makes each use of an imported name a call. Nothing here mocks modules, which is what that is for.
 */
export const NATIVE_IMPORTS = {
  execArgv: ['--import', join(import.meta.dirname, 'load-sources.mjs')],
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
