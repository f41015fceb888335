import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { hasChromium } from '../support/needs-program.ts'
import {
  beginSession,
  feedOf,
  gone,
  openPageWorld,
  type PageWorld,
  say,
  shows,
  stopButton,
} from '../support/page-world.ts'
import { eventually } from '../support/run-program.ts'

const HOSTILE = '<img src=x onerror="window.hacked = 1">\u202e'
const BEFORE = `const a = 1\nconst total = price // ${HOSTILE}\n`

const replies: ScriptedReply[] = [
  { when: { lastUserText: 'change it' }, tool: { name: 'Read', input: { file_path: 'src/a.ts' } } },
  {
    when: { toolResult: { tool: 'Read' } },
    tool: {
      name: 'Edit',
      input: { file_path: 'src/a.ts', old_string: 'total = price', new_string: 'total = price * count' },
    },
  },
  {
    when: { lastUserText: 'get help' },
    tool: { name: 'Agent', input: { description: 'look around', prompt: 'PART one' } },
  },
  { when: { lastUserText: 'PART one' }, text: 'I found **three** things.' },
  { when: { lastUserText: 'fail' }, tool: { name: 'Bash', input: { command: 'cat missing.txt' } } },
  {
    when: { lastUserText: 'hold it' },
    tool: { name: 'Bash', input: { command: 'touch held; exec sleep 300' } },
  },
  { text: 'That is done.', repeat: true },
]

const done = async (page: Page): Promise<void> => {
  await shows(page, 'That is done.')
  await gone(stopButton(page))
}

const run = hasChromium() ? test : test.skip
let place: PageWorld
beforeAll(async () => {
  if (hasChromium()) place = await openPageWorld({ replies }, ['--allow-settings'])
})
afterAll(async () => await place?.[Symbol.asyncDispose]())

run('a prompt on the start page begins a session, also on a phone', async () => {
  for (const size of [
    { width: 1_280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await using at = await place.open(size)
    const { page } = at
    await page.locator('#first-prompt').fill('hello from the start')
    await page.locator('.start').getByRole('button', { name: 'Send' }).click()
    await done(page)
    const said = () => page.locator('.said-text').allTextContents()
    await expect.poll(said).toEqual(['hello from the start'])
    await expect.poll(() => page.locator('#prompt').inputValue()).toBe('')
    await page.reload()
    await done(page)
    await expect.poll(said).toEqual(['hello from the start'])
    expect(at.complaints).toEqual([])
  }
})

run('a diff has colours for syntax and words, and the changed files are a panel', async () => {
  place.world.put('src/a.ts', BEFORE)
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'change it')
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await done(page)
  await page.locator('.diff .hl-keyword').first().waitFor()
  const changed = async () => (await page.locator('.diff .added .word').allTextContents()).join('').trim()
  await expect.poll(changed).toBe('* count')
  await page.locator('.session-head .menu summary').click()
  await page.locator('.session-head').getByRole('button', { name: 'Changed files' }).click()
  const panel = page.getByRole('dialog', { name: 'Changed files' })
  await panel.getByRole('button', { name: /src\/a\.ts/ }).waitFor()
  await expect.poll(() => panel.locator('.diff').textContent()).toContain(String.raw`\u{202e}`)
  expect(await panel.locator('.diff').textContent()).toContain('<img src=x')
  expect(await page.locator('.diff img').count()).toBe(0)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(at.complaints).toEqual([])
})

run("an agent's answer and a failure are open, and agents are there after a restart", async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'get help')
  await done(page)
  await page.locator('.report').getByText('three').first().waitFor()
  await say(page, 'fail')
  await shows(page, 'No such file or directory')
  await expect.poll(() => feedOf(page).getByText('That is done.').count()).toBe(2)
  await place.kill()
  const lost = page.locator('.bar').getByText('Connection lost')
  await lost.waitFor()
  await place.revive()
  await gone(lost)
  await page.reload()
  const line = page.locator('.agent-head')
  await line.getByText('completed').waitFor()
  await line.getByRole('button', { name: 'Open transcript' }).click()
  await page.getByRole('dialog', { name: 'Agents' }).getByText('PART one').first().waitFor()
})

