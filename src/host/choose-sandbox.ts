import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BRIDGE_WORD } from '../cli/bridge-word.ts'
import { ExitError } from '../cli/exit-error.ts'
import type { Place, SandboxChoice } from '../engine/config.ts'
import { LEAVE_FIELD, sandboxPrompt } from '../features/tools/bash/prompt.ts'
import type { ProxySettings } from '../lib/network/proxy.ts'
import type { Settings } from '../protocol/settings.ts'
import type { ToolSpec } from '../protocol/tool.ts'

/** The sandbox that settings ask for, if they do. */
export const chooseSandbox = (
  settings: Settings['sandbox'],
  at: {
    readonly home: string
    readonly configHome: string
    readonly proxy: ProxySettings | undefined
  },
): SandboxChoice | undefined => {
  if (!settings?.enabled) return undefined
  const [runtime = process.execPath, script = ''] = process.argv
  return {
    settings,
    bridge: {
      command: [runtime, script, BRIDGE_WORD],
      files: [realpathSync(runtime), runtime, dirname(realpathSync(script))],
    },
    configHomes: [...new Set([at.configHome, join(at.home, '.capstan'), join(at.home, '.claude')])],
    tmpDir: tmpdir(),
    ...(at.proxy ? { proxy: at.proxy } : {}),
  }
}

/** The tools as a session with or without a sandbox shows them. */
export const withSandbox = (
  specs: readonly ToolSpec[],
  choice: SandboxChoice | undefined,
): readonly ToolSpec[] =>
  specs.map(spec => {
    if (spec.name !== 'Bash') return spec
    const mayLeave = choice !== undefined && choice.settings.allowUnsandboxedCommands !== false
    const domains = choice?.settings.network?.allowedDomains ?? []
    return {
      ...spec,
      ...(choice ? { description: `${spec.description}\n${sandboxPrompt({ domains, mayLeave })}` } : {}),
      ...(mayLeave ? {} : { input_schema: withoutField(spec.input_schema, LEAVE_FIELD) }),
    }
  })

const withoutField = (schema: ToolSpec['input_schema'], name: string): ToolSpec['input_schema'] => {
  const { [name]: _, ...properties } = (schema['properties'] ?? {}) as Record<string, unknown>
  return { ...schema, properties }
}

/** For those who would rather not run at all than without: tried before anything else happens. */
export const required = async (
  choice: SandboxChoice | undefined,
  place: Place,
): Promise<SandboxChoice | undefined> => {
  if (!choice?.settings.failIfUnavailable) return choice
  const { probeHere } = await import('../engine/sandbox/probe-sandbox.ts')
  const found = await probeHere(place)
  if (!found.available)
    throw new ExitError(
      1,
      `The sandbox does not work here: ${found.why}. ${found.hint} (Settings say "failIfUnavailable".)`,
    )
  return choice
}
