import { isObject } from '../is-object.ts'

/**
 * Where `given` is of another shape than `model`, in words; undefined: it has all that `model` has, of the same types,
 * and what its `type` says. Something of its own may be added; lists may be longer or shorter.
 */
export const shapeFault = (model: unknown, given: unknown, path = ''): string | undefined => {
  const at = path === '' ? 'it' : `"${path}"`
  if (Array.isArray(model)) {
    if (!Array.isArray(given)) return `${at} should be a list`
    return firstFault(given, (each, index) => elementFault(model, each, `${path}[${index}]`))
  }
  if (isObject(model)) {
    if (!isObject(given)) return `${at} should be an object`
    return firstFault(Object.keys(model), key => fieldFault(model[key], given, { key, path }))
  }
  if (model === null || model === undefined)
    return typeof given === 'object' && given !== null ? `${at} should be a single value` : undefined
  return typeof given === typeof model ? undefined : `${at} should be a ${typeof model}`
}

const fieldFault = (
  model: unknown,
  given: Readonly<Record<string, unknown>>,
  { key, path }: { readonly key: string; readonly path: string },
): string | undefined => {
  if (model === undefined) return undefined
  const inner = path === '' ? key : `${path}.${key}`
  if (!Object.hasOwn(given, key)) return `"${inner}" is missing`
  if (key === 'type' && typeof model === 'string' && given[key] !== model)
    return `"${inner}" should be "${model}"`
  return shapeFault(model, given[key], inner)
}

/** As any of those that were there; of an empty list nothing is known. */
const elementFault = (models: readonly unknown[], given: unknown, path: string): string | undefined => {
  let fault: string | undefined
  for (const model of models) {
    const found = shapeFault(model, given, path)
    if (found === undefined) return undefined
    fault ??= found
  }
  return fault
}

const firstFault = <T>(
  values: readonly T[],
  faultOf: (value: T, index: number) => string | undefined,
): string | undefined => {
  for (const [index, value] of values.entries()) {
    const fault = faultOf(value, index)
    if (fault !== undefined) return fault
  }
  return undefined
}
