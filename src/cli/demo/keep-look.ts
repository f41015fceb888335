import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsContent } from '../../features/settings/file-content.ts'
import { findHomes } from '../../host/find-homes.ts'
import type { Env } from '../../protocol/host.ts'
import { uiLanguage } from '../in-ui-language.ts'

/** How the screen looks and which keys do what; nothing that runs a program or says what may run. */
const KEPT = [
  'theme',
  'editorMode',
  'vimInsertModeRemaps',
  'verbose',
  'viewMode',
  'showThinkingSummaries',
  'showTurnDuration',
  'spinnerTipsEnabled',
  'spinnerVerbs',
  'syntaxHighlightingDisabled',
  'prefersReducedMotion',
  'buddy',
  'axScreenReader',
  'preferredNotifChannel',
  'terminalProgressBarEnabled',
  'terminalTitleDisabled',
] as const

/** Besides the settings: own keys, own themes, what the terminal said of its background. */
const FILES = ['keybindings.json', 'themes', join('state', 'look.json')]

/** Puts how the person set up the screen into the home of the demo, so that the screen speaks and looks as they know it. */
export const keepLook = (env: Env, home: string): void => {
  const there = join(home, '.capstan')
  mkdirSync(there, { recursive: true, mode: 0o700 })
  const kept: Record<string, unknown> = { uiLanguage: uiLanguage(env) }
  const configHome = configHomeOf(env)
  if (configHome !== undefined) {
    const own = contentOf(join(configHome, 'settings.json'))
    for (const key of KEPT) if (own[key] !== undefined) kept[key] = own[key]
    for (const name of FILES) copy(join(configHome, name), join(there, name))
  }
  writeFileSync(join(there, 'settings.json'), `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
}

const configHomeOf = (env: Env): string | undefined => {
  try {
    return findHomes(env).configHome
  } catch {
    // Nobody has a home here: there is nothing to keep.
    return undefined
  }
}

const contentOf = (file: string): Readonly<Record<string, unknown>> => {
  try {
    return settingsContent(file)
  } catch {
    // Damaged: every session says so, the demo needs none of it.
    return {}
  }
}

const copy = (from: string, to: string): void => {
  try {
    cpSync(from, to, { recursive: true })
  } catch {
    // Not there, or not readable: the demo looks as usual.
  }
}
