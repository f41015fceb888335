import * as z from 'zod'
import { type CheckValue, compileSchema } from '../../../lib/json-schema/compile-schema.ts'
import { LocalizedError } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('structuredOutput', {
  accepted: { en: 'The structured output was accepted.', zh: '结构化输出已接受。' },
  not_object: { en: 'The output schema must be a JSON object.', zh: '输出 schema 应为 JSON 对象。' },
  not_of_object: {
    en: 'The output schema must have "type": "object" at the top; wrap other values in a property.',
    zh: '输出 schema 的顶层应为 "type": "object"；其他值请放进属性中。',
  },
  not_valid: { en: 'The output schema is not valid: {why}', zh: '输出 schema 无效：{why}' },
  faults: { en: 'The output does not fit the schema:\n{faults}', zh: '输出不符合 schema：\n{faults}' },
})

export interface StructuredOutput {
  readonly structured_output: unknown
}

/** The schema the person gave cannot be used. */
class OutputSchemaError extends LocalizedError {
  override readonly name = 'OutputSchemaError'
  readonly kind = 'invalid_schema'
}

/** A tool whose input must satisfy `schema`; the model gives its final answer through it. Rejects with {@link OutputSchemaError}. */
export const createStructuredOutputTool = async (
  schema: Readonly<Record<string, unknown>>,
): Promise<Tool<Record<string, unknown>, StructuredOutput>> => {
  const check = await compile(schema)
  return {
    name: 'StructuredOutput',
    present: presentInput,
    description: {
      en: 'Gives the final answer in the required form. Call it exactly once, when the work is done, with an input that fits its schema; the call ends the task.',
      zh: '按要求的格式给出最终答案。工作完成后调用且只调用一次，输入须符合其 schema；调用后任务结束。',
    },
    input: z.record(z.string(), z.unknown()),
    noAccess: 'Only hands the answer to whoever asked for it.',
    access: () => [],
    parallel: () => false,
    run: withoutProgress(async given => {
      const faults = check(given)
      if (faults !== undefined) throw new ToolError(says('faults', { faults }))
      return { structured_output: given }
    }),
    show: (_, language) => textBlocks(says('accepted'), language),
  }
}

const compile = async (schema: Readonly<Record<string, unknown>>): Promise<CheckValue> => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new OutputSchemaError(says('not_object'))
  if (schema['type'] !== 'object') throw new OutputSchemaError(says('not_of_object'))
  try {
    return await compileSchema(schema)
  } catch (error) {
    throw new OutputSchemaError(says('not_valid', { why: (error as Error).message }))
  }
}
