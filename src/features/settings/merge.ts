import type { Settings, SettingsLayer } from '../../protocol/settings.ts'
import { hooksOf } from './hooks-of.ts'

type Permissions = NonNullable<Settings['permissions']>

/**
 * One Settings out of layers, lowest first: lists of permissions join, hooks all run, names in `env` and
 * `modelOverrides` override one by one, everything else is taken whole from the highest layer that has it.
 */
export const mergeSettings = (layers: readonly SettingsLayer[]): Settings => {
  const all = layers.map(layer => layer.settings)
  const hooks = hooksOf(layers)
  const permissions = mergePermissions(all.flatMap(settings => settings.permissions ?? []))
  return {
    ...Object.assign({}, ...all.map(withoutJoined)),
    ...(permissions && { permissions }),
    ...(Object.keys(hooks).length > 0 && { hooks }),
    ...joined('env', all),
    ...joined('modelOverrides', all),
  }
}

const withoutJoined = ({
  permissions: _p,
  hooks: _h,
  env: _e,
  modelOverrides: _m,
  ...rest
}: Settings): Settings => rest

const joined = (key: 'env' | 'modelOverrides', all: readonly Settings[]): Settings => {
  const maps = all.map(settings => settings[key]).filter(map => map !== undefined)
  return maps.length === 0 ? {} : { [key]: Object.fromEntries(maps.flatMap(map => Object.entries(map))) }
}

const mergePermissions = (all: readonly Permissions[]): Permissions | undefined => {
  if (all.length === 0) return undefined
  return {
    ...Object.assign({}, ...all),
    ...joinedList('allow', all),
    ...joinedList('ask', all),
    ...joinedList('deny', all),
    ...joinedList('additionalDirectories', all),
  }
}

const joinedList = (
  key: 'allow' | 'ask' | 'deny' | 'additionalDirectories',
  all: readonly Permissions[],
): Permissions => {
  const lists = all.flatMap(permissions => (permissions[key] ? [permissions[key]] : []))
  return lists.length === 0 ? {} : { [key]: [...new Set(lists.flat())] }
}
