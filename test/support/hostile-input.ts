import fc from 'fast-check'

/** A JSON schema, as far as tools use it. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
}

const PATHS = [
  'a.txt',
  'dir',
  'pipe',
  'loop',
  'note.ipynb',
  'fake.png',
  'fake.pdf',
  'a.txt/x',
  'new/deep/file',
  '..',
  '../out',
  '/dev/zero',
  '/dev/stdin',
  '/proc/self/mem',
  '/nonexistent/x',
  '~nobody/x',
  '~',
  '.',
  '',
  'x'.repeat(5000),
  'a\0b',
  '\ud800',
  'a\nb',
]
const WORDS = [
  '-x',
  '--',
  '*',
  '[',
  '{',
  '**',
  '!',
  '$(id)',
  '`id`',
  "'",
  '(',
  '\\',
  'text',
  '__proto__',
  '1-',
  '9-3',
]
/** Nothing here has an effect outside its own process. */
const COMMANDS = [
  'true',
  'false',
  'echo hi',
  'exit 3',
  'printf "\\377\\0x"',
  'ls nowhere',
  '"',
  'cd /',
  '',
  'sleep 0.01',
]
const URLS = [
  'http://127.0.0.1:1/',
  'https://[::1]:1/',
  'file:///etc/passwd',
  'no url',
  'http://',
  'javascript:1',
  '',
]

const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    [],
    {},
    [[]],
    { a: { b: null } },
    '',
    ' ',
    '5',
    'true',
  ),
  fc.constantFrom(...PATHS, ...WORDS),
  fc.string({ maxLength: 12 }),
)

/** Fields by which a call could wait, run or reach something get values of which none can. */
const forField = (name: string): fc.Arbitrary<unknown> | undefined => {
  if (/command/i.test(name)) return fc.constantFrom(...COMMANDS)
  if (/url/i.test(name)) return fc.constantFrom(...URLS)
  if (/timeout|seconds|delay|duration|_ms$/i.test(name))
    return fc.oneof(fc.integer({ min: -1, max: 20 }), fc.constantFrom<unknown>('x', '3', null, [], 0.5))
  return undefined
}

const forSchema = (schema: Schema): fc.Arbitrary<unknown> => {
  const [first, ...rest] = schema.anyOf ?? []
  if (first) return fc.oneof(forSchema(first), ...rest.map(forSchema))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(forSchema(schema.items ?? {}), { maxLength: 5 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -2, max: 50 }), fc.integer())
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.oneof(fc.constantFrom(...PATHS, ...WORDS), fc.string({ maxLength: 30 }))
    default:
      return garbage
  }
}

const objectOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const special = forField(name)
    const value =
      special ?? fc.oneof({ weight: 5, arbitrary: forSchema(field) }, { weight: 1, arbitrary: garbage })
    return [name, value] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).chain(given =>
    // Most calls have what is required: otherwise all end at the first check.
    fc.constantFrom(true, true, true, true, false).chain(complete => {
      const missing = complete ? (schema.required ?? []).filter(name => !(name in given)) : []
      const filled = fields.filter(([name]) => missing.includes(name))
      return fc.record(Object.fromEntries(filled)).map(more => ({ ...given, ...more }))
    }),
  )
}

/** Inputs for a tool: mostly what its schema asks for, with hostile values, and now and then anything. */
export const hostileInput = (schema: Schema): fc.Arbitrary<object> =>
  fc.oneof(
    { weight: 12, arbitrary: objectOf(schema) as fc.Arbitrary<object> },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), garbage) },
  )
