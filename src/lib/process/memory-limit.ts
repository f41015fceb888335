/**
 * A program and its arguments, started so that it gets at most so much memory of its own; files it maps do not count.
 * Reaching for more ends it, like a failed allocation would. Where the system knows no such limit it runs without one.
 */
export const withMemoryLimit = (
  file: string,
  args: readonly string[],
  bytes: number,
): { readonly file: string; readonly args: readonly string[] } =>
  process.platform === 'win32'
    ? { file, args }
    : {
        file: '/bin/sh',
        args: ['-c', `ulimit -d ${Math.ceil(bytes / 1024)} 2>/dev/null; exec "$0" "$@"`, file, ...args],
      }
