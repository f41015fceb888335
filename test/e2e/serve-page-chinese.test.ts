import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chineseFaults } from '../support/chinese-faults.ts'
import { hasChromium } from '../support/needs-program.ts'
import { openPageWorld, say, shows } from '../support/page-world.ts'

const run = hasChromium() ? test : test.skip

const REPLIES = [
  {
    when: { lastUserText: '改一改' },
    tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' } },
  },
  { when: { lastUserText: '做计划' }, tool: { name: 'EnterPlanMode', input: {} } },
  {
    when: { lastUserText: '问一问' },
    tool: {
      name: 'AskUserQuestion',
      input: {
        questions: [
          {
            question: '用哪个？',
            header: '选择',
            multiSelect: false,
            options: [
              { label: '甲', description: '第一个' },
              { label: '乙', description: '第二个' },
            ],
          },
        ],
      },
    },
  },
  { when: { lastUserText: '看一看' }, tool: { name: 'Read', input: { file_path: 'a.txt' } } },
  { text: '好了。', repeat: true },
]

/** All that somebody can read or have read to them: text, names of buttons, hints. */
const readable = async (page: Page): Promise<string> =>
  await page.evaluate(() => {
    const said = [...document.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap(node =>
      ['aria-label', 'title', 'placeholder'].map(name => node.getAttribute(name) ?? ''),
    )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style')) said.push(node.nodeValue ?? '')
    return said.join('\n')
  })

run('what the page shows in a Chinese browser is Chinese', async () => {
  await using place = await openPageWorld({ replies: REPLIES }, [], 'zh-CN')
  place.world.put('a.txt', 'one\n')
  await using opened = await place.open()
  const { page } = opened
  const faults: string[] = []
  const look = async (where: string): Promise<void> => {
    faults.push(...chineseFaults(await readable(page)).map(fault => `${where}: ${fault}`))
  }
  await look('the list')
  await page.locator('.sessions-head').getByRole('button', { name: '新建会话' }).click()
  await look('a new session')
  await page.getByRole('dialog').getByRole('button', { name: '开始', exact: true }).click()
  await page.locator('#prompt').waitFor()
  await look('an empty session')
  await say(page, '看一看')
  await shows(page, '好了。')
  for (const words of ['改一改', '做计划', '问一问']) {
    await say(page, words)
    const question = page.getByRole('region', { name: '需要你回答' })
    await question.waitFor()
    await look(words)
    await page.locator('#prompt').press('Escape')
    await question.waitFor({ state: 'detached' })
  }
  await page.locator('#prompt').fill('/')
  await page.getByRole('listbox').waitFor()
  await look('commands')
  await page.locator('#prompt').fill('')
  await page.locator('.session-head .menu summary').click()
  await look('the menu')
  for (const name of ['任务', '更改的文件', '费用和上下文', '回退', '分享观看链接', '删除会话']) {
    const item = page.locator('.session-head .menu').getByRole('button', { name })
    if ((await item.count()) === 0) continue
    await item.first().click()
    await page.waitForLoadState('networkidle')
    await look(name)
    await page.keyboard.press('Escape')
    if ((await page.locator('.session-head .menu[open]').count()) === 0)
      await page.locator('.session-head .menu summary').click()
  }
  expect([...new Set(faults)]).toEqual([])
  expect(opened.complaints).toEqual([])
})
