import { expect, test } from 'vitest'
import { openTerminal } from '../../support/pty/terminal-world.ts'

const ENDLESS = '// Never ends\nprint("begun")\nfor (;;);'

test('while a script computes without an end keys are answered, and Esc ends it', async () => {
  await using terminal = await openTerminal(
    { replies: [{ tool: { name: 'Script', input: { code: ENDLESS } } }, { text: 'done' }] },
    { prepare: world => world.put('../config/settings.json', '{"script":{"computeSeconds":600}}') },
  )
  const { program } = terminal
  terminal.say('go')
  await program.waitFor('Never ends')
  program.type('typed meanwhile')
  await program.waitFor('typed meanwhile')
  program.key('escape')
  await program.waitFor('Interrupted')
  expect(terminal.bottom().join('\n')).toContain('typed meanwhile')
})
