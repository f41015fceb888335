import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idle } from '../../support/pty/asked.ts'
import { withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { visibleBytes } from '../../support/pty/visible-bytes.ts'

const FINE = { replies: [{ text: 'A fine answer.', repeat: true }] }

test('the whole conversation is written to a file that is named, and copied', async () => {
  await using terminal = await openTerminalHere(FINE, { columns: 120 })
  const { program, world } = terminal
  terminal.say('a question')
  await program.waitFor('A fine answer.')
  await idle(terminal)
  program.key('ctrl+o')
  await program.waitFor('c copy all · w file')
  program.type('w')
  const row = await program.waitFor(/Written to .*capstan-\S+\.md|capstan-\S+\.md/)
  const name = /capstan-[\w-]+\.md/.exec(program.screen()[row] ?? '')?.[0] ?? ''
  const text = readFileSync(join(world.project, name), 'utf8')
  expect(text).toContain('a question')
  expect(text).toContain('A fine answer.')
  program.type('c')
  await program.waitFor(/Copied \d+ characters/)
  // Without a program to copy with, the terminal itself is asked to.
  expect(visibleBytes(program)).toContain('␛]52;')
})

test('/doctor speaks Chinese where the screen does', async () => {
  await using terminal = await openTerminalHere(FINE, {
    rows: 40,
    prepare: withSettings({ uiLanguage: 'zh' }),
  })
  const { program } = terminal
  terminal.say('/doctor')
  await program.waitFor('密钥来自 ANTHROPIC_API_KEY')
  await program.waitFor('已读取：')
})
