import type { Entry } from '../../../protocol/entry.ts'

/** The to-do list that a result of the main conversation carries. */
export const todosIn = (entry: Entry): readonly unknown[] | undefined => {
  if (entry.type !== 'user' || entry.isSidechain) return undefined
  const output = entry.toolUseResult as { readonly newTodos?: unknown } | null | undefined
  return Array.isArray(output?.newTodos) ? output.newTodos : undefined
}
