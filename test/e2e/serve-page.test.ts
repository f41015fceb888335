import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planName } from '../../src/engine/plan/part.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { projectKey } from '../../src/features/sessions/project-key.ts'
import { longText } from '../support/long-text.ts'
import { hasChromium } from '../support/needs-program.ts'
import {
  beginSession,
  feedOf,
  gone,
  openPageWorld,
  type PageWorld,
  pageBytes,
  say,
  shows,
  stopButton,
} from '../support/page-world.ts'
import { SampleSession, writeSession } from '../support/sample-session.ts'

const STORY = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')
const HOSTILE = [
  '<script>window.hacked = 1</script><img src="https://evil.example/a.png" onerror="window.hacked = 2">',
  '[click](javascript:window.hacked=3) ![pic](https://evil.example/b.png) <https://ok.example/>',
  `a line without an end ${longText(20_000).replaceAll(' ', 'y')}`,
  '\u202eright to left\u202c',
  '```html\n<iframe src="https://evil.example/c"></iframe>\n```',
  '<svg onload="window.hacked = 4"><style>* { display: none }</style>',
].join('\n\n')

/** One white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
)

/** What the model says: the first that fits. */
const replies: ScriptedReply[] = [
  { when: { lastUserText: 'a story' }, text: STORY, repeat: true },
  {
    when: { lastUserText: 'clean up' },
    text: 'I clean up.',
    tool: { name: 'Bash', input: { command: 'rm -rf build && touch cleaned' } },
  },
  {
    when: { lastUserText: 'write' },
    tool: { name: 'Write', input: { file_path: 'new.txt', content: 'one\ntwo\n' } },
    times: 2,
  },
  { when: { lastUserText: 'hostile' }, text: HOSTILE },
  { text: 'That is done.', repeat: true },
]

/** It goes on until it is stopped. */
const ENDLESS = { text: 'once upon '.repeat(1_000), chunkMs: 1_500, at: [120_000] }

