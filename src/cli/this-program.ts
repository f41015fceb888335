declare const CAPSTAN_VERSION: string | undefined

/** Put in by the build; sources run under a name of their own. */
export const version = typeof CAPSTAN_VERSION === 'string' ? CAPSTAN_VERSION : '0.0.0-source'

/** Where a native program keeps what is inside it. */
const INSIDE = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/

export interface ThisProgram {
  /** Starts this very program once more; its arguments follow. */
  readonly command: readonly [string, ...string[]]
  readonly runtime: string
  /** The file the runtime was given; undefined in a native program, which is its own runtime. */
  readonly script: string | undefined
}

export const thisProgram = (
  argv: readonly string[] = process.argv,
  execPath: string = process.execPath,
): ThisProgram => {
  const [runtime = execPath, script = ''] = argv
  return INSIDE.test(script)
    ? { command: [execPath], runtime: execPath, script: undefined }
    : { command: [runtime, script], runtime, script }
}
