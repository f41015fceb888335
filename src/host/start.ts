import { realpathSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join, resolve } from 'node:path'
import type { SessionEnvironment } from '../engine/options/session-environment.ts'
import { PROVIDER_SECRETS } from '../features/models/providers/index.ts'
import { caseRuleOf } from '../lib/case-rule.ts'
import { errorText } from '../lib/error-text.ts'
import { resolveReal } from '../lib/paths.ts'
import { type Env, HostError, type Overrides } from '../protocol/host.ts'
import { openingText } from '../protocol/messages/host/opening.ts'
import { isOn } from './environment.ts'
import { findHomes } from './find-homes.ts'
import { type Profile, profileOf } from './profiles/profile.ts'
import { findGitRoot, type Gathered } from './settings/gather-settings.ts'
import type { Policy } from './settings/open-policy.ts'

/** Where a session begins. */
export interface Start {
  /** Real path. */
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  /** Whose settings and credentials count; absent: those of the config home itself. */
  readonly profile?: Profile
  /** What an administrator says, where somebody looked for it already. */
  readonly policy?: Policy
}

export const findStart = ({
  env,
  cwd,
  policy,
}: {
  readonly env: Env
  readonly cwd?: string
  readonly policy?: Policy | undefined
}): Start => {
  const { home, configHome } = findHomes(env)
  // First of all: without a directory to stand in no relative path means anything.
  const here = findDirectory(cwd)
  const profile = profileOf(env, configHome)
  return { cwd: here, home, configHome, ...(profile ? { profile } : {}), ...(policy ? { policy } : {}) }
}

const findDirectory = (cwd: string | undefined): string => {
  try {
    const real = realpathSync.native(cwd ?? process.cwd())
    const found = resolveReal(real)
    // In the spelling that the disk has, so that it is one directory whatever it was called.
    return found.ok ? found.real : real
  } catch (error) {
    throw new HostError('directory', openingText('no_directory', { reason: errorText(error) }))
  }
}

export const sessionEnvironment = (
  { directories = [], projectConfigRoot }: Pick<Overrides, 'directories' | 'projectConfigRoot'>,
  at: Start & {
    readonly env: Env
    readonly gathered: Gathered
    readonly providers?: { readonly secretNames: readonly string[] } | undefined
  },
): SessionEnvironment => {
  const fromSettings = at.gathered.settings.permissions?.additionalDirectories ?? []
  const extra = [...directories, ...fromSettings].map(dir => realDirectory(at, dir))
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(at.env)) if (value !== undefined) env[name] = value
  return {
    cwd: at.cwd,
    home: at.home,
    ...(at.profile ? { profileName: at.profile.name } : {}),
    ...(projectConfigRoot === undefined ? {} : { projectRoot: configDirectory(at, projectConfigRoot) }),
    roots: [...new Set([at.cwd, ...extra])],
    platform: process.platform,
    osVersion: release(),
    shell: at.env['SHELL'] || 'bash',
    caseSensitive: caseRuleOf(process.platform),
    isGitRepo: findGitRoot(at.cwd) !== undefined,
    env,
    secretNames: at.providers?.secretNames ?? PROVIDER_SECRETS,
    outputDir: join(at.configHome, 'tool-output'),
    spendingDir: join(at.configHome, 'spending'),
    leasesDir: join(at.configHome, 'leases'),
    codeMapDir: join(at.configHome, 'cache', 'code-map'),
    workflowsDir: join(at.configHome, 'workflow-runs'),
  }
}

/** Where copies of changed files are kept, if they are. */
export const historyOf = (
  { persist = true }: { readonly persist?: boolean },
  at: { readonly configHome: string; readonly env: Env; readonly sessionId: string },
): Pick<SessionEnvironment, 'historyDir'> =>
  !persist || isOn(at.env, 'CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING')
    ? {}
    : { historyDir: join(at.configHome, 'file-history', at.sessionId) }

/** The real path of a working directory; throws HostError when it is none. */
export const realDirectory = (at: Start, dir: string): string => {
  const real = directoryAt(at, dir)
  if (real !== undefined) return real
  throw new HostError('directory', openingText('no_working_directory', { path: dir }))
}

const configDirectory = (at: Start, dir: string): string => {
  const real = directoryAt(at, dir)
  if (real !== undefined) return real
  throw new HostError('directory', openingText('no_config_root', { path: dir }))
}

const directoryAt = (at: Start, dir: string): string | undefined => {
  const path = resolve(at.cwd, dir.replace(/^~(?=\/|$)/, at.home))
  const real = resolveReal(path)
  return real.ok && statSync(path, { throwIfNoEntry: false })?.isDirectory() ? real.real : undefined
}
