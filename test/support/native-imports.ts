import { join } from 'node:path'

/**
 * A worker holds all of the product and lives a few minutes: what it looked through again and again as it grew, and each
 * time it waited for a program, is left until there is half a gigabyte.
 */
const HEAP = ['--initial-old-space-size=512', '--min-semi-space-size=16', '--no-memory-reducer']

/**
 * How workers import: as Node does, without the runner's own translation of each file, which takes longer to make and
 * makes each use of an imported name a call. Nothing here mocks modules, which is what that is for.
 */
export const NATIVE_IMPORTS = {
  execArgv: [...HEAP, '--import', join(import.meta.dirname, 'load-sources.mjs')],
  experimental: { viteModuleRunner: false, nodeLoader: false },
}
