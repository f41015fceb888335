import { afterAll, beforeAll, expect, test } from 'vitest'
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

const PLACES =
  'See src/a.ts:2, `src/a.ts:1:3` and [docs/x.md:9](https://ok.example/). Not ../up/a.ts:1, /etc/passwd:1, http://evil.example/a.ts:3 or javascript:alert/1.js:4.'

const ISSUES =
  'Fixes owner/repo#12, **a/b.c#3** and 见o/r#4。 Not `o/r#5`, **x**o/r#6, a/o/r#7, [o/r#8](https://ok.example/), [o/r#9](javascript:x) or https://evil.example/o/r#10.\n\n```\no/r#11\n```'

const CODE = [
  'def f(a):',
  '\treturn a  # two blanks:  ',
  '',
  `    ${'x'.repeat(300)} <b>&amp;</b>`,
  "  '中文'  ",
].join('\n')
const WITH_CODE = `שלום, see:\n\n\`\`\`py\n${CODE}\n\`\`\`\n\n1. Run\n   \`\`\`\n   make \\\n     all\n   \`\`\`\n`

const run = hasChromium() ? test : test.skip
let place: PageWorld
beforeAll(async () => {
  if (!hasChromium()) return
  place = await openPageWorld({
    replies: [
      {
        when: { lastUserText: 'look around' },
        tools: [
          { name: 'Read', input: { file_path: 'src/a.ts' } },
          { name: 'Bash', input: { command: 'ls src' } },
          { name: 'Bash', input: { command: 'cat src/a.ts | head -2' } },
          { name: 'Grep', input: { pattern: 'needle <b>\\d', output_mode: 'content', '-n': true } },
        ],
      },
      { when: { lastUserText: 'name places' }, text: PLACES },
      { when: { lastUserText: 'name issues' }, text: ISSUES },
      { when: { lastUserText: 'show code' }, text: WITH_CODE },
      {
        when: { lastUserText: 'wait a while' },
        tool: { name: 'Bash', input: { command: 'cd src && sleep 60' } },
      },
      { text: 'That is done.', repeat: true },
    ],
  })
  place.world.put('src/a.ts', 'const a = 1\n// a needle <b>7</b> here\n')
})
afterAll(async () => await place?.[Symbol.asyncDispose]())

