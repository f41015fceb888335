import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CHROMIUM } from './needs-program.ts'

export interface OpenedPage {
  /** The document after its script has run. */
  readonly dom: string
  /** What the browser said, complaints about the page's own policy included. */
  readonly log: string
}

/** Opens a file in a real browser without a screen; the network is a proxy that does not exist. */
export const openPage = (file: string, profile: string, query = ''): Promise<OpenedPage> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      CHROMIUM,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-dev-shm-usage',
        '--proxy-server=127.0.0.1:9',
        '--enable-logging=stderr',
        `--user-data-dir=${join(profile, 'chromium')}`,
        '--dump-dom',
        `file://${file}${query}`,
      ],
      { env: { PATH: process.env['PATH'], HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let dom = ''
    let log = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      dom += piece
    })
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      log += piece
    })
    child.on('error', reject)
    child.on('close', () => resolve({ dom, log }))
  })
