/** Variables for a command of a marketplace: no credential of ours, nothing that loads code into programs. */
export const childEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    KEPT.flatMap(name => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const KEPT = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'SSH_AUTH_SOCK',
] as const
