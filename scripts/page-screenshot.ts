// Takes docs/screens/web-page.png: the built program's web page in a real browser, with a scripted model.
import { beginSession, openPageWorld, say } from '../test/support/page-world.ts'

const ANSWER = `The retry never stops, because \`attempt\` is reset **inside** the loop:

\`\`\`ts
for (;;) {
  let attempt = 0 // begins anew each time
  if (++attempt > limit) throw new Error('gave up')
}
\`\`\`

I move it out of the loop.`
const BEFORE = `export const retry = async (call: () => Promise<void>, limit: number) => {\n  for (;;) {\n    let attempt = 0\n    try {\n      return await call()\n    } catch (error) {\n      if (++attempt > limit) throw error\n    }\n  }\n}\n`

await using place = await openPageWorld({
  replies: [
    { when: { lastUserText: 'retry' }, tool: { name: 'Read', input: { file_path: 'src/retry.ts' } } },
    {
      when: { toolResult: { tool: 'Read' } },
      text: ANSWER,
      tool: {
        name: 'Edit',
        input: {
          file_path: 'src/retry.ts',
          old_string: '  for (;;) {\n    let attempt = 0\n',
          new_string: '  let attempt = 0\n  for (;;) {\n',
        },
      },
    },
    { text: 'Done.', repeat: true },
  ],
})
place.world.put('src/retry.ts', BEFORE)
await using at = await place.open({ width: 1_200, height: 900 })
await beginSession(at.page)
await say(at.page, 'Why does the retry never stop?')
await at.page.locator('.card.ask').waitFor()
await at.page.locator('.hl-keyword').first().waitFor()
await at.page.getByText('Waiting for you').first().waitFor()
await at.page.screenshot({ path: 'docs/screens/web-page.png' })
