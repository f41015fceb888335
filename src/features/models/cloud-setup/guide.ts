import { cloudAnswer } from '../../../protocol/messages/commands/cloud-setup.ts'
import { lines, verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Cloud, CloudSteps, CloudWay } from '../../../protocol/provider-settings.ts'
import { awsRegion, bedrock, vertex } from '../providers/cloud.ts'
import { awsProfiles, type CloudDirectories, readGoogleLogin, readServiceAccount } from './look-here.ts'
import { knownProject, pinned } from './plan-setup.ts'
import type { CloudWords } from './read-words.ts'

/** What there is to choose from on this machine. */
export const cloudSteps = (cloud: Cloud, places: CloudDirectories): CloudSteps => {
  const { title, sells = {} } = cloud === 'bedrock' ? bedrock : vertex
  const pins = ['opus', 'sonnet', 'haiku'].flatMap(family => {
    const known = Object.keys(sells).find(name => name.includes(family))
    return known === undefined ? [] : [`${family}=${sells[known]}`]
  })
  const common = { cloud, title, pins: pins.join(' ') }
  return cloud === 'bedrock'
    ? { ...common, ways: bedrockWays(places), region: awsRegion(places.env) }
    : {
        ...common,
        ways: vertexWays(places),
        region: places.env['CLOUD_ML_REGION'] || 'global',
        project: knownProject(places) ?? '',
      }
}

const found = { detail: cloudAnswer('good') } as const

const bedrockWays = (places: CloudDirectories): readonly CloudWay[] => {
  const { env } = places
  const hasKeys = Boolean(env['AWS_ACCESS_KEY_ID'] && env['AWS_SECRET_ACCESS_KEY'])
  return [
    ...awsProfiles(places).map(({ name, region }) => ({
      words: `auth=profile profile=${quoted(name)}`,
      label: region ? cloudAnswer('profile_in', { name, region }) : cloudAnswer('profile', { name }),
      ...(region ? { region } : {}),
      ...found,
    })),
    { words: 'auth=keys', label: cloudAnswer('keys'), ...(hasKeys ? found : {}) },
    {
      words: 'auth=api-key',
      label: cloudAnswer('api_key'),
      ...(env['AWS_BEARER_TOKEN_BEDROCK'] ? found : {}),
    },
    { words: 'auth=machine', label: cloudAnswer('aws_machine') },
  ]
}

const vertexWays = (places: CloudDirectories): readonly CloudWay[] => {
  const named = places.env['GOOGLE_APPLICATION_CREDENTIALS']
  const login = readGoogleLogin(places)
  return [
    {
      words: 'auth=gcloud',
      label: cloudAnswer('gcloud'),
      ...(login.kind === 'problem' ? { detail: login.problem } : found),
    },
    ...(named && readServiceAccount(named).kind === 'service_account'
      ? [{ words: `auth=file file=${quoted(named)}`, label: verbatim(named), ...found }]
      : []),
    { words: 'auth=file', label: cloudAnswer('file'), asks: 'file' as const },
    { words: 'auth=machine', label: cloudAnswer('google_machine') },
  ]
}

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text)

type Values = CloudWords['values']

const BY_HAND: Readonly<Record<Cloud, (values: Values) => Readonly<Record<string, string | undefined>>>> = {
  bedrock: ({ profile, region = '…' }) => ({ AWS_PROFILE: profile, AWS_REGION: region }),
  vertex: ({ file, project = '…', region = '…' }) => ({
    GOOGLE_APPLICATION_CREDENTIALS: file,
    ANTHROPIC_VERTEX_PROJECT_ID: project,
    CLOUD_ML_REGION: region,
  }),
}

/** For words that are not the owner's: what they would come to, by themselves. */
export const tellByHand = (cloud: Cloud, words: Pick<CloudWords, 'values'> | undefined): LocalizedText => {
  const values = words?.values ?? { profile: '…' }
  return lines([
    cloudAnswer('by_hand', { cloud }),
    verbatim(
      JSON.stringify(
        { provider: cloud, model: values.model, env: { ...BY_HAND[cloud](values), ...pinned(values) } },
        null,
        2,
      ),
    ),
    cloudAnswer(`usage_${cloud}`),
  ])
}

/** The same for whoever has no screen: what is here, and what to type. */
export const tellSteps = ({ cloud, title, ways, region, project }: CloudSteps): LocalizedText => {
  const here = ways.filter(({ detail }) => detail?.id === found.detail.id)
  const [first] = here.length > 0 ? here : ways
  const more = [
    ...(cloud === 'vertex' ? [`project=${project || '<id>'}`] : []),
    `region=${first?.region ?? region}`,
  ]
  return lines([
    cloudAnswer('intro', { title }),
    ...(here.length === 0 ? [cloudAnswer('found_nothing')] : [cloudAnswer('found')]),
    ...here.map(({ words, label }) => cloudAnswer('row', { words, what: label })),
    cloudAnswer('say'),
    verbatim(`  /setup-${cloud} ${first?.words ?? ''} ${more.join(' ')}`),
    cloudAnswer(`usage_${cloud}`),
  ])
}
