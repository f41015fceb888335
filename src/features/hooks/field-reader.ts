import { isObject } from '../../lib/is-object.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads fields of one object by type; what is of another type is left out and named in `faults`. */
export const fieldReader = (value: Fields, prefix: string) => {
  const faults: string[] = []
  const read = <T>(
    key: string,
    { what, is }: { what: string; is: (given: unknown) => given is T },
  ): T | undefined => {
    // Null is how some languages write "nothing".
    const given = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined
    if (given === undefined || is(given)) return given
    faults.push(`${prefix}${key} is not ${what}`)
    return undefined
  }
  return {
    faults,
    keys: Object.keys(value),
    string: (key: string) => read(key, { what: 'a string', is: given => typeof given === 'string' }),
    boolean: (key: string) => read(key, { what: 'true or false', is: given => typeof given === 'boolean' }),
    object: (key: string) => read(key, { what: 'an object', is: isObject }),
    strings: (key: string) => read(key, { what: 'a list of strings', is: isTexts }),
    updates: (key: string) => read(key, { what: 'a list of permission updates', is: isUpdates }),
    oneOf: <const T extends string>(key: string, words: readonly T[]) =>
      read(key, {
        what: `one of ${words.join(', ')}`,
        is: (given): given is T => words.some(word => word === given),
      }),
    any: (key: string): { readonly value: unknown } | undefined =>
      Object.hasOwn(value, key) ? { value: value[key] } : undefined,
  }
}

const isTexts = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.every(each => typeof each === 'string')

const DESTINATIONS: readonly unknown[] = [
  'session',
  'localSettings',
  'projectSettings',
  'userSettings',
  'cliArg',
]

const isUpdates = (given: unknown): given is readonly PermissionUpdate[] =>
  Array.isArray(given) && given.every(isUpdate)

const isUpdate = (given: unknown): boolean => {
  if (!isObject(given) || !DESTINATIONS.includes(given['destination'])) return false
  switch (given['type']) {
    case 'setMode':
      return PERMISSION_MODES.some(mode => mode === given['mode'])
    case 'addDirectories':
    case 'removeDirectories':
      return isTexts(given['directories'])
    case 'addRules':
    case 'replaceRules':
    case 'removeRules':
      return (
        ['allow', 'ask', 'deny'].includes(String(given['behavior'])) &&
        Array.isArray(given['rules']) &&
        given['rules'].every(isRule)
      )
    default:
      return false
  }
}

const isRule = (given: unknown): boolean =>
  isObject(given) &&
  typeof given['toolName'] === 'string' &&
  (given['ruleContent'] === undefined || typeof given['ruleContent'] === 'string')
