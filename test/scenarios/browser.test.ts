import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserWorld, openBrowserWorld } from '../support/browser-world.ts'
import { hasChromium } from '../support/needs-program.ts'

const here = hasChromium()
let at: BrowserWorld

beforeAll(async () => {
  if (here) at = await openBrowserWorld({ allow: ['Browser(domain:127.0.0.1)'] })
})
afterAll(async () => await at?.[Symbol.asyncDispose]())

test.skipIf(!here)('a page is opened, used and seen', async () => {
  at.sites.pages.set(
    '127.0.0.1/',
    '<title>Shop</title><h1>Hello</h1><button onclick="this.textContent=\'Bought\'">Buy</button>',
  )
  const url = `http://127.0.0.1:${at.sites.port}/`
  const [opened, clicked, shot] = await at.browse(
    { action: 'open', url },
    { action: 'click', ref: 'e2' },
    { action: 'screenshot' },
  )
  expect(opened).toBe('x')
  expect(clicked).toBe('y')
  expect(shot).toContain('[image]')
})
