import type { LocalizedText } from '../messages/localized-text.ts'

/** What a command is started in, when there is a sandbox. */
export interface CommandSandbox {
  enter(command: SandboxCommand): Promise<SandboxEntry>
}

/** Where a command may go beside what every other in the sandbox may. */
export interface SandboxReach {
  /** Runs outside the sandbox: the person has agreed. */
  readonly unsandboxed?: boolean
  /** The memory directory, when all it does is remove memories. */
  readonly memoryWrites?: string
}

export interface SandboxCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A file it must be able to write. */
  readonly writable: string
  readonly run: SandboxReach & { readonly command: string }
  /** It is started in a terminal of its own, which programs may ask at. */
  readonly atTerminal?: boolean
}

export interface SandboxEntry {
  /** What to start instead; nothing when it runs outside. */
  readonly start: {
    readonly file?: string
    readonly args?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly argv0?: string
    readonly contained?: boolean
  }
  /** For the model, with the result. */
  readonly notices: readonly LocalizedText[]
  /** For the person. */
  readonly warnings: readonly LocalizedText[]
  /** Once, at the end: cleans up and answers with what the sandbox kept it from. */
  leave(end: { readonly code: number | null; readonly output: string }): readonly LocalizedText[]
}

/** Where a command runs whose effect may never count. */
export interface CopyLocation {
  readonly sandbox: CommandSandbox
}
