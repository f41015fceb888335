import { nearestName } from '../lib/nearest-name.ts'
import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'
import { ToolError } from '../protocol/tool.ts'
import type { AgentParent } from './agent-parent.ts'
import type { SpawnRequest } from './plan-agent.ts'

const GENERAL = 'general-purpose'
/** What a coordinator calls those who do the work. */
const WORKER = 'worker'

export interface Definitions {
  definitions(): Promise<readonly AgentDefinition[]>
  /** Of these servers, by parts of their names, one that cannot be used, and why; those that start are waited for. */
  missingServer(
    names: readonly string[],
  ): Promise<{ readonly name: string; readonly why: string } | undefined>
}

/** The definition a request names; ToolError where there is none, or it may not or cannot be used. */
export const chooseDefinition = async (
  { type: asked = GENERAL, plugin }: Pick<SpawnRequest, 'type' | 'plugin'>,
  { types, coordinates }: Pick<AgentParent, 'types' | 'coordinates'>,
  { definitions, missingServer }: Definitions,
): Promise<AgentDefinition> => {
  const known = await definitions()
  const own = plugin === undefined ? undefined : known.find(({ name }) => name === `${plugin}:${asked}`)
  const named = own ?? known.find(({ name }) => name === asked)
  const found =
    named ?? (coordinates && asked === WORKER ? known.find(({ name }) => name === GENERAL) : undefined)
  const type = found?.name ?? asked
  if (!found) {
    const names = known.map(({ name }) => name)
    const near = nearestName(type, names)
    throw new ToolError(
      `There is no agent type ${type}.${near === undefined ? '' : ` Did you mean ${near}?`} Available: ${names.join(', ')}.`,
    )
  }
  if (types && !types.includes(type))
    throw new ToolError(`You may only start agents of these types: ${types.join(', ')}.`)
  const missing = found.requiredServers && (await missingServer(found.requiredServers))
  if (missing) throw new ToolError(`The agent ${type} needs the MCP server ${missing.name}: ${missing.why}.`)
  return found
}
