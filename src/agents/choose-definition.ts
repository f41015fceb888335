import { nearestName } from '../lib/nearest-name.ts'
import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'
import { modelTexts } from '../protocol/messages/model-texts.ts'
import { ToolError } from '../protocol/tool.ts'
import type { AgentParent } from './agent-parent.ts'
import type { SpawnRequest } from './plan-agent.ts'

const says = modelTexts('agent_types', {
  unknown: {
    en: 'There is no agent type {type}.{near} Available: {names}.',
    zh: '没有智能体类型 {type}。{near}可用：{names}。',
  },
  near: { en: ' Did you mean {near}?', zh: '是否指 {near}？' },
  onlyThese: {
    en: 'You may only start agents of these types: {types}.',
    zh: '你只能启动这些类型的智能体：{types}。',
  },
  needsServer: {
    en: 'The agent {type} needs the MCP server {server}: {why}.',
    zh: '智能体 {type} 需要 MCP 服务器 {server}：{why}。',
  },
})

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
      says('unknown', {
        type,
        near: near === undefined ? '' : says('near', { near }),
        names: names.join(', '),
      }),
    )
  }
  if (types && !types.includes(type)) throw new ToolError(says('onlyThese', { types: types.join(', ') }))
  const missing = found.requiredServers && (await missingServer(found.requiredServers))
  if (missing) throw new ToolError(says('needsServer', { type, server: missing.name, why: missing.why }))
  return found
}
