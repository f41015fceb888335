import { findModel } from '../../features/models/catalogue.ts'
import { namedRows } from '../../features/models/other-rows.ts'
import { costOf } from '../../features/models/pricing.ts'
import type { Price } from '../../features/sessions/ledger/ledger-rows.ts'
import { overrideRows } from '../../host/models/override-rows.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import type { SessionsDeps } from './deps.ts'

/** What a call costs today, by the list and the person's own prices; a model without a price has none. */
export const pricesFor = (deps: Pick<SessionsDeps, 'cwd' | 'configHome' | 'process'>): Price => {
  const { cwd, configHome, process } = deps
  const home = process.env['HOME'] ?? ''
  const { settings } = gatherSettings(
    { acceptDamagedSettings: true },
    { cwd, configHome, home, env: process.env },
  )
  const known = namedRows()
  const rows = [...overrideRows(settings, known), ...known]
  return (model, usage) => costOf(usage, findModel(model, rows).facts)
}
