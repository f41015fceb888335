import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserPath, hasChromium } from '../../support/needs-program.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** As a browser pastes what lies in the clipboard of the machine it is on. */
const PASTE = `
const bytes = Uint8Array.from(atob('${PIXEL}'), char => char.charCodeAt(0))
const clipboardData = new DataTransfer()
clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
document.querySelector('#prompt').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
`

test.skipIf(!hasChromium())(
  'over SSH, Ctrl-V names the way through the page, and an image pasted there is in the conversation of the terminal',
  async () => {
    await using terminal = await openTerminal(
      { replies: [{ text: 'A red dot.', repeat: true }] },
      { columns: 140, env: { SSH_CONNECTION: '10.0.0.1 5000 10.0.0.2 22', SSH_TTY: '/dev/pts/0' } },
    )
    const { program, world } = terminal
    program.key('ctrl+v')
    await program.waitFor('/remote-control')
    terminal.say('/remote-control')
    await program.waitFor('Remote control is on at')
    await program.waitFor(/http\S+code=\S+/)
    const link = /(http\S+code=\S+)/.exec(program.lines().join('\n'))?.[1] ?? ''
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(link)
      // The only session that the terminal serves.
      await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().click()
      await page.locator('#prompt').waitFor()
      await page.evaluate(PASTE)
      await page.locator('.thumbnails').getByRole('img', { name: 'Image 1' }).waitFor()
      await page.locator('#prompt').fill('what is it?')
      await page.locator('#prompt').press('Enter')
      await program.waitFor('what is it?')
      await program.waitFor('A red dot.')
    } finally {
      await browser.close()
    }
    const sent = JSON.stringify(world.server.requests.map(({ body }) => body))
    expect([sent.includes(PIXEL), sent.includes('what is it?')]).toEqual([true, true])
  },
)
