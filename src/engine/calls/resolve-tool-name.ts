import { adviceFor, foreignTool } from '../../features/tools/foreign-names.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

/** The tool that is meant by a name nobody has: another way of writing it, what others call it, or a slip. */
export const resolveToolName = (name: string, specs: readonly ToolSpec[]): string | undefined => {
  const all = specs.map(spec => spec.name)
  // Some models put a name space before it.
  const last = name.split(/[./:]/).at(-1) ?? name
  const same = all.filter(each => plain(each) === plain(last) && isSameServer(last, each))
  if (same.length === 1) return same[0]
  const names = all.filter(each => !isOfServer(each))
  const foreign = foreignTool(name, names)
  if (foreign !== undefined) return foreign
  return isOfServer(last) || adviceFor(name, names) !== undefined ? undefined : nearestName(last, names)
}

const isOfServer = (name: string): boolean => name.startsWith('mcp__')

/**
 * What is meant for one server never goes to another whose name is like it, and of two tools of a server one that is only
 * nearly called so is another one. A name without the marks says nothing of where that of the server ends.
 */
const isSameServer = (written: string, known: string): boolean => {
  if (!isOfServer(written) || !isOfServer(known)) return true
  const parts = written.split('__').map(plain)
  return known.split('__').map(plain).join(' ') === parts.join(' ')
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
