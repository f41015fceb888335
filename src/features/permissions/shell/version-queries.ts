import { list } from './word-list.ts'

/**
 * Programs that only print their version when asked so, each with the words that ask. Not here: those that let the
 * project choose which program answers, or load it first (yarn, pnpm, cargo, rustc, go, gradle, mvn, tsc …).
 */
export const VERSION_QUERIES: Readonly<Record<string, readonly string[]>> = {
  python: list('--version -V'),
  python3: list('--version -V'),
  pip: list('--version -V'),
  pip3: list('--version -V'),
  node: list('--version -v'),
  npm: list('--version -v'),
  deno: list('--version'),
  ruby: list('--version -v'),
  perl: list('--version -v'),
  php: list('--version -v'),
  java: list('-version --version'),
  javac: list('-version --version'),
  gcc: list('--version'),
  'g++': list('--version'),
  cc: list('--version'),
  clang: list('--version'),
  make: list('--version -v'),
  cmake: list('--version'),
  git: list('--version version'),
  bash: list('--version'),
  docker: list('--version -v'),
  curl: list('--version -V'),
  wget: list('--version -V'),
  ssh: list('-V'),
  openssl: list('version'),
  psql: list('--version -V'),
  sqlite3: list('--version'),
  tar: list('--version'),
  ...Object.fromEntries(
    list('ls cat grep sed gawk jq rg find sort diff head tail fd tree file').map(name => [
      name,
      ['--version'],
    ]),
  ),
}
