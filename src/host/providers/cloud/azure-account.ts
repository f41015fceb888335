import { type Env, HostError } from '../../../protocol/host.ts'
import { credentialText } from '../../../protocol/messages/host/credentials.ts'
import type { FoundCredential } from '../../credentials/hosted-credential.ts'
import type { Lasting } from './cached-token.ts'
import { saidBy } from './said-by.ts'
import { tokenCredential } from './token-credential.ts'

const RESOURCE = 'https://cognitiveservices.azure.com'

/** Whoever is signed in with the cloud's own tool. */
export const azureAccount = async (env: Env): Promise<FoundCredential> => ({
  source: 'Azure sign-in',
  identity: JSON.stringify(['azure', env['HOME'], env['AZURE_CONFIG_DIR']]),
  create: () => tokenCredential('Azure sign-in', () => askTool(env)),
})

const askTool = async (env: Env): Promise<Lasting<string>> => {
  const text = await saidBy(
    ['az', 'account', 'get-access-token', '--resource', RESOURCE, '--output', 'json'],
    env,
  )
  const found = parse(text)
  if (found) return found
  throw new HostError('no_credentials', credentialText('no_azure'))
}

const parse = (text: string): Lasting<string> | undefined => {
  try {
    const { accessToken: value, expires_on: seconds } = JSON.parse(text) as Record<string, unknown>
    return typeof value === 'string' ? { value, until: Number(seconds) * 1000 } : undefined
  } catch {
    // It printed no token.
    return undefined
  }
}
