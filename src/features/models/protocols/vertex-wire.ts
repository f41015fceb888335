import { createAnthropicWire } from './anthropic.ts'
import type { Wire } from './wire.ts'

/** Where Google's cloud runs a model. */
export interface VertexLocation {
  readonly project: string
  /** Of this model, where it is another than that of all others. */
  regionOf(model: string): string
  /** Instead of the region's own address. */
  readonly base?: string
}

/** Messages as Google's cloud takes them: project, region and model stand in the address, the version in the body. */
export const createVertexWire = (
  { project, regionOf, base }: VertexLocation,
  extraBody?: Readonly<Record<string, unknown>>,
): Wire => {
  const wire = createAnthropicWire(extraBody, { version: 'vertex-2023-10-16' })
  const { count: _count, ...rest } = wire
  return {
    ...rest,
    path: ({ model }) => {
      const region = regionOf(model)
      const host = region === 'global' ? 'aiplatform.googleapis.com' : `${region}-aiplatform.googleapis.com`
      const root = base ?? `https://${host}/v1`
      const id = encodeURIComponent(model).replace('%40', '@')
      return `${root}/projects/${project}/locations/${region}/publishers/anthropic/models/${id}:streamRawPredict`
    },
    headers: (request, betas) => {
      const { 'anthropic-version': _version, ...headers } = wire.headers?.(request, betas) ?? {}
      return headers
    },
  }
}
