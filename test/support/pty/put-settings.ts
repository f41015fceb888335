import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../run-program.ts'

/** The person's own settings, before the program is started. */
export const putSettings =
  (settings: object) =>
  (world: World): void => {
    mkdirSync(world.config, { recursive: true })
    writeFileSync(join(world.config, 'settings.json'), JSON.stringify(settings))
  }
