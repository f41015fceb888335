import { isAbsolute, join, resolve } from 'node:path'
import { cloudAnswer } from '../../../protocol/messages/commands/cloud-setup.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import type { Cloud } from '../../../protocol/provider-settings.ts'
import {
  awsProfiles,
  type CloudDirectories,
  type GoogleFile,
  gcloudProject,
  readGoogleLogin,
  readServiceAccount,
} from './look-here.ts'
import type { CloudWords } from './read-words.ts'

/** One value for the settings file; without `value` the key goes. */
export interface CloudEdit {
  readonly path: readonly [string, ...string[]]
  readonly value?: string
}

/** What would be written, and what is to be said about it. */
export interface PlannedSetup {
  readonly edits: readonly CloudEdit[]
  readonly notes: readonly LocalizedText[]
}

/** Throws OpError where the words name something that is not on this machine. */
export const planSetup = (
  cloud: Cloud,
  words: CloudWords,
  places: CloudDirectories & { readonly cwd: string },
): PlannedSetup => {
  const { edits, notes } = cloud === 'bedrock' ? planBedrock(words, places) : planVertex(words, places)
  const { model } = words.values
  const pins = Object.entries(pinned(words.values)).map(([name, id]) => env(name, id))
  return {
    edits: [
      { path: ['provider'], value: cloud },
      ...edits,
      ...pins,
      ...(model === undefined ? [] : [{ path: ['model'] as const, value: model }]),
    ],
    notes,
  }
}

/** Variables that keep the names of families to certain models. */
export const pinned = ({ opus, sonnet, haiku }: CloudWords['values']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ opus, sonnet, haiku }).flatMap(([family, id]) =>
      id === undefined ? [] : [[`ANTHROPIC_DEFAULT_${family.toUpperCase()}_MODEL`, id]],
    ),
  )

const env = (name: string, value: string): CloudEdit => ({ path: ['env', name], value })
const without = (name: string): CloudEdit => ({ path: ['env', name] })

const planBedrock = ({ auth, values }: CloudWords, places: CloudDirectories): PlannedSetup => {
  const { profile, region } = values
  const token = auth === 'api-key' ? [] : usedInstead('AWS_BEARER_TOKEN_BEDROCK', places)
  if (auth !== 'profile') {
    const regional = region === undefined ? [] : [env('AWS_REGION', region)]
    const notes = [...notesOf(auth, places), ...token]
    return { edits: [without('AWS_PROFILE'), ...regional], notes }
  }
  if (profile === undefined) throw new OpError(cloudAnswer('which_profile'))
  const all = awsProfiles(places)
  const found = all.find(({ name }) => name === profile)
  if (!found) {
    const names = all.map(({ name }) => name)
    throw new OpError(cloudAnswer(names.length > 0 ? 'no_profile' : 'no_profiles', { name: profile, names }))
  }
  const chosen = region ?? found.region
  return {
    edits: [env('AWS_PROFILE', profile), ...(chosen === undefined ? [] : [env('AWS_REGION', chosen)])],
    notes: [...(found.sso ? [cloudAnswer('sso_profile', { name: profile })] : []), ...token],
  }
}

/** What the environment says counts, whatever the settings would have. */
const usedInstead = (variable: string, { env: said, ownEnv }: CloudDirectories): readonly LocalizedText[] =>
  said[variable] && ownEnv[variable] === undefined ? [cloudAnswer('used_instead', { variable })] : []

const notesOf = (auth: CloudWords['auth'], places: CloudDirectories): readonly LocalizedText[] => {
  const { env: said } = places
  const other = usedInstead('AWS_PROFILE', places)
  if (auth === 'machine') return [cloudAnswer('unseen_machine'), ...other]
  if (auth === 'api-key') return said['AWS_BEARER_TOKEN_BEDROCK'] ? [] : [cloudAnswer('no_api_key')]
  return [
    ...(said['AWS_ACCESS_KEY_ID'] && said['AWS_SECRET_ACCESS_KEY'] ? [] : [cloudAnswer('no_keys')]),
    ...other,
  ]
}

const planVertex = (
  { auth, values }: CloudWords,
  places: CloudDirectories & { readonly cwd: string },
): PlannedSetup => {
  const file = auth === 'file' ? fileOf(values.file, places) : undefined
  const read: GoogleFile | undefined =
    file !== undefined ? readServiceAccount(file) : auth === 'gcloud' ? readGoogleLogin(places) : undefined
  if (read?.kind === 'problem') throw new OpError(read.problem)
  const project = values.project ?? read?.project ?? knownProject(places)
  if (project === undefined) throw new OpError(cloudAnswer('which_project'))
  return {
    edits: [
      file === undefined
        ? without('GOOGLE_APPLICATION_CREDENTIALS')
        : env('GOOGLE_APPLICATION_CREDENTIALS', file),
      env('ANTHROPIC_VERTEX_PROJECT_ID', project),
      ...(values.region === undefined ? [] : [env('CLOUD_ML_REGION', values.region)]),
    ],
    notes: [
      ...(read?.warning === undefined ? [] : [read.warning]),
      ...(file === undefined ? usedInstead('GOOGLE_APPLICATION_CREDENTIALS', places) : []),
      ...(auth === 'machine' ? [cloudAnswer('unseen_machine')] : []),
    ],
  }
}

/** The project that is in use here already. */
export const knownProject = (places: CloudDirectories): string | undefined =>
  places.env['ANTHROPIC_VERTEX_PROJECT_ID'] ||
  places.env['GOOGLE_CLOUD_PROJECT'] ||
  places.env['GCLOUD_PROJECT'] ||
  gcloudProject(places)

/** As people type it: from their home directory, or from where the session works. */
const fileOf = (
  typed: string | undefined,
  { home, cwd }: { readonly home: string; readonly cwd: string },
): string => {
  if (typed === undefined) throw new OpError(cloudAnswer('which_file'))
  if (typed.startsWith('~/')) return join(home, typed.slice(2))
  return isAbsolute(typed) ? typed : resolve(cwd, typed)
}
