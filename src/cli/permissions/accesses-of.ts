import { resolve } from 'node:path'
import { advisorRows } from '../../features/advisor/tool-rows.ts'
import { skillRows } from '../../features/skills/tool-rows.ts'
import { browserRows } from '../../features/tools/browser/tool-rows.ts'
import { computerRows } from '../../features/tools/computer/tool-rows.ts'
import { foreignCall } from '../../features/tools/foreign-names.ts'
import { toolRows } from '../../features/tools/index.ts'
import { readToolSpecs } from '../../host/tools/toolbox.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Access } from '../../protocol/access.ts'
import { readServerToolName } from '../../protocol/extensions/server-tool-name.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'

interface Directories {
  readonly cwd: string
  readonly home: string
}
type Input = Readonly<Record<string, unknown>>

/** What a call would touch, as its tool says; `malformed` when the tool is known and its input is not what it takes. */
export const accessesOf = async (
  name: string,
  input: Input,
  { cwd, home }: Directories,
): Promise<readonly Access[] | 'malformed' | 'unknown'> => {
  const server = name.startsWith('mcp__') ? readServerToolName(name) : undefined
  if (server) return [{ kind: 'mcp', ...server }]
  const call = await findTool(name, input)
  if (!call) return 'unknown'
  const { tool } = call
  const given = understood(tool, inHome(withOwnFields(tool, call.input), home))
  if (!given) return 'malformed'
  try {
    const accesses = tool.access(given, cwd)
    return accesses.every(isWhole) ? accesses.map(asWritten(input, cwd)) : 'malformed'
  } catch {
    // The tool was not made for input without the field that it needs.
    return 'malformed'
  }
}

interface NamedCall {
  readonly tool: Tool
  readonly input: Input
}

/**
 * The tool of ours that a call means, by its name, by one it had, or by what another program calls it, with the input that
 * it takes. Undefined: nobody knows it.
 */
const findTool = async (name: string, input: Input): Promise<NamedCall | undefined> => {
  const rows: Readonly<Record<string, ToolRow>> = {
    ...toolRows,
    ...skillRows,
    ...advisorRows,
    ...browserRows,
    ...computerRows,
  }
  const own = Object.hasOwn(rows, name)
    ? name
    : (await readToolSpecs()).find(({ aliases }) => aliases?.includes(name))?.name
  const call = own === undefined ? foreignCall(name, input) : { tool: own, input }
  const tool = call && (await rows[call.tool]?.load())
  return tool && { tool, input: call.input }
}

/** Some know a field by another name. */
const withOwnFields = ({ otherNames = {} }: Tool, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const field = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined
      return [field === undefined || field in input ? key : field, value]
    }),
  )

/** The home of the question, which is not always that of whoever asks. */
const inHome = (input: Input, home: string): Input =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' && key !== 'command' ? expandHome(value, home) : value,
    ]),
  )

/** A question about a path need not hold what would be written there: only what is there must be right. */
const understood = ({ input }: Tool, given: Input): unknown => {
  const parsed = input.safeParse(given)
  if (parsed.success) return parsed.data
  const isAbsent = ({ path: [field, ...deeper] }: { readonly path: readonly PropertyKey[] }): boolean =>
    deeper.length === 0 && typeof field === 'string' && (given[field] ?? undefined) === undefined
  return parsed.error.issues.every(isAbsent)
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : undefined
}

/** Paths stay as they were written, where that says the same: whoever asked knows them by that. */
const asWritten = (input: Input, cwd: string) => {
  const names = Object.values(input).filter(value => typeof value === 'string')
  return (access: Access): Access => {
    if (!('path' in access)) return access
    const path = names.find(name => !/(?:^|\/)\.\.?(?:\/|$)/.test(name) && resolve(cwd, name) === access.path)
    return path === undefined ? access : { ...access, path }
  }
}

/** An access names what it touches: nothing of it was left out. */
const isWhole = (access: Access): boolean =>
  Object.entries(access).every(([key, value]) => value !== undefined && (value !== '' || key === 'args'))
