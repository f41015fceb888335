import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES, MODEL_IDS, newestOf } from '../../features/models/catalogue.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Env } from '../../protocol/host.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { addressOf } from './provider-credential.ts'

/** What a provider listed when it was last asked, and at which address. */
export interface SavedModelList {
  readonly address: string
  readonly models: readonly string[]
}

export const savedModelsPath = (configHome: string): string => join(configHome, 'models.json')

/** By provider. Nothing where nobody has refreshed, or the file cannot be read: then the catalogue counts. */
export const readSavedModels = (configHome: string | undefined): ReadonlyMap<string, SavedModelList> => {
  if (configHome === undefined) return new Map()
  try {
    const lists: unknown = JSON.parse(readFileSync(savedModelsPath(configHome), 'utf8'))
    if (!isObject(lists)) return new Map()
    return new Map(
      Object.entries(lists).filter((entry): entry is [string, SavedModelList] => isList(entry[1])),
    )
  } catch {
    return new Map()
  }
}

const isList = (value: unknown): value is SavedModelList =>
  isObject(value) &&
  typeof value['address'] === 'string' &&
  Array.isArray(value['models']) &&
  value['models'].every(id => typeof id === 'string')

/** Lists count for the address they came from. */
export const savedModelsFor = (
  kept: ReadonlyMap<string, SavedModelList>,
  at: { readonly provider: string; readonly address: string },
): readonly string[] => {
  const list = kept.get(at.provider)
  return list && list.address === at.address ? list.models : []
}

/** The same of everybody but the first provider. */
export const listedBy = (
  providers: readonly Provider[],
  kept: ReadonlyMap<string, SavedModelList>,
  env: Env,
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    providers.flatMap(provider => {
      const list = provider === anthropic ? undefined : kept.get(provider.name)
      return list && list.address === safeAddress(provider, env)
        ? [[provider.name, list.models] as const]
        : []
    }),
  )

/** Undefined: there is none, which is told when it is used. */
export const safeAddress = (provider: Provider, env: Env): string | undefined => {
  try {
    return addressOf(provider, env)
  } catch {
    return undefined
  }
}

export const firstAddress = ({ baseUrl }: Pick<EnvironmentOptions, 'baseUrl'>): string =>
  baseUrl ?? anthropic.endpoint.url

/** What names of families mean after a refresh: the maker may have newer models, and a gateway only older ones. */
export const withSavedModels = (
  environment: EnvironmentOptions,
  kept: ReadonlyMap<string, SavedModelList>,
): EnvironmentOptions => {
  const listed = savedModelsFor(kept, { provider: anthropic.name, address: firstAddress(environment) })
  if (listed.length === 0) return environment
  const ids = environment.baseUrl === undefined ? [...MODEL_IDS, ...listed] : listed
  const newest = FAMILIES.flatMap(family => {
    const id = newestOf(family, ids)
    return id === undefined || id === newestOf(family) ? [] : [[family, id]]
  })
  const best = newestOf('fable', listed) && newestOf('fable', ids)
  return { ...environment, families: { ...Object.fromEntries(newest), ...(best ? { best } : {}) } }
}