run('calls that only looked fold into one line, and matches of a search are marked', async () => {
  for (const size of [
    { width: 1_280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await using at = await place.open(size)
    const { page } = at
    if (size.width > 1_000) {
      await beginSession(page)
      await say(page, 'look around')
      await shows(page, 'That is done.')
      await gone(stopButton(page))
    } else {
      // The same session, as it is read from its file.
      await page.getByRole('link', { name: /look around/ }).click()
    }
    const line = feedOf(page).getByRole('button', {
      name: /^Read 1 file, searched for 1 pattern, ran 2 read-only commands/,
    })
    await line.waitFor()
    expect(await feedOf(page).locator('.tool').count()).toBe(1)
    await line.click()
    await expect.poll(() => feedOf(page).locator('.group-rows > .tool').count()).toBe(4)
    await feedOf(page).getByRole('button', { name: /^Grep/ }).click()
    await expect.poll(() => feedOf(page).locator('.output mark').allTextContents()).toEqual(['needle <b>7'])
    expect(await feedOf(page).locator('b').count()).toBe(0)
    if (process.env['CAPSTAN_SHOTS'])
      await page.screenshot({ path: `${process.env['CAPSTAN_SHOTS']}/looks-${size.width}.png` })
    await line.click()
    await gone(feedOf(page).locator('.group-rows'))
    // What is found in a folded call opens its group.
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('<b>7')
    await expect.poll(() => feedOf(page).locator('.row.marked .output mark').count()).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width)
    expect(at.complaints).toEqual([])
  }
})

run(
  'a place in a file of the project is copied with a click, and text of others leads nowhere else',
  async () => {
    await using at = await place.open()
    const { page } = at
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession(page)
    await say(page, 'name places')
    await shows(page, 'See')
    await gone(stopButton(page))
    const places = page.locator('.reply .file-place')
    await expect.poll(() => places.allTextContents()).toEqual(['src/a.ts:2', 'src/a.ts:1:3'])
    const links = await page
      .locator('.reply a')
      .evaluateAll(all => all.map(each => each.getAttribute('href')))
    expect(links).toEqual(['https://ok.example/', 'http://evil.example/a.ts:3'])
    const before = page.url()
    await places.last().click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('src/a.ts:1:3')
    await page.locator('.toast').getByText('Copied src/a.ts:1:3').waitFor()
    expect(page.url()).toBe(before)
    if (process.env['CAPSTAN_SHOTS'])
      await page.screenshot({ path: `${process.env['CAPSTAN_SHOTS']}/places.png` })
    expect(at.complaints).toEqual([])
  },
)

run('an issue of a repository is a link, where it stands by itself in prose', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'name issues')
  await shows(page, 'Fixes')
  await gone(stopButton(page))
  const links = page.locator('.reply a')
  await expect
    .poll(() =>
      links.evaluateAll(all =>
        all.map(each => [each.textContent, each.getAttribute('href'), each.getAttribute('rel')]),
      ),
    )
    .toEqual(
      [
        ['owner/repo#12', 'https://github.com/owner/repo/issues/12'],
        ['a/b.c#3', 'https://github.com/a/b.c/issues/3'],
        ['o/r#4', 'https://github.com/o/r/issues/4'],
        ['o/r#8', 'https://ok.example/'],
        ['https://evil.example/o/r#10', 'https://evil.example/o/r#10'],
      ].map(link => [...link, 'noopener noreferrer']),
    )
  expect(at.complaints).toEqual([])
})

run('while a call runs, the line above the prompt says what it does', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'wait a while')
  const line = page.locator('.work .busy')
  await expect.poll(() => line.textContent(), { timeout: 20_000 }).toBe('Running sleep 60 …')
  await stopButton(page).click()
  await expect.poll(() => line.textContent(), { timeout: 20_000 }).toBe('')
  expect(at.complaints).toEqual([])
})

run(
  'what is selected on the page is the text, byte for byte; when it was written shows where the pointer is',
  async () => {
    await using at = await place.open()
    const { page } = at
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession(page)
    await say(page, 'show code')
    await shows(page, 'see:')
    await gone(stopButton(page))
    const clipboard = async () => String(await page.evaluate('navigator.clipboard.readText()'))
    const selected = async (selector: string): Promise<string> => {
      await page.evaluate(
        `getSelection().selectAllChildren(document.querySelector(${JSON.stringify(selector)}))`,
      )
      await page.keyboard.press('Control+c')
      return await clipboard()
    }
    await expect.poll(() => page.locator('.reply pre').count()).toBe(2)
    expect(await selected('.reply pre')).toBe(CODE)
    expect(await selected('.reply li pre')).toBe('make \\\n  all')
    const whole = await selected('.reply')
    expect(whole).toContain(`\n${CODE}\n`)
    expect(whole).not.toMatch(/Copy|py$|\d\d:\d\d/m)
    await page.getByRole('button', { name: 'Copy code' }).first().click()
    await expect.poll(clipboard).toBe(CODE)
    await say(page, '/copy code 2')
    await expect.poll(clipboard).toBe('make \\\n  all')
    const direction = "getComputedStyle(document.querySelector('.reply p')).direction"
    expect(await page.evaluate(direction)).toBe('rtl')
    const time = page.locator('.reply time').first()
    const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.reply time')).opacity")
    await page.mouse.move(0, 0)
    await expect.poll(opacity).toBe('0')
    await page.locator('.reply p').first().hover()
    await expect.poll(opacity).toBe('1')
    expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBeGreaterThan(0)
    expect(at.complaints).toEqual([])
  },
)
