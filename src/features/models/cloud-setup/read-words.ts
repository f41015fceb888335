import { cloudAnswer } from '../../../protocol/messages/commands/cloud-setup.ts'
import { OpError } from '../../../protocol/op.ts'
import type { Cloud } from '../../../protocol/provider-settings.ts'

export const AUTHS = {
  bedrock: ['profile', 'keys', 'api-key', 'machine'],
  vertex: ['gcloud', 'file', 'machine'],
} as const
export type Auth = (typeof AUTHS)[Cloud][number]

/** What stands behind the command. */
export interface CloudWords {
  readonly auth: Auth
  readonly values: Readonly<Partial<Record<Key, string>>>
  readonly write: boolean
}

type Key = keyof typeof VALID

const MODEL = /^[\w.:/@+[\]-]{1,200}$/
const VALID = {
  profile: /^[^\p{Cc}"'=[\]]{1,128}$/u,
  file: /^[^\p{Cc}]{1,1000}$/u,
  project: /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,61}[a-z0-9]$/,
  region: /^[a-z][a-z0-9-]{1,40}$/,
  opus: MODEL,
  sonnet: MODEL,
  haiku: MODEL,
  model: MODEL,
} as const

const NOT_OF: Readonly<Record<Cloud, readonly Key[]>> = { bedrock: ['file', 'project'], vertex: ['profile'] }

/** Undefined where nothing was said. Throws OpError for what is not understood. */
export const readCloudWords = (cloud: Cloud, text: string): CloudWords | undefined => {
  const usage = cloudAnswer(`usage_${cloud}`)
  const values: Partial<Record<Key | 'auth', string>> = {}
  let write = false
  for (const [word] of text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)) {
    if (word === '--yes' || word === '--user') {
      write ||= word === '--yes'
      continue
    }
    if (word === '--project' || word === '--local') throw new OpError(cloudAnswer('user_only'))
    const [, key, quoted = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? []
    if (!isKey(key) || NOT_OF[cloud].some(each => each === key))
      throw new OpError(cloudAnswer('no_key', { word, usage }))
    if (values[key] !== undefined) throw new OpError(cloudAnswer('twice', { key }))
    const value = quoted.replace(/"([^"]*)"|'([^']*)'/g, (_, one?: string, two?: string) => one ?? two ?? '')
    if (key !== 'auth' && !VALID[key].test(value)) throw new OpError(cloudAnswer('bad_value', { key, value }))
    values[key] = value
  }
  const { auth: said, ...others } = values
  if (Object.keys(values).length === 0 && !write) return undefined
  const auth = said ?? (others.profile ? 'profile' : others.file ? 'file' : undefined)
  const known = AUTHS[cloud].find(each => each === auth)
  if (known === undefined) throw new OpError(cloudAnswer('which_auth', { choices: AUTHS[cloud] }))
  for (const key of ['profile', 'file'] as const)
    if (others[key] !== undefined && known !== key)
      throw new OpError(cloudAnswer('not_with', { key, auth: known }))
  return { auth: known, values: others, write }
}

const isKey = (word: string | undefined): word is Key | 'auth' =>
  word === 'auth' || (word !== undefined && Object.hasOwn(VALID, word))
