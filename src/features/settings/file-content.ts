import { isObject } from '../../lib/is-object.ts'
import { parseJsonc } from './jsonc.ts'
import { readBounded } from './read-bounded.ts'

/** What a settings file says, whether it counts or not; throws JsoncError. */
export const settingsContent = (file: string): Readonly<Record<string, unknown>> => {
  const read = readBounded(file)
  if (read.kind !== 'text') return {}
  const { value } = parseJsonc(read.text)
  return isObject(value) ? value : {}
}
