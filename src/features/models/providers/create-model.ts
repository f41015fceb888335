import type { Model } from '../../../protocol/model.ts'
import { type AnthropicOptions, createAnthropicModel } from '../protocols/anthropic.ts'
import type { Provider } from './provider.ts'

/** One line for each wire. */
const PROTOCOLS: Readonly<Record<Provider['protocol'], (options: AnthropicOptions) => Model>> = {
  anthropic: createAnthropicModel,
}

/** A model of the provider, as its row says it is reached. */
export const createProviderModel = (
  { protocol, framing, endpoint }: Provider,
  options: Omit<AnthropicOptions, 'framing' | 'baseUrl'> & { readonly baseUrl: string | undefined },
): Model => PROTOCOLS[protocol]({ ...options, framing, baseUrl: options.baseUrl ?? endpoint.url })
