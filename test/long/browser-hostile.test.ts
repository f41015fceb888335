import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserWorld, openBrowserWorld } from '../support/browser-world.ts'
import { hasChromium } from '../support/needs-program.ts'

const here = hasChromium()
let at: BrowserWorld

beforeAll(async () => {
  if (here) at = await openBrowserWorld({ allow: ['Browser(domain:127.0.0.1)'] })
})
afterAll(async () => await at?.[Symbol.asyncDispose]())

/** What a page does to whoever opens it, and what is said of it. */
const PAGES: readonly (readonly [string, string, RegExp])[] = [
  ['hangs', 'while (true);', /does not answer/],
  ['eats memory', 'const all = []; while (true) all.push(new Array(1e6).fill(all.length))', /has crashed|does not answer/],
  [
    'eats memory that is no script’s',
    'const all = []; while (true) { const more = new Uint8Array(1e8); more.fill(1); all.push(more) }',
    /has crashed|does not answer|RangeError/,
  ],
  ['writes without end', 'while (true) console.log("x".repeat(1000))', /without end|does not answer/],
  [
    'grows without end',
    'setInterval(() => { for (let i = 0; i < 5e3; i++) document.body.append(document.createElement("p"), "text") }, 1)',
    /Snapshot|What changed|does not answer|has crashed/,
  ],
]

test.skipIf(!here).each(PAGES)('a page that %s is told of, and the next one opens', async (_, script, said) => {
  at.sites.pages.set('127.0.0.1/bad', `<button onclick='${script}'>go</button>`)
  at.sites.pages.set('127.0.0.1/fine', '<p>fine</p>')
  const url = `http://127.0.0.1:${at.sites.port}`
  const [, clicked, closed, fine] = await at.browse(
    { action: 'open', url: `${url}/bad` },
    { action: 'click', ref: 'e1' },
    { action: 'close' },
    { action: 'open', url: `${url}/fine` },
  )
  expect(clicked).toMatch(said)
  expect(closed).toContain('closed')
  expect(fine).toContain('"fine"')
}, 180_000)
