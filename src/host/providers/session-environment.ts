import type { Env, OpenRequest, Overrides } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { withStoredCredentials } from '../credentials/stored-credentials.ts'
import { type EnvironmentOptions, readEnvironment } from '../environment.ts'
import { ownHome } from '../profiles/profile.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'
import { firstCommand } from './provider-credential.ts'

/** Nothing is sent there: what counts is only whether it is the vendor's. */
export const standingIn = (
  { model, vendor }: OpenRequest,
  environment: EnvironmentOptions,
): EnvironmentOptions =>
  model === undefined || vendor === undefined
    ? environment
    : { ...environment, baseUrl: vendor ? undefined : 'http://127.0.0.1' }

/** What the environment says, and the key that was stored when it has none. */
export const environmentOf = (
  env: Env,
  at: { readonly gathered: Gathered; readonly start: Start; readonly warn: Warn },
): EnvironmentOptions =>
  withStoredCredentials(readEnvironment(env), {
    configHome: ownHome(at.start),
    helper: firstCommand(at.gathered.settings),
    warn: at.warn,
  })

/** The window of this run goes before that of the environment; `auto` before that of settings, too. */
export const withWindow = (
  environment: EnvironmentOptions,
  { autocompact }: Pick<Overrides, 'autocompact'>,
): EnvironmentOptions =>
  autocompact === undefined
    ? environment
    : { ...environment, autoCompactWindow: autocompact === 'auto' ? Number.MAX_SAFE_INTEGER : autocompact }
