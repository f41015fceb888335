import { test } from 'vitest'
import { readFileSync } from 'node:fs'
import { codeServer, openEditor } from './editor-world.ts'

test('look', async () => {
  const main = codeServer()
  if (!main) return
  const t0 = performance.now()
  const say = (what: string) => console.log(((performance.now() - t0) / 1000).toFixed(1), what)
  await using editor = await openEditor({ main, files: { 'app.ts': 'export const port = 3000\n\nexport const start = () => console.log(port)\n' }, scenario: { replies: [
    { when: { lastUserText: 'change' }, text: 'I change `app.ts:1`.', tool: { name: 'Edit', input: { file_path: 'app.ts', old_string: '3000', new_string: '4000' } } },
    { text: 'Done: the port is set in `app.ts:1`.\n\n```ts\nconst port = 4000 // changed\n```', repeat: true } ] } })
  const { page, panel } = editor
  say('editor')
  page.on('console', m => { if (m.type() === 'error' || m.text().includes('Content Security')) console.log('CONSOLE', m.text().slice(0, 300)) })
  try {
    await editor.openFile('app.ts')
    await editor.command('Capstan: Open Panel')
    say('command')
    await page.waitForTimeout(6000)
    await page.screenshot({ path: '/tmp/cs/s1.png' })
    for (const f of page.frames()) console.log(f.url().slice(0, 150))
    await panel.locator('textarea').first().fill('change the port', { timeout: 20000 })
    await panel.locator('textarea').first().press('Enter')
    await page.waitForTimeout(6000)
    await page.screenshot({ path: '/tmp/cs/s2.png' })
    say('asked')
  } finally {
    await page.screenshot({ path: '/tmp/cs/s3.png' })
  }
})
