import { spawn } from 'node:child_process'
import { findProgram } from '../../lib/find-program.ts'
import type { Env } from '../../protocol/host.ts'

const OPENERS: readonly string[] =
  process.platform === 'darwin' ? ['open'] : ['wslview', 'xdg-open', 'gio', 'sensible-browser']

/** Shows a page in the person's browser; false when nothing here can. */
export const openUrl = async (url: string, env: Env): Promise<boolean> => {
  if (!/^https?:\/\//.test(url)) return false
  const wanted = env['BROWSER']?.split(':')[0]
  const program = [...(wanted ? [wanted] : []), ...OPENERS]
    .map(name => findProgram(name, env['PATH'] ?? ''))
    .find(path => path !== undefined)
  if (program === undefined) return false
  return await new Promise(resolve => {
    const args = program.endsWith('/gio') ? ['open', url] : [url]
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
