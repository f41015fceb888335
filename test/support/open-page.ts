import { chromium } from 'playwright-core'
import { browserPath } from './needs-program.ts'

interface OpenedPage {
  /** The document after its script has run. */
  readonly dom: string
  /** What the page wrote to its console or failed with, complaints about its own policy included. */
  readonly complaints: readonly string[]
}

/** A real browser without a screen, which opens files; the network is a proxy that does not exist. */
export interface PageReader extends AsyncDisposable {
  open(file: string, query?: string): Promise<OpenedPage>
}

export const openReader = async (): Promise<PageReader> => {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox'],
    proxy: { server: '127.0.0.1:9' },
  })
  return {
    async open(file, query = '') {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', message => complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(String(error)))
      await page.goto(`file://${file}${query}`)
      const dom = await page.content()
      await page.close()
      return { dom, complaints }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
