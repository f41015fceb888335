import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a line in bash as the hardened shell would expand it: no names that begin with a dash, none that begin with a dot. */
export const runPlainly = (
  line: string,
  place: { readonly cwd: string; readonly home: string },
): { readonly stdout: string; readonly ended: boolean } => {
  const { stdout, signal } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-c', `GLOBIGNORE='-*'; shopt -u dotglob\n${line}`],
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
      if (facts.isDirectory()) {
        lines.push(`${path}/`)
        visit(path)
      } else if (facts.isSymbolicLink()) lines.push(`${path} -> ${readlinkSync(path)}`)
      else lines.push(`${path} ${facts.mode} ${facts.mtimeMs} ${readFileSync(path, 'base64')}`)
    }
  }
  visit(directory)
  return lines.join('\n')
}
