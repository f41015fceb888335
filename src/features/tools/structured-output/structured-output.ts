import type { ErrorObject, ValidateFunction } from 'ajv'
import * as z from 'zod'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { withoutProgress } from '../without-progress.ts'
import { STRUCTURED_OUTPUT_PROMPT } from './prompt.ts'

export interface StructuredOutput {
  readonly structured_output: unknown
}

/** The schema the person gave cannot be used. */
class OutputSchemaError extends Error {
  override readonly name = 'OutputSchemaError'
  readonly kind = 'invalid_schema'
}

const MAX_NAMED_ERRORS = 10
const NEWER_WORDS =
  /"(?:prefixItems|unevaluatedProperties|unevaluatedItems|dependentRequired|dependentSchemas|minContains|maxContains|\$dynamicRef)":/

/** A tool whose input must satisfy `schema`; the model gives its final answer through it. Rejects with {@link OutputSchemaError}. */
export const createStructuredOutputTool = async (
  schema: Readonly<Record<string, unknown>>,
): Promise<Tool<Record<string, unknown>, StructuredOutput>> => {
  const validate = await compile(schema)
  return {
    name: 'StructuredOutput',
    description: STRUCTURED_OUTPUT_PROMPT,
    input: z.record(z.string(), z.unknown()),
    access: () => [],
    parallel: () => false,
    run: withoutProgress(async given => {
      if (!validate(given))
        throw new ToolError(`The output does not fit the schema:\n${explain(validate.errors ?? [])}`)
      return { structured_output: given }
    }),
    show: () => [{ type: 'text', text: 'The structured output was accepted.' }],
  }
}

const compile = async (schema: Readonly<Record<string, unknown>>): Promise<ValidateFunction> => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new OutputSchemaError('The output schema must be a JSON object.')
  if (schema['type'] !== 'object')
    throw new OutputSchemaError(
      'The output schema must have "type": "object" at the top; wrap other values in a property.',
    )
  const options = { strict: false, allErrors: true, validateFormats: false, logger: false } as const
  try {
    const { Ajv, Ajv2020 } = await import('./ajv.ts')
    return isNewer(schema) ? new Ajv2020(options).compile(schema) : new Ajv(options).compile(schema)
  } catch (error) {
    throw new OutputSchemaError(`The output schema is not valid: ${(error as Error).message}`)
  }
}

const isNewer = (schema: Readonly<Record<string, unknown>>): boolean => {
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
