import { readFileSync } from 'node:fs'
import { findHomes } from '../../host/find-homes.ts'
import { probeSandboxAt } from '../../host/sandbox/probe-sandbox.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Host, OpenRequest } from '../../protocol/host.ts'
import type { RunOptions } from '../args/run-options.ts'
import { definedVariables } from '../defined-variables.ts'
import { openRequestOf } from '../open-request.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import type { Checkouts } from './checkouts.ts'

/** By this a run says that the folder it starts in may count; here that is what is reviewed. */
const TRUST_VARIABLE = 'CAPSTAN_TRUST_WORKSPACE'

interface Opening {
  readonly host: Pick<Host, 'open'>
  readonly checkouts: Checkouts
  readonly options: RunOptions
  /** The top of the repository. */
  readonly root: string
  /** What the session is called: it is kept for the ledger. */
  readonly name: string
  readonly fleet: boolean
}

/**
 * The session that holds a review. It stands in the checkout of what is reviewed, which nobody trusts: no settings,
 * hooks, agents or servers of it count. Commands may run in the sandbox, where the person trusts the repository.
 */
export const openReviewSession = async (
  { host, checkouts, options, root, name, fleet }: Opening,
  deps: SessionsDeps,
): Promise<Engine> => {
  const request = openRequestOf(options, { ...deps.process, cwd: checkouts.tree })
  const { [TRUST_VARIABLE]: _, ...env } = deps.process.env
  const isHeld = isTrusted(root, options, deps) && (await hasSandbox(checkouts, deps))
  const { overrides } = request
  return await host.open({
    ...request,
    env: isHeld ? { ...env, CAPSTAN_SANDBOX_ONLY: 'off' } : env,
    warn: deps.warn,
    overrides: {
      ...overrides,
      ...(isHeld ? sandboxed(overrides) : {}),
      name,
      ...(fleet ? { fleet: 'all' } : {}),
      trust: false,
      settingSources: overrides.settingSources?.filter(source => source === 'user') ?? ['user'],
      directories: [...(overrides.directories ?? []), checkouts.place],
      permissionMode: overrides.permissionMode ?? 'acceptEdits',
    },
  })
}

const isTrusted = (
  root: string,
  { trust, restricted }: Pick<RunOptions, 'trust' | 'restricted'>,
  { process: { env } }: SessionsDeps,
): boolean =>
  findFolderTrust(
    { ...(trust ? { trust } : {}), ...(restricted ? { restricted } : {}) },
    { cwd: root, env, ...findHomes(env) },
  ).trusted

const hasSandbox = async ({ tree, place }: Checkouts, deps: SessionsDeps): Promise<boolean> =>
  (
    await probeSandboxAt({
      platform: process.platform,
      env: definedVariables(deps.process.env),
      roots: [tree, place],
    })
  ).available

/** Commands run without a question: they write only below the checkouts, and reach no host. */
const sandboxed = ({ settings }: OpenRequest['overrides']): Pick<OpenRequest['overrides'], 'settings'> => {
  const given = settings === undefined ? {} : readSettings(settings)
  const before = isObject(given['sandbox']) ? given['sandbox'] : {}
  return { settings: JSON.stringify({ ...given, sandbox: { ...before, autoAllowBashIfSandboxed: true } }) }
}

/** A path or JSON; what is wrong with it is said by whoever opens the session. */
const readSettings = (given: string): Readonly<Record<string, unknown>> => {
  const text = given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8')
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : {}
}
