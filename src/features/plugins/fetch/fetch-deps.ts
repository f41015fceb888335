/** What fetching a plugin needs of the machine. */
export interface FetchDeps {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the person works: no program is taken from there. */
  readonly roots: readonly string[]
  readonly signal?: AbortSignal
  /** The bytes behind an address. Throws PluginError. */
  download(url: string): Promise<Uint8Array>
  /** A fresh private directory, gone at the end of the scope. */
  scratch(): AsyncDisposable & { readonly path: string }
}
