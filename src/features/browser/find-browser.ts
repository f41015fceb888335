import { existsSync } from 'node:fs'
import { findProgram } from '../../lib/find-program.ts'

/** By name, the one most people have first; the last has no window, and starts fastest. */
const NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const HEADLESS = 'chromium-headless-shell'

const PLACES: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

export interface BrowserSystem {
  readonly platform: string
  /** Directories of programs, as PATH has them. */
  readonly path: string
}

/** A program that can show pages; undefined: there is none. Without a window the one that has none comes first. */
export const findBrowser = ({ platform, path }: BrowserSystem, window: boolean): string | undefined => {
  const names = window ? NAMES : [HEADLESS, ...NAMES]
  for (const name of names) {
    const found = findProgram(name, path)
    if (found !== undefined) return found
  }
  return (PLACES[platform] ?? []).find(place => existsSync(place))
}
