import { isObject } from '../../lib/is-object.ts'
import type { JsoncEdit } from './edit-jsonc.ts'

/** What a document must say after a change: the same as {@link editJsonc}, on the value instead of the text. */
export const intend = (value: unknown, edit: JsoncEdit): unknown => change(value, edit.path, edit)

const change = (value: unknown, path: readonly string[], edit: JsoncEdit): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return edit.kind === 'unset' ? value : replaced(value, edit)
  if (value !== undefined && !isObject(value))
    throw new Error(`${edit.path.join('.')} leads through a value.`)
  if (edit.kind === 'unset' && rest.length === 0) return without(value, key)
  const within = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  const changed = change(within, rest, edit)
  if (changed === undefined) return value
  return { ...value, [key]: changed }
}

const without = (value: unknown, key: string): unknown => {
  if (!isObject(value) || !Object.hasOwn(value, key)) return value
  const { [key]: _, ...others } = value
  return others
}

const replaced = (value: unknown, edit: Exclude<JsoncEdit, { readonly kind: 'unset' }>): unknown => {
  if (edit.kind === 'set') return edit.value
  if (value !== undefined && !Array.isArray(value)) throw new Error(`${edit.path.join('.')} is no list.`)
  const list: readonly unknown[] | undefined = value
  if (edit.kind === 'remove') return list?.filter(item => !edit.items.some(gone => gone === item))
  const added = edit.items.filter(
    (item, index) => !list?.includes(item) && edit.items.indexOf(item) === index,
  )
  return list === undefined && added.length === 0 ? undefined : [...(list ?? []), ...added]
}