/** Thirty steps up; how far a row in sight went with each. */
const SCROLL_UP = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const scroller = document.querySelector('.scroller')
  const topOf = row => row.getBoundingClientRect().top
  const moved = []
  for (let step = 0; step < 30; step++) {
    const row = [...scroller.querySelectorAll('article')].find(each => topOf(each) > 60 && topOf(each) < 400)
    const before = topOf(row)
    scroller.scrollBy(0, -250)
    await frame()
    await frame()
    moved.push(Math.round(topOf(row) - before))
  }
  return moved
})()`

/** Nothing of a turn goes on, and its reply stands there. */
const answered = async (page: Page): Promise<void> => {
  await page.locator('.reply').first().waitFor()
  await gone(stopButton(page))
}

const run = hasChromium() ? test : test.skip
let place: PageWorld
beforeAll(async () => {
  if (!hasChromium()) return
  place = await openPageWorld({ replies })
})
afterAll(async () => await place?.[Symbol.asyncDispose]())

run('a prompt is answered as it streams, and nothing comes from elsewhere', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  replies.unshift({ when: { lastUserText: 'never ends' }, ...ENDLESS, chunkMs: 300 })
  await say(page, 'A tale that never ends')
  const length = async (): Promise<number> => (await page.locator('.reply').allTextContents()).join('').length
  await expect.poll(length).toBeGreaterThan(0)
  const before = await length()
  await expect.poll(length).toBeGreaterThan(before)
  await stopButton(page).click()
  await shows(page, 'Interrupted.')
  await say(page, 'Tell me a story')
  await expect.poll(() => page.locator('.reply').last().textContent()).toBe(STORY)
  await gone(stopButton(page))
  await expect.poll(() => page.locator('.session[aria-current] .state').textContent()).toContain('Idle')
  expect(at.strangers).toEqual([])
  expect(at.complaints).toEqual([])
})

run('a question tells its dangers in plain words and is answered in the page', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'Please clean up')
  const card = page.getByRole('group', { name: 'Run a command' })
  await card.waitFor()
  expect(await card.textContent()).toContain('This deletes directories and everything in them.')
  const announced = () => page.locator('[aria-live=assertive]').textContent()
  await expect.poll(announced).toContain('Run a command')
  expect(existsSync(join(place.world.project, 'cleaned'))).toBe(false)
  // It waits for whoever comes.
  await page.reload()
  await card.getByRole('button', { name: 'Yes', exact: true }).click()
  await shows(page, 'That is done.')
  expect(existsSync(join(place.world.project, 'cleaned'))).toBe(true)
  await expect
    .poll(() => page.locator('.tool.done').allTextContents())
    .toEqual([expect.stringContaining('Bash')])
})

run(
  'two pages on one session show the same, and an answer in one ends the question in the other',
  async () => {
    await using one = await place.open()
    await using two = await place.open({ width: 360, height: 740 })
    await two.page.goto(await beginSession(one.page))
    await say(one.page, 'Please write a file')
    for (const { page } of [one, two]) await page.getByRole('group', { name: 'Create a file' }).waitFor()
    expect(await two.page.locator('.questions .diff').textContent()).toContain('two')
    await two.page.getByRole('button', { name: /No, and tell/ }).click()
    await two.page.getByRole('textbox', { name: 'what to do instead' }).fill('use another name')
    await two.page.locator('.words-form').getByRole('button', { name: 'Send' }).click()
    for (const { page } of [one, two]) {
      await shows(page, 'That is done.')
      await gone(page.locator('.card.ask'))
      await expect
        .poll(() => page.locator('.tool.denied').allTextContents())
        .toEqual([expect.stringContaining('You declined: use another name')])
    }
    const width = await two.page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(360)
  },
)

run('a page that is loaded again in the middle of a turn goes on with it', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  replies.unshift({ when: { lastUserText: 'without an end' }, ...ENDLESS })
  await say(page, 'A tale without an end')
  const told = async (): Promise<string> => (await page.locator('.reply').allTextContents()).join('')
  await expect.poll(told).toContain('once upon once')
  await page.locator('#prompt').fill('not sent yet')
  const before = await told()
  await page.reload()
  await expect.poll(told).toContain(before)
  await expect.poll(async () => (await told()).length).toBeGreaterThan(before.length)
  await stopButton(page).click()
  await shows(page, 'Interrupted.')
  await expect.poll(() => page.locator('.reply').count()).toBe(1)
  await expect.poll(() => page.locator('.said').count()).toBe(1)
  expect(await page.locator('#prompt').inputValue()).toBe('not sent yet')
})

run('text of others never becomes a part of the page, nor a request', async () => {
  await using at = await place.open({ width: 360, height: 740 })
  const { page } = at
  await beginSession(page)
  await say(page, 'be hostile <b>now</b>')
  await shows(page, 'window.hacked = 1')
  await answered(page)
  const feed = feedOf(page)
  await expect.poll(() => feed.textContent()).toContain('window.hacked = 4')
  expect(await feed.locator('script, iframe, img, svg, style, b').count()).toBe(0)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  const links = await feed.locator('a').evaluateAll(all => all.map(each => each.getAttribute('href')))
  expect(links).toEqual(['https://evil.example/b.png', 'https://ok.example/'])
  expect(await feed.textContent()).toContain('<iframe src="https://evil.example/c">')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(at.strangers).toEqual([])
  expect(at.complaints).toEqual([])
})

run('everything is done with keys alone', async () => {
  await using at = await place.open()
  const { page } = at
  const focused = () => page.evaluate('document.activeElement?.textContent || document.activeElement?.id')
  await expect.poll(focused).toBe('first-prompt')
  for (let at = 0; at < 5 && (await focused()) !== '+ New session'; at++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (let at = 0; at < 6 && (await focused()) !== 'Start'; at++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('prompt')
  await page.keyboard.type('first line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('please write it')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Create a file')
  // What is typed while it appears is in the prompt and answers nothing.
  await page.keyboard.type('yes 1 n5')
  await expect.poll(() => page.locator('#prompt').inputValue()).toBe('yes 1 n5')
  await page.getByRole('button', { name: 'Yes', exact: true, disabled: false }).waitFor()
  expect(existsSync(join(place.world.project, 'new.txt'))).toBe(false)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('#prompt').inputValue()).toBe('')
  await page.locator('#question-title').focus()
  await page.keyboard.press('1')
  await shows(page, 'That is done.')
  expect(existsSync(join(place.world.project, 'new.txt'))).toBe(true)
  await page.locator('#prompt').focus()
  await page.keyboard.type('/cos')
  await page.getByRole('option', { name: /^\/cost/ }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator('#prompt').inputValue()).toMatch(/^\/cost/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Cost and context' }).waitFor()
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))
})

run('questions of the model are answered, and a plan is approved, in the page', async () => {
  await using at = await place.open()
  const { page } = at
  const id = (await beginSession(page)).split('/s/')[1] ?? ''
  const questions = [
    {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [
        { label: 'Red', description: 'warm' },
        { label: 'Blue', description: 'cold' },
      ],
    },
  ]
  const plan = join(place.world.config, 'plans', planName(id))
  replies.unshift(
    { when: { lastUserText: 'ask me' }, tool: { name: 'AskUserQuestion', input: { questions } } },
    { when: { toolResult: { contains: 'Blue' } }, text: 'Blue it is.' },
    {
      when: { lastUserText: 'make a plan' },
      tool: { name: 'Write', input: { file_path: plan, content: '# The plan\n\n1. paint' } },
    },
    { when: { toolResult: { tool: 'Write' } }, tool: { name: 'ExitPlanMode', input: {} } },
    { when: { toolResult: { contains: 'only the shed' } }, text: 'I begin with the shed.' },
  )
  await say(page, 'please ask me')
  await page.getByRole('radio', { name: /Blue/ }).check()
  await page.getByRole('button', { name: 'Send answers' }).click()
  await shows(page, 'Blue it is.')
  await answered(page)
  await page.locator('#mode').selectOption({ label: 'Plan mode' })
  await expect.poll(() => page.locator('#mode').inputValue()).toBe('plan')
  await say(page, 'now make a plan')
  const card = page.getByRole('group', { name: 'Approve this plan?' })
  await card.getByRole('heading', { name: 'The plan' }).waitFor()
  // A note goes with whichever answer is chosen; its digits are no answers.
  await card.getByRole('button', { name: 'Add a note' }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
  await page.keyboard.type('only the shed, 1 coat')
  await card.getByRole('button', { name: /^1?Yes, and accept edits/ }).click()
  await shows(page, 'I begin with the shed.')
  await shows(page, 'You approved it: only the shed, 1 coat')
  await expect.poll(() => page.locator('#mode').inputValue()).toBe('acceptEdits')
})

run('a question that comes up leaves the end in view, and nothing scrolls the page itself', async () => {
  await using at = await place.open({ height: 500 })
  const { page } = at
  await beginSession(page)
  replies.unshift(
    { when: { lastUserText: 'many lines' }, text: 'a line\n\n'.repeat(60) },
    { when: { lastUserText: 'at the end' }, tool: { name: 'Bash', input: { command: 'touch end' } } },
  )
  await say(page, 'many lines')
  await answered(page)
  const fromEnd = (): Promise<number> =>
    page.locator('.scroller').evaluate(each => each.scrollHeight - each.scrollTop - each.clientHeight)
  await expect.poll(fromEnd).toBeLessThan(2)
  // A scroll of before that is heard of when the view is smaller already.
  await page.locator('.scroller').evaluate(each => {
    each.style.maxHeight = '150px'
    each.dispatchEvent(new Event('scroll'))
  })
  await expect.poll(fromEnd).toBeLessThan(2)
  // Whoever goes up leaves it.
  const toEnd = page.getByRole('button', { name: 'Go to the end' })
  const goUp = async (): Promise<number> => {
    await page.locator('.scroller').evaluate(each => each.scrollBy(0, -200))
    return await toEnd.count()
  }
  await expect.poll(goUp).toBe(1)
  await toEnd.click()
  await expect.poll(fromEnd).toBeLessThan(2)
  await say(page, 'now at the end')
  await page.getByRole('group', { name: 'Run a command' }).waitFor()
  await expect.poll(fromEnd).toBeLessThan(2)
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  await page.evaluate('document.body.scrollTop = 50; document.documentElement.scrollTop = 50')
  expect(await page.evaluate('document.body.scrollTop + document.documentElement.scrollTop')).toBe(0)
})

run('a view that becomes smaller before its size is first heard of stays at its end', async () => {
  await using at = await place.open({ height: 500 })
  const { page } = at
  await beginSession(page)
  replies.unshift(
    { when: { lastUserText: 'lots of lines' }, text: 'a line\n\n'.repeat(60) },
    { when: { lastUserText: 'ask at once' }, tool: { name: 'Bash', input: { command: 'touch end' } } },
  )
  await say(page, 'lots of lines')
  await answered(page)
  // Sizes are looked at only once the question is there.
  await page.evaluate(`
    window.held = []
    const Real = ResizeObserver
    window.ResizeObserver = class extends Real {
      observe(element) {
        if (window.held) window.held.push(() => super.observe(element))
        else super.observe(element)
      }
    }
  `)
  await say(page, 'now ask at once')
  await page.getByRole('group', { name: 'Run a command' }).waitFor()
  await page.evaluate(`
    const held = window.held
    window.held = undefined
    for (const observe of held) observe()
  `)
  const fromEnd = (): Promise<number> =>
    page.locator('.scroller').evaluate(each => each.scrollHeight - each.scrollTop - each.clientHeight)
  await expect.poll(fromEnd).toBeLessThan(2)
})

run('an agent is shown below its call, with its transcript, a word to it and its end', async () => {
  await using at = await place.open()
  const { page } = at
  replies.unshift(
    {
      when: { lastUserText: 'get help' },
      tool: {
        name: 'Agent',
        input: { description: 'look around', prompt: 'PART one', run_in_background: true },
      },
    },
    { when: { lastUserText: 'PART one' }, text: `Found ${'it '.repeat(600)}`, at: [120_000] },
  )
  await beginSession(page)
  await say(page, 'get help')
  await page.locator('.agent-head').getByText('running').waitFor()
  await page.locator('.agent-lines').getByRole('button', { name: 'Open transcript' }).click()
  const panel = page.getByRole('dialog', { name: 'Agents' })
  await panel.getByText('PART one').first().waitFor()
  await panel.getByRole('textbox', { name: 'Tell it something' }).fill('hurry up')
  await panel.getByRole('button', { name: 'Tell', exact: true }).click()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await panel.locator('p > .dim').getByText('stopped').waitFor()
  await page.keyboard.press('Escape')
  await gone(panel)
  await page.locator('.agent-head').getByText('stopped').waitFor()
})

run('what waits is shown and comes back with a stop; files and pictures go with a prompt', async () => {
  await using at = await place.open()
  const { page } = at
  place.world.put('src/deep/wanted.ts', '')
  replies.unshift({ when: { lastUserText: 'a long tale' }, ...ENDLESS })
  await beginSession(page)
  await say(page, 'a long tale')
  await stopButton(page).waitFor()
  await say(page, 'and then this')
  await page.getByRole('list', { name: 'Queued' }).getByText('and then this').waitFor()
  await stopButton(page).click()
  await shows(page, 'Interrupted. Changes so far are kept.')
  const written = () => page.locator('#prompt').inputValue()
  await expect.poll(written).toBe('and then this')
  await page.locator('#prompt').fill('look at @wan')
  await page.getByRole('option', { name: 'src/deep/wanted.ts' }).waitFor()
  await page.locator('#prompt').press('Enter')
  await expect.poll(written).toBe('look at @src/deep/wanted.ts ')
  await page
    .getByLabel('Attach images')
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PIXEL })
  await page.locator('.thumbnails').getByRole('img', { name: 'Image 1' }).waitFor()
  await page.locator('#prompt').press('Enter')
  await shows(page, 'That is done.')
  await feedOf(page).getByRole('img', { name: 'Image 1' }).first().waitFor()
  expect(JSON.stringify(place.world.server.requests.map(({ body }) => body))).toContain('image/png')
})

run('a rewind tells what it would do, and brings conversation and files back', async () => {
  await using at = await place.open()
  const { page } = at
  const file = place.world.put('rewound/kept.txt', 'before\n')
  replies.unshift(
    { when: { lastUserText: 'overwrite it' }, tool: { name: 'Read', input: { file_path: file } } },
    {
      when: { toolResult: { tool: 'Read' } },
      tool: { name: 'Write', input: { file_path: file, content: 'after\n' } },
    },
  )
  await beginSession(page)
  await say(page, 'hello')
  await shows(page, 'That is done.')
  await answered(page)
  await say(page, 'now overwrite it')
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.poll(() => feedOf(page).getByText('That is done.').count()).toBe(2)
  expect(readFileSync(file, 'utf8')).toBe('after\n')
  await gone(stopButton(page))
  await page.locator('#prompt').fill('/rewind ')
  await page.locator('#prompt').press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /now overwrite it/ })
    .click()
  await page.getByRole('dialog').getByText('1 file will change').waitFor()
  await page.getByRole('button', { name: 'Restore conversation and files' }).click()
  await expect.poll(() => page.locator('.said-text').allTextContents()).toEqual(['hello'])
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('before\n')
  await expect.poll(() => page.locator('#prompt').inputValue()).toBe('now overwrite it')
})

run(
  'a lost connection is told, and after a kill of the server nothing that was shown is missing',
  async () => {
    await using at = await place.open()
    const { page } = at
    replies.unshift({
      when: { lastUserText: 'half a tale' },
      text: 'Once upon a time',
      fault: { kind: 'stall', afterEvents: 3 },
    })
    await beginSession(page)
    await say(page, 'hello')
    await shows(page, 'That is done.')
    await answered(page)
    await say(page, 'half a tale')
    // Shown while it streams: it will never be a whole block.
    await shows(page, 'Once upon a time')
    await place.kill()
    await page.locator('.bar').getByText('Connection lost').waitFor()
    await say(page, 'said while nobody listened')
    await place.revive()
    await gone(page.locator('.bar').getByText('Connection lost'))
    await expect
      .poll(() => page.locator('.said-text').allTextContents())
      .toEqual(['hello', 'half a tale', 'said while nobody listened'])
    const shown = ['That is done.', 'Once upon a time', 'That is done.']
    await expect.poll(() => page.locator('.reply').allTextContents()).toEqual(shown)
    await shows(page, 'The program stopped before this turn was finished.')
    expect(await page.textContent('body')).not.toContain('The last turn was not finished')
    await page.reload()
    await expect.poll(() => page.locator('.reply').allTextContents()).toEqual(shown)
  },
)

run(
  'ten thousand messages: few are drawn, both ends are near, and a search finds what is not drawn',
  async () => {
    const session = new SampleSession({ cwd: realpathSync(place.world.project) })
    for (let at = 0; at < 5_000; at++)
      session.ask(`question ${at}`).reply([
        {
          type: 'text',
          text: at === 1_234 ? 'the needle is here' : `answer ${at}\n\n${'more '.repeat(at % 40)}`,
        },
      ])
    const key = projectKey(realpathSync(place.world.project))
    writeSession(join(place.world.config, 'projects', key, `${session.sessionId}.jsonl`), session.lines)
    await using at = await place.open()
    const { page } = at
    await page.goto(`${place.url}/#/s/${session.sessionId}`)
    await feedOf(page).getByText('question 4999', { exact: true }).first().waitFor()
    const drawn = () => page.getByRole('article').count()
    const nodes = () => page.evaluate<number>('document.querySelectorAll("*").length')
    expect(await drawn()).toBeLessThan(80)
    // Up through rows whose height nobody knew: what is looked at moves as far as it was scrolled, and no more.
    expect(new Set(await page.evaluate<number[]>(SCROLL_UP))).toEqual(new Set([250]))
    await page.locator('.session-head .menu summary').click()
    await page.getByRole('button', { name: 'Go to the beginning' }).click()
    await feedOf(page).getByText('question 0', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByRole('article').first().getAttribute('aria-setsize')).toBe('10000')
    expect(await drawn()).toBeLessThan(80)
    expect(await nodes()).toBeLessThan(2_500)
    await page.keyboard.press('Control+f')
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('needle')
    await shows(page, 'the needle is here')
    await expect.poll(() => page.locator('.find output').textContent()).toBe('1 of 1')
    await expect
      .poll(() => page.locator('.row.marked').allTextContents())
      .toEqual([expect.stringContaining('needle')])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go to the end' }).click()
    await feedOf(page).getByText('question 4999', { exact: true }).first().waitFor()
    expect(await drawn()).toBeLessThan(80)
    expect(at.complaints).toEqual([])
  },
)

