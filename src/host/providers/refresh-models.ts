import { mkdirSync } from 'node:fs'
import { ALL_ROWS } from '../../features/models/all-rows.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import { newerModels } from '../../features/models/newer-models.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import type { Env } from '../../protocol/host.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { addressOf } from './provider-credential.ts'
import { firstAddress, readSavedModels, type SavedModelList, savedModelsPath } from './saved-models.ts'

/** What came of asking one provider for its list. */
export interface Refreshed {
  readonly title: string
  /** Models that the catalogue does not have, newest of their families; undefined: it did not answer. */
  readonly added: readonly string[] | undefined
  /** Who was asked. */
  readonly host: string
}

/** Keeps what providers listed beside the catalogue; of those that did not answer, what was kept before stays. */
export const keepListed = (
  asked: readonly Provider[],
  from: {
    readonly listed: ReadonlyMap<string, readonly string[]>
    readonly env: Env
    readonly environment: EnvironmentOptions
    readonly configHome: string
  },
): readonly Refreshed[] => {
  const kept = new Map<string, SavedModelList>(readSavedModels(from.configHome))
  const refreshed = asked.map(provider => {
    const { name, title } = provider
    const ids = from.listed.get(name)
    const isFirst = name === anthropic.name
    const address = isFirst ? firstAddress(from.environment) : addressOf(provider, from.env)
    const host = address !== undefined && URL.canParse(address) ? new URL(address).host : title
    if (!ids) return { title, added: undefined, host }
    const rows = isFirst ? MODEL_ROWS : ALL_ROWS.filter(row => row.provider === name)
    const added = newerModels(rows, ids).map(({ id }) => id)
    // A gateway may have only some models of the first provider: all of those count.
    kept.set(name, { address, models: isFirst ? ids.filter(id => id.includes('claude-')) : added })
    return { title, added, host }
  })
  mkdirSync(from.configHome, { recursive: true, mode: 0o700 })
  const text = `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`
  writeFileAtomically(savedModelsPath(from.configHome), Buffer.from(text), { mode: 0o600 })
  return refreshed
}
