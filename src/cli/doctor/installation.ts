import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { ripgrepChoice } from '../../features/shell/ripgrep-choice.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { errorText } from '../../lib/error-text.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { nativeFault } from '../native-package.ts'
import { thisProgram } from '../this-program.ts'
import { findInstallation } from '../update/find-installation.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { machineChecks } from './machine.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'installation'
/** As package.json says. */
const LEAST_NODE = [20, 19] as const

/** The runtime and the programs that come along. */
export const examineInstallation: Examine = async options => [
  {
    area: AREA,
    level: 'info',
    text: doctorText('version', { version: options.version, platform: options.platform }),
  },
  runtimeCheck(process.versions),
  ...fallbackChecks(options),
  await ripgrepCheck(options),
  await sharpCheck({ isNative: thisProgram().script === undefined }),
  await terminalCheck(),
  gitCheck(options),
  ...machineChecks(options),
]

/** A native program has its runtime inside. */
export const runtimeCheck = ({ bun, node }: NodeJS.ProcessVersions): HealthCheck =>
  bun === undefined
    ? nodeCheck(node)
    : { area: AREA, level: 'good', text: doctorText('native', { version: bun }) }

export const nodeCheck = (version: string): HealthCheck => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, leastMinor] = LEAST_NODE
  const isNew = major > least || (major === least && minor >= leastMinor)
  return isNew
    ? { area: AREA, level: 'good', text: doctorText('node', { version }) }
    : {
        area: AREA,
        level: 'error',
        text: doctorText('node_old', { version }),
        advice: doctorText('install_node', { version: LEAST_NODE.join('.') }),
      }
}

/** An installed package runs as the native program, unless something keeps it from that. */
const fallbackChecks = ({ env }: DoctorOptions): readonly HealthCheck[] => {
  const { script } = thisProgram()
  if (script === undefined) return []
  const installation = findInstallation(script, process.execPath)
  if (installation.kind !== 'global' && installation.kind !== 'local') return []
  const fault = nativeFault(installation.root)
  if (fault === undefined) {
    const text = doctorText(env['CAPSTAN_RUNTIME'] === 'node' ? 'native_off' : 'native_unused')
    return [{ area: AREA, level: 'info', text }]
  }
  const { why, at } = fault
  if (why === 'not_for_machine') return [{ area: AREA, level: 'info', text: doctorText('no_native_here') }]
  const level = why === 'left_out' ? 'info' : 'warning'
  const text = doctorText(`native_${why}`, { path: at })
  return [{ area: AREA, level, text, advice: doctorText('reinstall') }]
}

const ripgrepCheck = async ({ env, cwd }: DoctorOptions): Promise<HealthCheck> => {
  const choice = ripgrepChoice(plainEnv(env), [cwd])
  const packaged = choice.packaged ? await packagedRipgrep() : undefined
  const found = packaged ?? choice.system
  if (found !== undefined) return { area: AREA, level: 'good', text: doctorText('ripgrep', { path: found }) }
  return {
    area: AREA,
    level: 'warning',
    text: doctorText('no_ripgrep'),
    advice: doctorText('install_package', { program: 'ripgrep' }),
  }
}

const packagedRipgrep = async (): Promise<string | undefined> => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    await access(rgPath, constants.X_OK)
    return rgPath
  } catch {
    // Left out by the installation, or not for this machine: the system's may do.
    return undefined
  }
}

const sharpCheck = async ({ isNative }: { readonly isNative: boolean }): Promise<HealthCheck> => {
  try {
    await import('../../features/tools/read/sharp.ts')
    return { area: AREA, level: 'good', text: doctorText('images') }
  } catch (error) {
    // It cannot be inside of one file: without it nothing is wrong with the installation.
    if (isNative)
      return {
        area: AREA,
        level: 'info',
        text: doctorText('no_sharp_native'),
      }
    return {
      area: AREA,
      level: 'warning',
      text: doctorText('no_sharp', { why: reasonOf(error) }),
      advice: doctorText('reinstall'),
    }
  }
}

/** For programs that want a terminal of their own. */
const terminalCheck = async (): Promise<HealthCheck> => {
  const { loadPty } = await import('../../lib/pty/open-pty.ts')
  return (await loadPty())
    ? { area: AREA, level: 'good', text: doctorText('pty') }
    : { area: AREA, level: 'warning', text: doctorText('no_pty'), advice: doctorText('reinstall') }
}

const reasonOf = (error: unknown): Text =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    ? doctorText('not_installed')
    : (errorText(error).split('\n')[0]?.slice(0, 120) ?? '')

const gitCheck = ({ env, cwd }: DoctorOptions): HealthCheck => {
  const found = findProgram('git', hardenEnvironment(plainEnv(env), [cwd])['PATH'] ?? '')
  return found === undefined
    ? {
        area: AREA,
        level: 'warning',
        text: doctorText('no_git'),
        advice: doctorText('install_git'),
      }
    : { area: AREA, level: 'good', text: doctorText('git', { path: found }) }
}
