import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'

/** The sandbox the person asked for, and what it needs of this process. */
export interface SandboxChoice {
  readonly settings: SandboxSettings
  readonly platform: string
  /** Runs the bridge to the proxy, up to its arguments, and the files it consists of. */
  readonly bridge: { readonly command: readonly [string, ...string[]]; readonly files: readonly string[] }
  /** Settings and credentials of this program. */
  readonly configHomes: readonly string[]
  readonly tmpDir: string
  readonly proxy?: ProxySettings
}
