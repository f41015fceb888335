/** What a new agent is asked for, in this order. */
export const FIELDS = ['name', 'description', 'prompt', 'tools', 'model'] as const
export type AgentField = (typeof FIELDS)[number]

const OPTIONAL: ReadonlySet<AgentField> = new Set(['tools', 'model'])
/** It is also the name of its file. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/** The word for what is wrong with an answer; undefined: nothing. */
export const problemWith = (field: AgentField, text: string): 'required' | 'badName' | undefined => {
  if (text === '') return OPTIONAL.has(field) ? undefined : 'required'
  return field === 'name' && !NAME.test(text) ? 'badName' : undefined
}
