import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { SecretPattern } from '../../../protocol/settings.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  inside,
  listOf,
  oneOf,
  positive,
  shapeOf,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

const shape = shapeOf<SecretPattern>(
  {
    name: filledText,
    prefix: filledText,
    after: filledText,
    chars: oneOf(['hex', 'alphanumeric', 'base64', 'base64url']),
    min: positive,
    max: positive,
  },
  ['name'],
)

/** Short ones would match everywhere and make results unreadable. */
const secretPattern: Check<SecretPattern> = checkOf(shape.schema, (value, place) => {
  const checked = shape(value, place)
  if (!checked) return undefined
  const { name, prefix, after, min = 16, max = 1000 } = checked
  if (!/^[a-z0-9-]{1,40}$/.test(name)) return complain(inside(place, 'name'), settingsText('pattern_name'))
  if ((prefix === undefined) === (after === undefined))
    return complain(place, settingsText('prefix_or_after'))
  if ((prefix ?? after ?? '').length < 3)
    return complain(
      inside(place, prefix === undefined ? 'after' : 'prefix'),
      settingsText('three_characters'),
    )
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 8 || min > max || max > 1000)
    return complain(place, settingsText('pattern_length'))
  return checked
})

export const secretRows = [
  {
    key: 'secrets.redactResults',
    check: flag,
    doc: { en: 'Redact secrets in tool results', zh: '从工具结果中去除密钥' },
    default: true,
    stricter: true,
    project: 'always',
    projectLimit: 'only `true`',
    counts: 'next start',
    edit: { at: 270 },
  },
  {
    key: 'secrets.extraPatterns',
    check: listOf(secretPattern),
    doc: { en: 'More secret patterns', zh: '更多密钥格式' },
    stricter: 'longer',
    project: 'always',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
