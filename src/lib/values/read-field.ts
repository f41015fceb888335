/** Inputs and outputs of tools are values nobody vouches for: a field is used when it is their own and what is expected. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

export const textField = (value: unknown, name: string): string | undefined => {
  const found = field(value, name)
  return typeof found === 'string' ? found : undefined
}

export const numberField = (value: unknown, name: string): number | undefined => {
  const found = field(value, name)
  return typeof found === 'number' ? found : undefined
}

export const listField = (value: unknown, name: string): readonly unknown[] => {
  const found = field(value, name)
  return Array.isArray(found) ? found : []
}
