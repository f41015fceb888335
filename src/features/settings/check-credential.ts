import { isObject } from '../../lib/is-object.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { CredentialMask } from '../../protocol/settings.ts'
import { type Check, checkOf, complain, filledText, flag, inside, listOf, oneOf, shapeOf } from './check.ts'

const pattern: Check<string> = checkOf({ type: 'string' }, (value, place) => {
  const text = filledText(value, place)
  if (text === undefined) return undefined
  const groups = groupsOf(text)
  if (groups === undefined) return complain(place, settingsText('no_expression'))
  return groups > 0 ? text : complain(place, settingsText('no_group'))
})

const groupsOf = (text: string): number | undefined => {
  try {
    return (new RegExp(`${text}|`).exec('')?.length ?? 1) - 1
  } catch {
    return undefined
  }
}

const mask: Check<CredentialMask> = shapeOf<CredentialMask>({
  injectHosts: listOf(filledText),
  extract: pattern,
  onExtractNoMatch: oneOf(['warn', 'deny', 'error']),
  decode: oneOf(['jwt']),
  maskClaims: listOf(filledText),
  maskDuplicates: flag,
})
const mode = oneOf(['deny', 'mask'])

type Masked<K extends 'name' | 'path'> = CredentialMask & Readonly<Record<K, string>>

/**
 * A name by itself, or with a mode: `deny` hides the credential, `mask` has commands see a placeholder. One that is not
 * told well enough to be masked is hidden.
 */
export const credential = <K extends 'name' | 'path'>(key: K): Check<string | Masked<K>> =>
  checkOf(
    {
      anyOf: [
        filledText.schema,
        {
          type: 'object',
          properties: { [key]: filledText.schema, mode: mode.schema, ...mask.schema.properties },
        },
      ],
    },
    (value, place) => {
      if (!isObject(value)) return filledText(value, place)
      if (!Object.hasOwn(value, key)) return complain(inside(place, key), settingsText('key_missing'))
      const name = filledText(value[key], inside(place, key))
      const how = value['mode'] === undefined ? 'deny' : mode(value['mode'], inside(place, 'mode'))
      if (name === undefined || how !== 'mask') return name
      let isWhole = true
      const told = mask(value, {
        ...place,
        report: (path, message) => {
          isWhole = false
          place.report(path, message)
        },
      })
      if (!told || !isWhole) return name
      const fault = faultOf(key, told)
      if (!fault) return { ...told, [key]: name } as Masked<K>
      complain(place, fault)
      return name
    },
  )

const faultOf = (key: 'name' | 'path', { extract, decode, maskClaims }: CredentialMask) => {
  if (maskClaims && !decode) return settingsText('claims_without_decode')
  if (maskClaims?.length === 0) return settingsText('no_claims')
  return key === 'name' && decode && extract !== undefined ? settingsText('extract_and_decode') : undefined
}
