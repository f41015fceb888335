import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

test('settings of the person: others may follow from the start, the editor shows the last answer, emoji by name', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'An answer.', repeat: true }] },
    {
      columns: 120,
      env: { VISUAL: '', EDITOR: 'sh editing.sh' },
      prepare: world => {
        mkdirSync(world.config, { recursive: true })
        const wishes = {
          remoteControlAtStartup: true,
          externalEditorContext: true,
          promptSuggestionEnabled: false,
        }
        writeFileSync(join(world.config, 'settings.json'), JSON.stringify(wishes))
        writeFileSync(join(world.project, 'editing.sh'), 'cp "$1" seen.txt; printf "and more\\n" >> "$1"')
      },
    },
  )
  const { program, world } = terminal
  await program.waitFor('Remote control is on at')
  terminal.say('hi')
  await program.waitFor('An answer.')
  program.type('go :rocke')
  await program.waitFor('🚀')
  program.key('tab')
  await program.waitFor('go 🚀')
  program.key('ctrl+g')
  await program.waitFor('and more')
  expect(readFileSync(join(world.project, 'seen.txt'), 'utf8')).toMatch(/^> An answer\.\n.*\ngo 🚀/)
  expect(program.screen().join('\n')).not.toContain('> An answer')
})
