import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { browserPath } from './needs-program.ts'
import { openWorld, REPOSITORY, type Running, type World } from './run-program.ts'

/** The built program serves its page to a real browser; a scripted model answers. */
export interface PageWorld extends AsyncDisposable {
  readonly world: World
  readonly url: string
  /** A page that is signed in and watched. */
  open(size?: Size): Promise<WatchedPage>
  /** Takes a server away without a word, and brings another one to its port. */
  kill(): Promise<void>
  revive(): Promise<void>
}

interface Size {
  readonly width?: number
  readonly height?: number
}

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page
  /** What the browser complained about: its console, its errors, what its policy forbade. */
  readonly complaints: readonly string[]
  /** Addresses elsewhere that were asked for. */
  readonly strangers: readonly string[]
}

export const openPageWorld = async (
  scenario: Scenario,
  flags: readonly string[] = [],
  locale: 'en-US' | 'zh-CN' = 'en-US',
): Promise<PageWorld> => {
  const world = await openWorld(scenario)
  const browser = await chromium.launch({
    executablePath: browserPath(),
    // A microphone that hears beeps, and a person who lets the page use it.
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })
  let server = await startServe(world, 0, flags)
  const { url } = server
  // Nothing turns or beats: without a graphics card each frame of it would be drawn by the processor.
  const context = await browser.newContext({ reducedMotion: 'reduce', locale })
  // Only a failure ever takes so long: how soon something happens is the machine's affair.
  context.setDefaultTimeout(60_000)
  await signIn(context, server.link)
  return {
    world,
    url,
    open: size => watch(context, url, size),
    async kill() {
      server.program.child.kill('SIGKILL')
      await server.program.ended
    },
    async revive() {
      server = await startServe(world, Number(new URL(url).port), flags)
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

const startServe = async (world: World, port: number, flags: readonly string[]) => {
  const program: Running = world.start(['serve', '--port', String(port), ...flags], { input: 'keep' })
  let said = ''
  const [, url = '', link = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    program.child.stdout.on('data', (piece: Buffer | string) => {
      said += String(piece)
      const found = /is at (\S+)\n.*: (\S+)\n/.exec(said)
      if (found) resolve(found)
    })
    void program.ended.then(ended => reject(new Error(ended.stderr)))
  })
  return { program, url, link }
}

const signIn = async (context: BrowserContext, link: string): Promise<void> => {
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('navigation', { name: /^(?:Sessions|会话)$/ }).waitFor()
  await page.close()
}

const watch = async (
  context: BrowserContext,
  url: string,
  { width = 1_000, height = 700 }: Size = {},
): Promise<WatchedPage> => {
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
  })
  await page.goto(url)
  await page.getByRole('navigation', { name: /^(?:Sessions|会话)$/ }).waitFor()
  return { page, complaints, strangers, [Symbol.asyncDispose]: () => page.close() }
}

/** A new session in the folder of the world, as somebody begins one. */
export const beginSession = async (page: Page): Promise<string> => {
  await page
    .locator('.sessions-head')
    .getByRole('button', { name: /^(?:New session|新建会话)$/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Start|开始)$/ })
    .click()
  await page.waitForURL(/#\/s\//)
  await page.locator('#prompt').waitFor()
  return page.url()
}

export const say = async (page: Page, text: string): Promise<void> => {
  await page.locator('#prompt').fill(text)
  await page.locator('#prompt').press('Enter')
}

/** The transcript. What the page tells to a screen reader, its list and its dialogs are not in it. */
export const feedOf = (page: Page): Locator => page.getByRole('feed')

/** Until the transcript has it; a text may stand there twice while it goes from the stream to its row. */
export const shows = (page: Page, text: string): Promise<void> =>
  feedOf(page).getByText(text).first().waitFor()

/** Of the turn; an agent has another one in its panel. */
export const stopButton = (page: Page): Locator => page.locator('.prompt-foot .stop')

/** Until nothing of it is left, however many there are: a text may stand in the list and in a dialog. */
export const gone = (locator: Locator): Promise<void> => expect.poll(() => locator.count()).toBe(0)

/** Of all files of the page that somebody loads who reads English, compressed. */
export const pageBytes = (): number => {
  const directory = join(REPOSITORY, 'dist/web')
  return readdirSync(directory)
    .filter(name => !name.startsWith('chinese-'))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(directory, name))).length, 0)
}
