import * as z from 'zod'
import { isObject } from '../../lib/is-object.ts'
import type { Tool } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { DescribedTool } from '../../protocol/tools/described-tool.ts'
import { CHINESE, UNTOLD } from './input-fields.ts'

/** The wire form of a tool. Loads zod: the build calls it and stores the result, so that no first request waits for it. */
export const describeTool = (tool: Tool, language: PromptLanguage = 'en'): DescribedTool => {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { target: 'draft-7', io: 'output' })
  return {
    name: tool.name,
    ...(tool.aliases ? { aliases: tool.aliases } : {}),
    ...(tool.groups ? { groups: tool.groups } : {}),
    description: inPromptLanguage(tool.description, language),
    input_schema: forModel(schema, language) as Record<string, unknown>,
    ...(tool.deferred
      ? { deferred: { ...tool.deferred, hint: inPromptLanguage(tool.deferred.hint, language) } }
      : {}),
    ...(tool.listsDeferred ? { listsDeferred: true } : {}),
    ...(tool.clearable ? { clearable: true } : {}),
  }
}

/** Without what says nothing and costs tokens, and without what is not the model's to fill in. */
const forModel = (node: unknown, language: PromptLanguage): unknown => {
  if (Array.isArray(node)) return node.map(item => forModel(item, language))
  if (!isObject(node)) return node
  const { [CHINESE]: chinese, ...rest } = node
  const told = language === 'zh' && typeof chinese === 'string' ? { ...rest, description: chinese } : rest
  return Object.fromEntries(
    Object.entries(told)
      .filter(([key, value]) => !isObviousBound(key, value) && !(isObject(value) && value[UNTOLD] === true))
      .map(([key, value]) => [key, forModel(value, language)]),
  )
}

/**
 * Bounds that no model needs to be told (a text isn't empty, a count isn't negative) and that unknown fields don't count:
 * the tool checks its input all the same. Bounds that a model may well meet, such as the number of options, stay.
 */
const isObviousBound = (key: string, value: unknown): boolean =>
  key === 'maxLength' ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minimum' && typeof value === 'number' && value <= 1) ||
  ((key === 'minItems' || key === 'minLength') && typeof value === 'number' && value <= 1) ||
  (key === 'additionalProperties' && value === false)
