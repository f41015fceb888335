import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What the hardened shell sets before a line. */
export const HARDENED_GLOBS = "GLOBIGNORE='-*'; shopt -u dotglob"

/** Runs a line in bash as the hardened shell would expand it: no names that begin with a dash, none that begin with a dot. */
export const runPlainly = (
  line: string,
  place: { readonly cwd: string; readonly home: string },
): { readonly stdout: string; readonly ended: boolean } => {
  const { stdout, signal } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-c', `${HARDENED_GLOBS}\n${line}`],
    {
      cwd: place.cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: place.home, GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat' },
      input: '',
      encoding: 'utf8',
      timeout: 30_000,
    },
  )
  return { stdout: stdout ?? '', ended: signal === null }
}

/** Everything below a directory, names, links and contents, as one text. */
export const treeOf = (directory: string): string => {
  const lines: string[] = []
  const visit = (at: string): void => {
    for (const name of readdirSync(at).toSorted()) {
      const path = join(at, name)
      const facts = lstatSync(path)
      const named = path.slice(directory.length)
      if (facts.isDirectory()) {
        lines.push(`${named}/`)
        visit(path)
      } else if (facts.isSymbolicLink()) lines.push(`${named} -> ${readlinkSync(path)}`)
      else lines.push(`${named} ${facts.mode} ${Math.floor(facts.mtimeMs)} ${readFileSync(path, 'base64')}`)
    }
  }
  visit(directory)
  return lines.join('\n')
}
