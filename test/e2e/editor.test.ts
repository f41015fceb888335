import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentOf, FakeEditor } from '../support/fake-editor.ts'
import { heldHere } from '../support/run-here.ts'
import { openWorld } from '../support/run-program.ts'

test('with --ide a single prompt has what is selected in the editor, and the program ends when it is answered', async () => {
  await using world = await openWorld({ replies: [{ text: 'It is one.', repeat: true }] })
  const filePath = join(world.project, 'a.txt')
  writeFileSync(filePath, 'one\n')
  const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }
  const selected = JSON.stringify({ success: true, text: 'one', filePath, selection: at })
  await using editor = await FakeEditor.open({
    directory: join(world.home, '.claude', 'ide'),
    folders: [world.project],
    tools: { getCurrentSelection: () => ({ result: contentOf([selected]) }) },
  })
  const request = (index: number): string => JSON.stringify(world.server.requests.at(index)?.body)
  expect(await world.run(['-p', '--ide', 'What is this?'])).toMatchObject({ code: 0, stdout: 'It is one.\n' })
  expect(request(-1)).toContain('line 1 of a.txt selected in their editor')
  await editor.until(() => editor.connections === 0)
  // Without being asked to, a run without a screen talks to no editor.
  const env = { CLAUDE_CODE_SSE_PORT: String(editor.port) }
  expect(await heldHere(world).run(['-p', 'What is this?'], { env })).toMatchObject({ code: 0 })
  expect(request(-1)).not.toContain('editor')
  expect(editor.headers).toHaveLength(1)
})
