import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import { browserPath } from '../../support/needs-program.ts'
import { reportMissing } from '../../support/report-missing.ts'
import { openWorld, REPOSITORY, type World } from '../../support/run-program.ts'

const HOW = 'which node scripts/install-code-server.mjs installs'

/** VS Code as code-server packs it; undefined where it is not installed. */
export const codeServer = (): string | undefined => {
  const place = process.env['CAPSTAN_TEST_CODE_SERVER'] ?? join(import.meta.dirname, 'node_modules')
  const main = join(place, 'code-server/lib/vscode/out/server-main.js')
  if (existsSync(main)) return main
  reportMissing('code-server', HOW)
  return undefined
}

/** The real editor in a real browser, with the packed extension, a project and a scripted model. */
export interface EditorWorld extends AsyncDisposable {
  readonly world: World
  readonly page: Page
  /** What is in the panel. */
  readonly panel: FrameLocator
  /** By the palette of commands. */
  command(name: string): Promise<void>
  openFile(name: string): Promise<void>
  notification(text: string | RegExp): Locator
  /** Into the directory that CAPSTAN_TEST_SHOTS names, for people to look at; nothing without. */
  shot(name: string): Promise<void>
}

export interface EditorOptions {
  readonly main: string
  readonly scenario: Scenario
  readonly files: Readonly<Record<string, string>>
  readonly locale?: string
  readonly size?: { readonly width: number; readonly height: number }
}

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'terminal.integrated.gpuAcceleration': 'off',
  'typescript.validate.enable': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  'window.menuBarVisibility': 'compact',
  'chat.commandCenter.enabled': false,
  'capstan.program': join(REPOSITORY, 'bin/capstan'),
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
}

export const openEditor = async ({
  main,
  scenario,
  files,
  locale = 'en-US',
  size = { width: 1_400, height: 860 },
}: EditorOptions): Promise<EditorWorld> => {
  const world = await openWorld(scenario)
  for (const [name, text] of Object.entries(files)) world.put(name, text)
  const data = join(world.root, 'editor')
  for (const place of ['Machine', 'User']) {
    mkdirSync(join(data, 'data', place), { recursive: true })
    writeFileSync(join(data, 'data', place, 'settings.json'), JSON.stringify(SETTINGS))
  }
  const env = { ...world.env, PATH: process.env['PATH'] ?? '', SHELL: '/bin/bash' }
  const packed = spawnSync(process.execPath, ['scripts/pack-vscode.mjs', join(world.root, 'packages')], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  const vsix = packed.stdout.trim()
  const shared = [
    main,
    '--server-data-dir',
    data,
    '--accept-server-license-terms',
    '--telemetry-level',
    'off',
  ]
  const installed = spawnSync('node', [...shared, '--install-extension', vsix], { env, encoding: 'utf8' })
  if (!installed.stdout.includes('successfully installed'))
    throw new Error(installed.stdout + installed.stderr)
  const server = spawn(
    'node',
    [...shared, '--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--start-server'],
    { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const port = await portOf(server)
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({
    viewport: size,
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(60_000)
  const close = async (): Promise<void> => {
    await browser.close()
    const ended = new Promise(resolve => server.once('close', resolve))
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await ended
    await world[Symbol.asyncDispose]()
  }
  const page = await openWorkbench(
    context,
    `http://127.0.0.1:${port}/?folder=${encodeURIComponent(world.project)}`,
  ).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const quickInput = page.locator('.quick-input-widget input[type="text"]')
  const command = async (name: string): Promise<void> => {
    await page.keyboard.press('F1')
    await quickInput.waitFor()
    await quickInput.fill(`>${name}`)
    // What is first may still be what was found before.
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click()
  }
  const shot = async (name: string): Promise<void> => {
    const place = process.env['CAPSTAN_TEST_SHOTS']
    if (place !== undefined) await page.screenshot({ path: join(place, `${name}.png`) })
  }
  return {
    world,
    page,
    panel: page.frameLocator('iframe.webview').frameLocator('iframe#active-frame'),
    command,
    openFile: async name => {
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick()
      await page.locator('.tab', { hasText: name }).first().waitFor()
    },
    notification: text => page.locator('.notification-toast', { hasText: text }).first(),
    shot,
    async [Symbol.asyncDispose]() {
      await shot('last')
      await close()
    },
  }
}

const openWorkbench = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('.statusbar-item', { hasText: 'Capstan' }).first().waitFor()
  return page
}

const portOf = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const port = /Extension host agent listening on (\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(port)
    })
    server.once('close', () => reject(new Error(said)))
  })
