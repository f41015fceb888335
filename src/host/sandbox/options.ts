import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxChoice } from '../../engine/sandbox/options.ts'
import type { Availability } from '../../features/sandbox/availability.ts'
import { asksAbout, networkOf } from '../../features/sandbox/network-of.ts'
import { LEAVE_FIELD } from '../../features/tools/bash/leave-field.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { HostError } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { sandboxSettingText } from '../../protocol/messages/permissions/sandbox-settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { DescribedTool } from '../../protocol/tools/described-tool.ts'

/** Beside settings and sessions, as `engine/sandbox/try-first` writes it. */
const COPIES = 'copies'

/** The sandbox that settings ask for, if they do. */
export const chooseSandbox = (settings: Settings['sandbox'], at: SandboxAt): SandboxChoice | undefined =>
  settings?.enabled ? sandboxAt(settings, at) : undefined

/** Commands are tried first where the person wants that; in a folder nobody trusts nothing runs before it was asked about. */
export const chooseTryFirst = async (
  { settings, trusted }: { readonly settings: Settings; readonly trusted: boolean },
  at: SandboxAt,
  warn: Warn,
): Promise<{ readonly tryFirst?: SandboxChoice }> => {
  await takeBack(join(at.configHome, COPIES), warn)
  if (!settings.tryFirst) return {}
  if (trusted) return { tryFirst: sandboxAt(settings.sandbox ?? {}, at) }
  warn(sandboxSettingText('tries_untrusted', { command: 'capstan trust --yes' }))
  return {}
}

/** What a killed program was putting in place, whoever has switched that off since: nothing stays half done. */
const takeBack = async (directory: string, warn: Warn): Promise<void> => {
  if (!existsSync(directory) || !readdirSync(directory).some(name => name.endsWith('.json'))) return
  const { takeBackKept, tellTakenBack } = await import('../../features/sandbox/try-first/keep-journal.ts')
  for (const text of takeBackKept(directory).flatMap(tellTakenBack)) warn(text)
}

export interface SandboxAt {
  readonly home: string
  readonly configHome: string
  readonly proxy: ProxySettings | undefined
  /** Of this machine when absent. */
  readonly platform?: string
  bridge(): SandboxChoice['bridge']
}

/** As settings describe it, whether commands run in it or not. */
export const sandboxAt = (settings: SandboxChoice['settings'], at: SandboxAt): SandboxChoice => ({
  settings,
  platform: at.platform ?? process.platform,
  bridge: at.bridge(),
  configHomes: [...new Set([at.configHome, join(at.home, '.capstan'), join(at.home, '.claude')])],
  tmpDir: tmpdir(),
  ...(at.proxy ? { proxy: at.proxy } : {}),
})

/** The tools as a session with or without a sandbox shows them. */
export const withSandbox = async (
  specs: readonly DescribedTool[],
  choice: SandboxChoice | undefined,
  language?: PromptLanguage,
): Promise<readonly DescribedTool[]> => {
  const mayLeave = choice !== undefined && choice.settings.allowUnsandboxedCommands !== false
  const about = choice && (await promptOf(choice, mayLeave, language))
  return specs.map(spec => {
    if (!spec.groups?.includes('commands')) return spec
    return {
      ...spec,
      ...(about === undefined ? {} : { description: `${spec.description}\n${about}` }),
      ...(mayLeave ? {} : { input_schema: withoutField(spec.input_schema, LEAVE_FIELD) }),
    }
  })
}

const promptOf = async (
  { settings, platform }: SandboxChoice,
  mayLeave: boolean,
  language?: PromptLanguage,
): Promise<string> => {
  const { sandboxPrompt } = await import('../../features/tools/bash/sandbox-prompt.ts')
  return sandboxPrompt(
    {
      mayLeave,
      masks: isMasked(settings),
      asks: asksAbout(settings.network ?? {}),
      platform,
      anyFile: settings.filesystem?.disabled === true,
      domains: networkOf(settings) === 'own proxies' ? 'any' : (settings.network?.allowedDomains ?? []),
    },
    language,
  )
}

const isMasked = ({ credentials: { files = [], envVars = [] } = {}, network }: SandboxChoice['settings']) =>
  network?.tlsTerminate === true && [...files, ...envVars].some(entry => typeof entry !== 'string')

const withoutField = (schema: ToolSpec['input_schema'], name: string): ToolSpec['input_schema'] => {
  const { [name]: _, ...properties } = (schema['properties'] ?? {}) as Record<string, unknown>
  return { ...schema, properties }
}

/** What is tried for a sandbox that settings describe so. */
export const probeOf = <T extends object>(choice: SandboxChoice | undefined, place: T) => ({
  ...place,
  acceptNested: choice?.settings.enableWeakerNestedSandbox === true,
  bwrapPath: choice?.settings.bwrapPath,
})

/** For those who would rather not run at all than without: tried before anything else happens. */
export const required = async (
  choice: SandboxChoice | undefined,
  probe: () => Promise<Availability>,
): Promise<SandboxChoice | undefined> => {
  if (!choice?.settings.failIfUnavailable) return choice
  const found = await probe()
  if (!found.available)
    throw new HostError(
      'sandbox',
      (await import('../../protocol/messages/permissions/sandbox.ts')).sandboxText('required', {
        why: found.why,
        hint: found.hint,
      }),
    )
  return choice
}
