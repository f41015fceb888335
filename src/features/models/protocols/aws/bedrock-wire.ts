import { betasOf, createAnthropicWire } from '../anthropic.ts'
import type { Wire } from '../wire.ts'

/** Messages as Amazon's cloud takes them: the model stands in the address, the version in the body. */
export const createBedrockWire = (
  extraBody?: Readonly<Record<string, unknown>>,
  /** `flex`, `priority` …: what a request costs and how long it waits. */
  tier?: string,
): Wire => {
  const { count: _count, ...wire } = createAnthropicWire(extraBody, {
    version: 'bedrock-2023-05-31',
    betas: request => betasOf(request, []),
  })
  return {
    ...wire,
    path: ({ model }) => `/model/${encodeURIComponent(model)}/invoke-with-response-stream`,
    headers: () => ({
      accept: 'application/vnd.amazon.eventstream',
      ...(tier ? { 'x-amzn-bedrock-service-tier': tier } : {}),
    }),
  }
}
