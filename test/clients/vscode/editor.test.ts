import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FrameLocator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import { hasChromium } from '../../support/needs-program.ts'
import { codeServer, openEditor } from './editor-world.ts'

const main = hasChromium() ? codeServer() : undefined

const FILE = 'export const port = 3000\n\nexport const start = () => console.log(port)\n'
const questions = [
  {
    question: 'Which port?',
    header: 'Port',
    multiSelect: false,
    options: [
      { label: 'Low', description: 'below 1024' },
      { label: 'High', description: 'above 1024' },
    ],
  },
]

const scenario: Scenario = {
  replies: [
    { when: { lastUserText: 'change the port' }, tool: { name: 'Read', input: { file_path: 'app.ts' } } },
    {
      when: { toolResult: { tool: 'Read' } },
      tool: { name: 'Edit', input: { file_path: 'app.ts', old_string: '3000', new_string: '4000' } },
    },
    { when: { toolResult: { tool: 'Edit' } }, text: 'It is `app.ts:3` that starts.' },
    { when: { lastUserText: 'ask me' }, tool: { name: 'AskUserQuestion', input: { questions } } },
    { when: { toolResult: { tool: 'AskUserQuestion' } }, text: 'A high one, then.' },
    { when: { lastUserText: 'make a file' }, tool: { name: 'Bash', input: { command: 'touch made.txt' } } },
    { when: { toolResult: { tool: 'Bash' } }, text: 'It is made.' },
    { text: 'Nothing to do.', repeat: true },
  ],
}

interface Browser {
  getComputedStyle(of: unknown): { readonly backgroundColor: string }
}

const background = (panel: FrameLocator): Promise<string> =>
  panel
    .locator('body')
    .evaluate(body => (globalThis as unknown as Browser).getComputedStyle(body).backgroundColor)

test.skipIf(main === undefined)(
  'in the real editor: a prompt with the selection, a diff accepted, a question answered, a notification, a terminal',
  async () => {
    await using editor = await openEditor({ main: String(main), scenario, files: { 'app.ts': FILE } })
    const { page, panel, world } = editor
    const written = (): string => readFileSync(join(world.project, 'app.ts'), 'utf8')
    const say = async (text: string): Promise<void> => {
      await panel.locator('textarea').first().fill(text)
      await panel.locator('textarea').first().press('Enter')
    }

    const shows = (text: string): Promise<void> => panel.getByRole('feed').getByText(text).first().waitFor()

    // What is selected goes along.
    await editor.openFile('app.ts')
    await page.locator('.monaco-editor .view-line').first().click()
    await page.keyboard.press('Control+a')
    await editor.command('Capstan: Open Panel')
    await say('change the port')
    const accept = page.getByRole('button', { name: 'Accept Change' }).first()
    await accept.waitFor()
    await panel.getByText('Change a file').first().waitFor()
    const sent = JSON.stringify(world.server.requests.map(({ body }) => body))
    expect(sent).toMatch(/lines 1.3 of app.ts selected in their editor/)
    await panel.getByText('3 lines selected in app.ts').first().waitFor()
    await editor.shot('diff')

    // The diff in the editor answers the question in the panel.
    expect(written()).toBe(FILE)
    await accept.click()
    await shows('that starts')
    expect(written()).toBe(FILE.replace('3000', '4000'))
    await expect.poll(() => page.getByRole('button', { name: 'Accept Change' }).count()).toBe(0)
    await panel.getByRole('button', { name: 'app.ts:3' }).click()
    await page.getByText('Ln 3, Col 1').waitFor()

    // Questions with choices are answered in the panel.
    await say('ask me')
    await panel.getByRole('radio', { name: /High/ }).check()
    await editor.shot('question')
    await panel.getByRole('button', { name: 'Send answers' }).click()
    await shows('A high one, then.')

    // The colors are those of the editor, also when they change.
    const light = await background(panel)
    await editor.command('Preferences: Toggle between Light/Dark Themes')
    await expect.poll(() => background(panel)).not.toBe(light)
    await editor.shot('dark')

    // A question that nobody sees is a notification.
    await say('make a file')
    await page
      .locator('.activitybar')
      .getByRole('tab', { name: /Explorer/ })
      .first()
      .click()
    const toast = editor.notification('touch made.txt')
    await toast.waitFor()
    await editor.shot('notification')
    await toast.getByRole('button', { name: 'Approve' }).click()
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'made.txt' }).waitFor()

    // The same session in a terminal.
    await editor.command('Capstan: Open Panel')
    await shows('It is made.')
    const height = async (): Promise<number> => (await panel.locator('#prompt').boundingBox())?.height ?? 0
    await expect.poll(height).toBeLessThan(80)
    await editor.command('Capstan: Continue in Terminal')
    await page.locator('.xterm-rows', { hasText: 'It is made.' }).waitFor()
    await editor.shot('terminal')
    await page.locator('.xterm-helper-textarea').first().pressSequentially('and now?')
    await page.keyboard.press('Enter')
    await shows('Nothing to do.')
  },
)
