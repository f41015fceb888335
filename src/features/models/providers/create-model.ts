import type { Model } from '../../../protocol/model.ts'
import { createAnthropicModel } from '../protocols/anthropic.ts'
import { createHttpModel, type HttpModelOptions } from '../protocols/http-model.ts'
import type { Wire } from '../protocols/wire.ts'
import type { Protocol, Provider } from './provider.ts'

type Extra = HttpModelOptions['extraBody']

/** One line for each wire but the one that most sessions use: nobody loads another's. */
const WIRES: Readonly<
  Record<Exclude<Protocol, 'anthropic'>, (provider: Provider, extra: Extra) => Promise<Wire>>
> = {
  'openai-chat': async ({ chat }, extra) =>
    (await import('../protocols/openai-chat/chat-wire.ts')).createChatWire(chat, extra),
  'openai-responses': async (_provider, extra) =>
    (await import('../protocols/openai-responses/responses-wire.ts')).createResponsesWire(extra),
  gemini: async (_provider, extra) =>
    (await import('../protocols/gemini/gemini-wire.ts')).createGeminiWire(extra),
}

/** A model of the provider, as its row says it is reached. */
export const createProviderModel = async (
  provider: Provider,
  options: Omit<HttpModelOptions, 'framing' | 'baseUrl'> & { readonly baseUrl: string | undefined },
): Promise<Model> => {
  const { protocol, framing, endpoint } = provider
  const reached = { ...options, framing, baseUrl: options.baseUrl ?? endpoint.url }
  if (protocol === 'anthropic') return createAnthropicModel(reached)
  return createHttpModel(await WIRES[protocol](provider, options.extraBody), reached)
}
