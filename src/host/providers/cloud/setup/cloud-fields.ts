import { FAMILIES, newestOf } from '../../../../features/models/catalogue.ts'
import { awsRegion, bedrock, vertex, vertexRegion } from '../../../../features/models/providers/cloud.ts'
import type { Provider } from '../../../../features/models/providers/provider.ts'
import type { SetupCloud } from '../../../../protocol/cloud-setup.ts'
import type { Env } from '../../../../protocol/host.ts'

/** What a person may say of a cloud, and the setting it is kept in. No secret is one of them. */
export interface CloudField {
  readonly name: string
  readonly key: string
  readonly example: string
  readonly allowed: RegExp
}

export interface CloudRow {
  readonly provider: Provider
  readonly fields: readonly CloudField[]
  readonly refresh: 'awsAuthRefresh' | 'gcpAuthRefresh'
  readonly exampleRegion: string
  /** Variables the region comes from, the first that is set counts. */
  readonly regionFrom: readonly string[]
  regionOf(env: Env, model: string): string
}

/** Families the cloud sells. */
export const soldFamilies = ({ sells = {} }: Provider): readonly (typeof FAMILIES)[number][] =>
  FAMILIES.filter(family => newestOf(family, Object.keys(sells)) !== undefined)

const REGION = /^[a-z]{2,}(?:-[a-z]+)+-?\d+$|^(?:global|us|eu)$/
const MODEL_ID = /^[A-Za-z0-9][\w.:@/+-]*$/
const ADDRESS = /^https?:\/\/[^\s@/?#]+(?:\/[^\s@?#]*)?$/i

const modelFields = (provider: Provider): readonly CloudField[] =>
  soldFamilies(provider).map(family => ({
    name: family,
    key: `env.ANTHROPIC_DEFAULT_${family.toUpperCase()}_MODEL`,
    example: Object.entries(provider.sells ?? {}).find(([id]) => id.includes(family))?.[1] ?? family,
    allowed: MODEL_ID,
  }))

/** A model may run in another region than the rest. */
const regionFields: readonly CloudField[] = soldFamilies(vertex).map(family => {
  const id = newestOf(family, Object.keys(vertex.sells ?? {})) ?? family
  return {
    name: `${family}-region`,
    key: `env.VERTEX_REGION_${id.toUpperCase().replace(/\W/g, '_')}`,
    example: 'europe-west1',
    allowed: REGION,
  }
})

const field = (name: string, key: string, [example, allowed]: readonly [string, RegExp]): CloudField => ({
  name,
  key,
  example,
  allowed,
})

export const CLOUDS: Readonly<Record<SetupCloud, CloudRow>> = {
  bedrock: {
    provider: bedrock,
    fields: [
      field('region', 'env.AWS_REGION', ['eu-central-1', REGION]),
      field('profile', 'env.AWS_PROFILE', ['work', /^[\w.@/+-]+$/]),
      ...modelFields(bedrock),
      field('base', 'env.ANTHROPIC_BEDROCK_BASE_URL', ['https://gateway.example.com', ADDRESS]),
      field('refresh', 'awsAuthRefresh', ['"aws sso login"', /\S/]),
    ],
    refresh: 'awsAuthRefresh',
    exampleRegion: 'eu-central-1',
    regionFrom: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    regionOf: awsRegion,
  },
  vertex: {
    provider: vertex,
    fields: [
      field('project', 'env.ANTHROPIC_VERTEX_PROJECT_ID', ['my-project-123', /^[a-z0-9][a-z0-9.:-]*$/]),
      field('region', 'env.CLOUD_ML_REGION', ['europe-west1', REGION]),
      field('file', 'env.GOOGLE_APPLICATION_CREDENTIALS', ['/path/to/key.json', /^\/[^\0\n]+$/]),
      ...modelFields(vertex),
      ...regionFields,
      field('base', 'env.ANTHROPIC_VERTEX_BASE_URL', ['https://gateway.example.com/v1', ADDRESS]),
      field('refresh', 'gcpAuthRefresh', ['"gcloud auth application-default login"', /\S/]),
    ],
    refresh: 'gcpAuthRefresh',
    exampleRegion: 'europe-west1',
    regionFrom: ['CLOUD_ML_REGION'],
    regionOf: vertexRegion,
  },
}