run('whoever scrolls up sees what was before a compaction', async () => {
  const cwd = realpathSync(place.world.project)
  const session = new SampleSession({ sessionId: 'aaaaaaaa-0000-4000-8000-00000000000c', cwd })
  session.ask('before everything').reply([{ type: 'text', text: 'an old answer' }])
  session
    .compaction('What was said so far.')
    .ask('and now')
    .reply([{ type: 'text', text: 'a new answer' }])
  const path = join(place.world.config, 'projects', projectKey(cwd), `${session.sessionId}.jsonl`)
  writeSession(path, session.lines)
  await using at = await place.open()
  const { page } = at
  await page.goto(`${place.url}/#/s/${session.sessionId}`)
  await shows(page, 'a new answer')
  const words = () => feedOf(page).textContent()
  await expect.poll(words).toMatch(/before everything.*an old answer.*compacted.*and now.*a new answer/is)
  expect(await words()).not.toContain('What was said so far.')
})

run(
  'the first picture needs the page, its style and one script; all of it is at most 150 KB compressed',
  async () => {
    await using at = await place.open()
    const isPainted = 'performance.getEntriesByName("first-contentful-paint").length'
    await expect.poll(() => at.page.evaluate(isPainted)).toBe(1)
    const asked = await at.page.evaluate<string[]>(`
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    performance.getEntriesByType('resource').filter(each => each.startTime < paint.startTime && /\\.(js|css)$/.test(each.name)).map(each => each.name.replace(/.*\\./, '')).sort()
  `)
    expect(asked.filter(kind => kind === 'css')).toHaveLength(1)
    expect(asked.length).toBeLessThanOrEqual(3)
    expect(pageBytes()).toBeLessThanOrEqual(150_000)
  },
)
