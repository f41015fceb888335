import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadLinks } from '../scripts/site/check-links.ts'
import { find, type Indexed } from '../scripts/site/find-sections.ts'
import { flagsPage } from '../scripts/site/flags-page.ts'
import { makeSite } from '../scripts/site/make-site.ts'
import { renderMarkdown } from '../scripts/site/render-markdown.ts'
import { flagName } from '../src/cli/args/flag.ts'
import { FLAG_GROUPS } from '../src/cli/args/flags.ts'
import { browserPath, hasChromium } from './support/needs-program.ts'
import { REPOSITORY } from './support/run-program.ts'
import { tmpDir } from './support/tmp-dir.ts'

const tmp = tmpDir()
// Below a path of its own, as it may be published.
const site = join(tmp.path, 'some', 'prefix')
let dead: readonly string[] = []

beforeAll(async () => {
  ;({ dead } = await makeSite(REPOSITORY, site))
})
afterAll(() => tmp[Symbol.asyncDispose]())

const page = (name: string): string => readFileSync(join(site, name), 'utf8')

test('no link, anchor or picture of the documentation leads nowhere', () => {
  expect(dead).toEqual([])
})

test('every document has a page, and every page is in the navigation', () => {
  const documents = readdirSync(join(REPOSITORY, 'docs')).filter(name => name.endsWith('.md'))
  const pages = documents.map(name => name.replace('.md', '.html'))
  expect(pages.filter(name => !existsSync(join(site, name)))).toEqual([])
  const nav = /<nav[\s\S]*<\/nav>/.exec(page('index.html'))?.[0] ?? ''
  expect(pages.filter(name => !nav.includes(`href="${name}"`))).toEqual([])
})

test('a page that is there in Chinese has a switch, and both have one navigation of their own', () => {
  for (const name of ['index', 'permissions', 'settings']) {
    const [english, chinese] = [page(`${name}.html`), page(`${name}.zh.html`)]
    expect(english).toContain(
      `<a id="language" href="${name}.zh.html" hreflang="zh-CN" lang="zh-CN">中文</a>`,
    )
    expect(chinese).toContain(`<a id="language" href="${name}.html" hreflang="en" lang="en">English</a>`)
    expect(chinese).toContain('<html lang="zh-CN">')
    const nav = /<nav[\s\S]*<\/nav>/.exec(chinese)?.[0] ?? ''
    expect(nav).toContain('href="permissions.zh.html"')
    expect(nav).not.toContain('href="permissions.html"')
  }
  expect(page('sandbox.html')).not.toContain('id="language"')
})

test('the check finds a page, an anchor and a picture that are not there, and what comes from elsewhere', () => {
  const pages = new Map([
    ['a.html', '<h1 id="one"></h1><a href="b.html"></a><a href="#two"></a><a href="a.html#one"></a>'],
    ['c.html', '<img src="x.svg"><script src="https://e.test/s.js"></script><a href="https://e.test">e</a>'],
  ])
  expect(deadLinks(pages, new Set(['y.svg']))).toEqual([
    'a.html: b.html is not there',
    'a.html: #two has no such heading',
    'c.html: x.svg is not there',
    'c.html: https://e.test/s.js would be fetched from elsewhere',
  ])
})

test('the reference of the command line has every flag', () => {
  const text = flagsPage()
  const missing = Object.values(FLAG_GROUPS)
    .flat()
    .filter(flag => !text.includes(`\`${flagName(flag)}`))
  expect(missing).toEqual([])
  expect(page('flags.html')).toContain('<code>--output-format &lt;text|json|stream-json&gt;</code>')
})

test('anchors are those of a code host, links to files get the name of the page', () => {
  const { html, sections } = renderMarkdown('# A `b`, c!\n\n## Same\n\n## Same\n\nsee [x.md](x.md)', () => ({
    to: 'x.html',
    title: 'All of <x>',
  }))
  expect(sections.map(({ id }) => id)).toEqual(['a-b-c', 'same', 'same-1'])
  expect(html).toContain('<a href="x.html">All of &lt;x&gt;</a>')
})

test('search wants every word and puts first what is named so', () => {
  const index: Indexed[] = [
    ['a.html#x', 'Other', 'X', 'the sandbox is mentioned beside the network'],
    ['s.html#net', 'The sandbox', 'Network', 'a proxy is the only way out'],
    ['n.html#y', 'Network', '', 'nothing of that'],
  ]
  expect(find(index, 'sandbox netw').map(({ address }) => address)).toEqual(['s.html#net', 'a.html#x'])
  expect(find(index, '  ')).toEqual([])
})

test.runIf(hasChromium())(
  'in a browser, from a disk: search leads somewhere and no page is wider than a phone',
  async () => {
    await using browser = Object.assign(
      await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] }),
      { [Symbol.asyncDispose]: () => browser.close() },
    )
    const phone = await browser.newPage({ viewport: { width: 390, height: 800 } })
    const elsewhere: string[] = []
    phone.on('request', request => {
      if (!request.url().startsWith(`file://${site}`)) elsewhere.push(request.url())
    })
    const wide: string[] = []
    for (const file of ['index.html', 'telemetry.html', 'settings.html']) {
      await phone.goto(`file://${site}/${file}`)
      if ((await phone.evaluate('document.documentElement.scrollWidth')) !== 390) wide.push(file)
    }
    expect(wide).toEqual([])
    await phone.keyboard.press('/')
    await phone.keyboard.type('budget report')
    await phone.keyboard.press('ArrowDown')
    await phone.locator('#found a').first().waitFor()
    await phone.locator('#found a').first().click()
    await phone.waitForURL(`file://${site}/telemetry.html#budget-report-for-a-team`)
    await phone.locator('#theme').click()
    expect(await phone.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    expect(elsewhere).toEqual([])
  },
)
