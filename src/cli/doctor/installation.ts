import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { ripgrepChoice } from '../../features/shell/ripgrep-choice.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { errorText } from '../../lib/error-text.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { thisProgram } from '../this-program.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'
import { plainEnv } from './plain-env.ts'

const AREA = 'installation'
/** As package.json says. */
const LEAST_NODE = [20, 19] as const

/** The runtime and the programs that come along. */
export const examineInstallation: Examine = async options => [
  { area: AREA, level: 'info', text: `Capstan ${options.version} on ${options.platform}` },
  runtimeCheck(process.versions),
  await ripgrepCheck(options),
  await sharpCheck({ isNative: thisProgram().script === undefined }),
  gitCheck(options),
]

/** A native program has its runtime inside. */
export const runtimeCheck = ({ bun, node }: NodeJS.ProcessVersions): HealthCheck =>
  bun === undefined ? nodeCheck(node) : { area: AREA, level: 'good', text: `Native program (Bun ${bun})` }

export const nodeCheck = (version: string): HealthCheck => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [least, leastMinor] = LEAST_NODE
  const isNew = major > least || (major === least && minor >= leastMinor)
  return isNew
    ? { area: AREA, level: 'good', text: `Node.js ${version}` }
    : {
        area: AREA,
        level: 'error',
        text: `Node.js ${version} is too old`,
        advice: `Install Node.js ${LEAST_NODE.join('.')} or later.`,
      }
}

const ripgrepCheck = async ({ env, cwd }: DoctorOptions): Promise<HealthCheck> => {
  const choice = ripgrepChoice(plainEnv(env), [cwd])
  const packaged = choice.packaged ? await packagedRipgrep() : undefined
  const found = packaged ?? choice.system
  if (found !== undefined) return { area: AREA, level: 'good', text: `ripgrep: ${found}` }
  return {
    area: AREA,
    level: 'warning',
    text: 'ripgrep not found: search works, but slowly',
    advice: 'Install ripgrep with your package manager.',
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
    return { area: AREA, level: 'good', text: 'Images can be read (sharp)' }
  } catch (error) {
    // It cannot be inside of one file: without it nothing is wrong with the installation.
    if (isNative)
      return {
        area: AREA,
        level: 'info',
        text: "Large images can't be resized: that needs sharp in a node_modules folder next to this program",
      }
    return {
      area: AREA,
      level: 'warning',
      text: `Large images can't be resized: sharp doesn't load (${reasonOf(error)})`,
      advice: 'Reinstall Capstan without --omit=optional.',
    }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    ? 'not installed'
    : (errorText(error).split('\n')[0]?.slice(0, 120) ?? '')

const gitCheck = ({ env, cwd }: DoctorOptions): HealthCheck => {
  const found = findProgram('git', hardenEnvironment(plainEnv(env), [cwd])['PATH'] ?? '')
  return found === undefined
    ? {
        area: AREA,
        level: 'warning',
        text: "git not found: ignored files and branches aren't known",
        advice: 'Install git with your package manager.',
      }
    : { area: AREA, level: 'good', text: `git: ${found}` }
}
