// Takes docs/screens/web-page.png: the built program's web page in a real browser, with a scripted model.
import { beginSession, openPageWorld, say } from '../test/support/page-world.ts'
import { SAMPLE_EDIT, SAMPLE_FILE, SAMPLE_FINDING, SAMPLE_SOURCE } from './sample-task.ts'

await using place = await openPageWorld({
  replies: [
    { when: { lastUserText: 'retry' }, tool: { name: 'Read', input: { file_path: SAMPLE_FILE } } },
    {
      when: { toolResult: { tool: 'Read' } },
      text: `${SAMPLE_FINDING}\nI move it out of the loop.`,
      tool: { name: 'Edit', input: SAMPLE_EDIT },
    },
    { text: 'Done.', repeat: true },
  ],
})
place.world.put(SAMPLE_FILE, SAMPLE_SOURCE)
await using at = await place.open({ width: 1_200, height: 900 })
await beginSession(at.page)
await say(at.page, 'Why does the retry never stop?')
await at.page.locator('.card.ask').waitFor()
await at.page.locator('.hl-keyword').first().waitFor()
await at.page.getByText('Waiting for you').first().waitFor()
await at.page.screenshot({ path: 'docs/screens/web-page.png' })
