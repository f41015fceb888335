import type { Provider } from '../../../features/models/providers/provider.ts'
import type { Env } from '../../../protocol/host.ts'
import type { FoundCredential } from '../../credentials/hosted-credential.ts'

type Account = NonNullable<Provider['account']>

const ACCOUNTS: Readonly<Record<Account, (env: Env) => Promise<FoundCredential>>> = {
  aws: async env => (await import('./aws-account.ts')).awsAccount(env),
  google: async env => (await import('./google-account.ts')).googleAccount(env),
  azure: async env => (await import('./azure-account.ts')).azureAccount(env),
}

/** Who asks, as the cloud the model runs in knows them. Whether there is anybody is found out when it is asked for. */
export const accountCredential = (account: Account, env: Env): Promise<FoundCredential> =>
  ACCOUNTS[account](env)
