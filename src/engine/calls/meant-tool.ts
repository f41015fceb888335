import { nearestName } from '../../lib/nearest-name.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import { adviceFor, foreignTool } from './foreign-names.ts'

/** The tool that is meant by a name nobody has: another way of writing it, what others call it, or a slip. */
export const meantTool = (name: string, specs: readonly ToolSpec[]): string | undefined => {
  const names = specs.map(spec => spec.name)
  // Some models put a name space before it.
  const last = name.split(/[./:]/).at(-1) ?? name
  const same = names.filter(each => plain(each) === plain(last))
  if (same.length === 1) return same[0]
  const foreign = foreignTool(name, names)
  if (foreign !== undefined) return foreign
  return adviceFor(name, names) === undefined ? nearestName(last, names) : undefined
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
