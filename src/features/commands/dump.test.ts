import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { COMMAND_SCENES, hostOf } from '../../../test/support/command-scenes.ts'
import { COMMANDS } from './index.ts'
import { findCommand, parseCommand } from './parse-command.ts'

test('dump', async () => {
  const out: Record<string, string> = {}
  for (const scene of COMMAND_SCENES) {
    const parsed = parseCommand(scene.line)
    const command = parsed && findCommand(parsed.name, COMMANDS)
    if (!command) throw new Error(scene.line)
    const key = `${scene.line} (${scene.when ?? ''})`
    if (key in out) throw new Error(`twice ${key}`)
    try {
      const o = (await command.run(parsed.args, hostOf(scene))) as any
      out[key] = `${o.kind}: ${typeof o.text === 'string' ? o.text : o.text.text}`
    } catch (error) {
      out[key] = `${(error as Error).name}: ${(error as Error).message}`
    }
  }
  writeFileSync(process.env['DUMP'] ?? '/tmp/mc/dump.json', JSON.stringify(out, null, 1))
})
