import { listField, textField } from '../../../../lib/values/read-field.ts'

export interface AskedPlan {
  readonly plan: string
  /** Kinds of commands that are wanted with it. */
  readonly prompts: readonly { readonly tool: string; readonly prompt: string }[]
}

/** The plan out of what the tool was given; undefined when there is none to show. */
export const readPlan = (input: unknown): AskedPlan | undefined => {
  const plan = textField(input, 'plan')
  if (plan === undefined || plan.trim() === '') return undefined
  const prompts = listField(input, 'allowedPrompts').flatMap(each => {
    const tool = textField(each, 'tool')
    const prompt = textField(each, 'prompt')
    return tool === undefined || prompt === undefined ? [] : [{ tool, prompt }]
  })
  return { plan, prompts }
}