run('the model is chosen on a phone while a turn runs, and nothing is cut', async () => {
  await using at = await place.open({ width: 390, height: 844 })
  const { page } = at
  await beginSession(page)
  const model = page.getByLabel('Model', { exact: true })
  await expect.poll(async () => (await model.boundingBox())?.width).toBeGreaterThan(120)
  expect((await model.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
})

run('a session is exported, renamed and deleted from the list; deleting asks first', async () => {
  await using at = await place.open()
  const { page } = at
  const id = (await beginSession(page)).split('/s/')[1] ?? ''
  await say(page, 'to be deleted')
  await done(page)
  const entry = page.locator('.session-entry', { has: page.locator('[aria-current]') })
  const choose = async (name: string): Promise<void> => {
    await entry.hover()
    await entry.locator('summary').click()
    await entry.getByRole('button', { name }).click()
  }
  const download = page.waitForEvent('download')
  await choose('Export session')
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`${id}.html`)
  expect(readFileSync((await saved.path()) ?? '', 'utf8')).toContain('to be deleted')
  page.once('dialog', dialog => void dialog.accept('Another name'))
  await choose('Rename session')
  await entry.locator('.session-title').getByText('Another name').waitFor()
  const transcript = join(place.world.config, 'projects')
  const file = globSync(join(transcript, '*', `${id}.jsonl`))[0] ?? ''
  expect(existsSync(file)).toBe(true)
  await choose('Delete session')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await gone(page.getByRole('dialog'))
  expect(existsSync(file)).toBe(true)
  await choose('Delete session')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('#first-prompt').waitFor()
  await expect.poll(() => existsSync(file)).toBe(false)
  await gone(page.getByText('Another name'))
})

run(
  'a session that another program has open is listed so, offers ways on, and opens once that program was killed',
  async () => {
    const { world } = place
    const id = '6f0b8f6e-3f0c-4b7e-9b6e-0a4f3a1d2c3b'
    const holder = world.start(['-p', '--session-id', id, '--allowedTools', 'Bash', '--', 'hold it'])
    await eventually(() => existsSync(join(world.project, 'held')), holder)
    await using at = await place.open()
    const { page } = at
    const listed = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: /hold it/ })
    await listed.and(page.getByRole('link', { name: /Open in another program/ })).click()
    const bar = page.getByRole('alert')
    await bar
      .getByText(/is open in a -p run \(process \d+/)
      .first()
      .waitFor()
    await bar.getByRole('button', { name: 'Open a copy' }).waitFor()
    await bar.getByRole('button', { name: 'Take it over' }).waitFor()
    // A run shares nothing: there is nothing to attach to.
    expect(await bar.getByText('capstan attach').count()).toBe(0)
    expect(await page.locator('.bar').getByText('Connection lost').count()).toBe(0)
    holder.child.kill('SIGKILL')
    await holder.ended
    await bar.getByRole('button', { name: 'Try now' }).click()
    await shows(page, 'hold it')
    await say(page, 'hello again')
    await feedOf(page).getByText('That is done.').last().waitFor()
    const refused = await world.run(['-p', '--resume', id, '--', 'and here'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/is open in capstan serve \(process .* capstan attach 6f0b8f6e/),
    ])
  },
)

run('assistant mode is switched on the page, which says when it checks in next', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'hello')
  await done(page)
  await page.locator('.session-head .menu summary').click()
  await page.locator('.session-head').getByRole('button', { name: 'Turn on assistant mode' }).click()
  const line = page
    .locator('.work')
    .getByRole('button', { name: /^Assistant mode, next check-in .*\d\d:\d\d,/ })
  await line.waitFor()
  await page.reload()
  await line.waitFor()
  await line.click()
  await gone(line)
  expect(at.complaints).toEqual([])
})
