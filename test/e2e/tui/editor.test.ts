import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeEditor } from '../../support/fake-editor.ts'
import { asked, requestText } from '../../support/pty/asked.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { tmpDir } from '../../support/tmp-dir.ts'

test('in the terminal of an editor: what is selected is in sight, mentions land in the prompt, a diff is answered there', async () => {
  await using tmp = tmpDir()
  await using editor = await FakeEditor.open({ directory: tmp.path, folders: [] })
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } } },
        { text: 'Very well.', repeat: true },
      ],
    },
    {
      columns: 110,
      rows: 34,
      env: { CLAUDE_CODE_SSE_PORT: String(editor.port), ENABLE_IDE_INTEGRATION: 'true' },
      prepare(world) {
        editor.offer(join(world.home, '.claude', 'ide'), [world.project])
        writeFileSync(join(world.project, 'a.txt'), 'one\ntwo\nthree\n')
      },
    },
  )
  const { program, world } = terminal
  const file = join(world.project, 'a.txt')
  await program.waitFor('⧉ Testvim')
  editor.select(file, 'one\ntwo', [0, 1])
  await program.waitFor('⧉ 2 lines selected in a.txt')
  program.type('look at')
  await program.waitFor('> look at')
  editor.notify('at_mentioned', { filePath: file, lineStart: 0, lineEnd: 2 })
  await program.waitFor('> look at @a.txt#L1-3')
  program.type('and change it')
  program.key('enter')
  await asked(terminal, 'Also open in Testvim: accept, change or reject it there.')
  expect(program.screen().join('\n')).toContain('Selected in your editor: 2 lines of a.txt')
  expect(requestText(terminal, 0)).toContain('lines 1–2 of a.txt selected in their editor')
  await editor.until(() => editor.callsOf('openDiff').length === 1)
  editor.answer('FILE_SAVED', 'one\nzwei\nthree\n')
  await program.waitFor('Very well.')
  expect(readFileSync(file, 'utf8')).toBe('one\nzwei\nthree\n')
  expect(program.screen().join('\n')).not.toContain('Also open in Testvim')

  terminal.say('/ide')
  await program.waitFor(`● Testvim (${editor.port})`)
  program.key('down')
  program.key('enter')
  await editor.until(() => editor.connections === 0)
  await program.waitFor(screen => !screen.join('\n').includes('⧉'))
})
