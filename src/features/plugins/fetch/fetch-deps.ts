import type { GitSandbox } from '../../../protocol/run-git.ts'

/** What fetching a plugin needs of the machine. */
export interface FetchDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person works: no program is taken from there. */
  readonly roots: readonly string[]
  /** Of the settings in force; absent: there is none. */
  readonly sandbox?: GitSandbox
  readonly signal?: AbortSignal
  /** The bytes behind an address. Throws PluginError. */
  download(url: string): Promise<Uint8Array>
  /** A fresh private directory, gone at the end of the scope. */
  scratch(): AsyncDisposable & { readonly path: string }
}
