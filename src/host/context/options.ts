import { join } from 'node:path'
import type { ContextChoice } from '../../engine/context/options.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { EnvironmentOptions } from '../environment.ts'

type Said = Pick<EnvironmentOptions, 'autoCompactWindow' | 'autoCompactPercent' | 'backgroundOff' | 'baseUrl'>

const NOTES_TEMPLATE = 'session-notes-template.md'

/** How the history is kept inside the window. The environment wins over settings. */
export const chooseContext = (said: Said, settings: Settings, configHome: string): ContextChoice => {
  const { compaction = {}, autoCompactWindow } = settings
  const window = said.autoCompactWindow ?? autoCompactWindow
  const percent = said.autoCompactPercent ?? compaction.percent
  const { snipNudge = false, cacheMinutes, keepResults, model } = compaction
  return {
    notes: !said.backgroundOff && compaction.notes !== false,
    notesTemplate: join(configHome, NOTES_TEMPLATE),
    collapse: !said.backgroundOff && compaction.collapse === true,
    snipNudge,
    contextEditing: compaction.contextEditing ?? isOwnService(said.baseUrl),
    ...(window === undefined ? {} : { window }),
    ...(percent === undefined ? {} : { percent: Math.min(percent, 100) }),
    ...(model === undefined ? {} : { model }),
    ...(cacheMinutes === undefined ? {} : { cacheMinutes }),
    ...(keepResults === undefined ? {} : { keepResults: Math.floor(keepResults) }),
  }
}

/** Gateways and servers that only speak the same protocol may refuse what they do not know. */
export const isOwnService = (baseUrl: string | undefined): boolean =>
  baseUrl === undefined || /^https:\/\/api\.anthropic\.com(?:\/|$)/.test(baseUrl)
