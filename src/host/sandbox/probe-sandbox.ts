import type { Availability } from '../../features/sandbox/availability.ts'
import type { Env } from '../../protocol/host.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'

/** Whether commands can be held on this machine, by trying. */
export const probeSandboxAt = async (place: {
  readonly platform: string
  readonly env: Readonly<Record<string, string>>
  readonly roots: readonly string[]
  readonly acceptNested?: boolean
  readonly bwrapPath?: string | undefined
}): Promise<Availability> => {
  const { probeHere } = await import('../../engine/sandbox/probe-sandbox.ts')
  return await probeHere(place)
}

interface SandboxedGit {
  readonly env: Env
  readonly roots: readonly string[]
  settings(): SandboxSettings | undefined
}

/** The sandbox that settings ask for, for git that is started beside a session. Tried when it is first needed. */
export const gitSandboxAt = ({ env, roots, settings }: SandboxedGit): GitSandbox => {
  const { platform } = process
  let probing: Promise<Availability> | undefined
  const probe = ({
    enableWeakerNestedSandbox = false,
    bwrapPath,
  }: SandboxSettings): Promise<Availability> => {
    const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const place = { platform, env: Object.fromEntries(known), roots }
    return probeSandboxAt({ ...place, acceptNested: enableWeakerNestedSandbox, bwrapPath })
  }
  return {
    async enter(reach) {
      const wanted = settings()
      if (!wanted?.enabled) return undefined
      probing ??= probe(wanted)
      const found = await probing
      if (!found.available) return undefined
      const { enterPlainGit } = await import('../../features/sandbox/git-run.ts')
      return enterPlainGit(reach, { ...found, platform })
    },
  }
}
