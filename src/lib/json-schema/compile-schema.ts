import type { ErrorObject } from 'ajv'

type JsonSchema = Readonly<Record<string, unknown>>

/** What is wrong with a value, a line for each fault; undefined: it fits. */
export type CheckValue = (value: unknown) => string | undefined

const MAX_NAMED_ERRORS = 10
const NEWER_WORDS =
  /"(?:prefixItems|unevaluatedProperties|unevaluatedItems|dependentRequired|dependentSchemas|minContains|maxContains|\$dynamicRef)":/

/** Rejects with an Error when it is no schema. */
export const compileSchema = async (schema: JsonSchema): Promise<CheckValue> => {
  const options = { strict: false, allErrors: true, validateFormats: false, logger: false } as const
  const { Ajv, Ajv2020 } = await import('./ajv.ts')
  const validate = isNewer(schema) ? new Ajv2020(options).compile(schema) : new Ajv(options).compile(schema)
  return value => (validate(value) ? undefined : explain(validate.errors ?? []))
}

const isNewer = (schema: JsonSchema): boolean => {
  const draft = schema['$schema']
  if (typeof draft === 'string') return /20(?:19-09|20-12)/.test(draft)
  return NEWER_WORDS.test(JSON.stringify(schema))
}

const explain = (errors: readonly ErrorObject[]): string => {
  const lines = errors.slice(0, MAX_NAMED_ERRORS).map(error => {
    const detail =
      error.keyword === 'additionalProperties' ? ` (${String(error.params['additionalProperty'])})` : ''
    const allowed = error.keyword === 'enum' ? `: ${JSON.stringify(error.params['allowedValues'])}` : ''
    return `- ${error.instancePath || '/'} ${error.message ?? error.keyword}${detail}${allowed}`
  })
  const more = errors.length - lines.length
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
