import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasChromium } from '../support/needs-program.ts'
import {
  beginSession,
  gone,
  openPageWorld,
  type PageWorld,
  say,
  shows,
  stopButton,
} from '../support/page-world.ts'

const KEY = `sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}-AA`

const run = hasChromium() ? test : test.skip
let place: PageWorld
beforeAll(async () => {
  if (hasChromium())
    place = await openPageWorld({
      replies: [
        { when: { lastUserText: /second/ }, text: 'The second answer.' },
        { text: 'The first answer.', repeat: true },
      ],
    })
})
afterAll(async () => await place?.[Symbol.asyncDispose]())

run(
  'a link to watch shows one session on a phone, lets nobody act, and goes when it is ended',
  async () => {
    await using owner = await place.open()
    const { page } = owner
    await beginSession(page)
    await say(page, `my key is ${KEY}, keep it`)
    await shows(page, 'The first answer.')
    await gone(stopButton(page))
    await page.locator('.session-head .menu summary').click()
    await page.locator('.session-head').getByRole('button', { name: 'Share a link to watch' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Create link' }).click()
    const url = (await page.locator('dialog .link code').textContent()) ?? ''
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#watch=[0-9a-f]{12}\.[\w-]{43}$/)

    const directory = join(place.world.config, 'serve', 'watch')
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)

    const phone = await page
      .context()
      .browser()
      ?.newContext({ viewport: { width: 390, height: 844 } })
    const watcher = await phone?.newPage()
    if (!watcher) throw new Error('no browser')
    const asked: string[] = []
    const failed: string[] = []
    watcher.on('request', request => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    watcher.on('response', answer => {
      if (answer.status() >= 400) failed.push(answer.url())
    })
    await watcher.goto(url)
    await shows(watcher, 'The first answer.')
    await watcher.locator('.bar').getByText('You are watching. You can’t send or change anything.').waitFor()
    await watcher.locator('.bar').getByText('Valid until').waitFor()
    await shows(watcher, 'keep it')
    expect(await watcher.content()).not.toContain(KEY)
    await expect.poll(() => watcher.url()).not.toContain('watch')
    expect(asked.join('\n')).not.toContain(url.split('#watch=')[1])
    expect(failed).toEqual([])
    expect(await watcher.locator('textarea, input, #prompt, .menu, nav').count()).toBe(0)
    expect(await watcher.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    await page.locator('.shares').getByText('1 watching').first().waitFor()
    await page.locator('.shares').getByText('since').first().waitFor()
    await page.keyboard.press('Escape')
    await gone(page.locator('dialog'))
    await say(page, 'a second thing')
    await shows(watcher, 'The second answer.')
    await watcher.reload()
    await shows(watcher, 'The second answer.')

    await page.locator('.watchers').click()
    await page.locator('.shares').getByRole('button', { name: 'End link' }).click()
    await watcher.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await watcher.goto('about:blank')
    await watcher.goto(url)
    await watcher.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await expect.poll(() => readdirSync(directory)).toEqual([])
    await phone?.close()
    expect(owner.complaints).toEqual([])
  },
  120_000,
)
