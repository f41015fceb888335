import type { Model } from '../../../protocol/model.ts'
import { createAnthropicModel } from '../protocols/anthropic.ts'
import { parserFor } from '../protocols/framings.ts'
import { createHttpModel, type HttpModelOptions } from '../protocols/http-model.ts'
import type { Wire } from '../protocols/wire.ts'
import { vertexProject, vertexRegion } from './cloud.ts'
import type { Protocol, Provider } from './provider.ts'

interface Loading extends Pick<HttpModelOptions, 'extraBody'> {
  readonly provider: Provider
  readonly env: Readonly<Record<string, string | undefined>>
}

/** One line for each wire but the one that most sessions use: nobody loads another's. */
const WIRES: Readonly<Record<Exclude<Protocol, 'anthropic'>, (loading: Loading) => Promise<Wire>>> = {
  'openai-chat': async ({ provider, extraBody }) => {
    const { createChatWire } = await import('../protocols/openai-chat/chat-wire.ts')
    // Servers of one's own run models of any kind.
    return createChatWire(
      { ...provider.chat, ...(provider.keyless ? { writtenCalls: true } : {}) },
      extraBody,
    )
  },
  'openai-responses': async ({ extraBody }) =>
    (await import('../protocols/openai-responses/responses-wire.ts')).createResponsesWire(extraBody),
  gemini: async ({ extraBody }) =>
    (await import('../protocols/gemini/gemini-wire.ts')).createGeminiWire(extraBody),
  bedrock: async ({ extraBody, env }) =>
    (await import('../protocols/aws/bedrock-wire.ts')).createBedrockWire(
      extraBody,
      env['ANTHROPIC_BEDROCK_SERVICE_TIER'],
    ),
  vertex: async ({ extraBody, env }) => {
    const { createVertexWire } = await import('../protocols/vertex-wire.ts')
    const base = env['ANTHROPIC_VERTEX_BASE_URL']
    const place = { project: vertexProject(env) ?? '', regionOf: (model: string) => vertexRegion(env, model) }
    return createVertexWire({ ...place, ...(base ? { base: base.replace(/\/+$/, '') } : {}) }, extraBody)
  },
}

/** A model of the provider, as its row says it is reached. */
export const createProviderModel = async (
  provider: Provider,
  options: Omit<HttpModelOptions, 'parser' | 'baseUrl' | 'readError'> & {
    readonly baseUrl: string | undefined
    readonly env?: Loading['env']
  },
): Promise<Model> => {
  const { env = {}, ...rest } = options
  const { protocol, framing, endpoint, readError } = provider
  const reached = {
    ...rest,
    baseUrl: rest.baseUrl ?? endpoint.url,
    ...(readError ? { readError } : {}),
  }
  if (protocol === 'anthropic')
    return createAnthropicModel(reached, {
      references: provider.toolReferences === true && isSameHost(reached.baseUrl, endpoint.url),
    })
  const loading = { provider, env, ...(rest.extraBody ? { extraBody: rest.extraBody } : {}) }
  return createHttpModel(await WIRES[protocol](loading), { ...reached, parser: parserFor(framing) })
}

/** Gateways and local servers speak the protocol, but few of them pass on what is new in it. */
const isSameHost = (url: string, known: string): boolean =>
  URL.canParse(url) && new URL(url).host === new URL(known).host
