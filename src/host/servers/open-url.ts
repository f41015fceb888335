import { spawn } from 'node:child_process'
import { findProgram } from '../../lib/find-program.ts'
import type { Env } from '../../protocol/host.ts'
import { isWsl } from '../environment.ts'

/** A program that shows a page. */
export interface Opener {
  readonly program: string
  args(url: string): readonly string[]
}

const plain = (program: string): Opener => ({ program, args: url => [url] })

/** What Windows shows the page with. The address reaches it as one text, in quotes of a language where `'` ends one. */
const windows: Opener = {
  program: 'powershell.exe',
  args(url) {
    const command = `Start-Process -FilePath '${url.replaceAll("'", "''")}'`
    return [
      ...['-NoProfile', '-NonInteractive', '-EncodedCommand'],
      Buffer.from(command, 'utf16le').toString('base64'),
    ]
  },
}

/** What may show a page here, the best first. */
export const openersFor = (platform: string, env: Env): readonly Opener[] => {
  const wanted = env['BROWSER']?.split(':')[0]
  const own = wanted ? [plain(wanted)] : []
  if (platform === 'darwin') return [...own, plain('open')]
  return [
    ...own,
    // In WSL the browser is that of Windows; wslview comes with a package that newer ones don't have.
    ...(isWsl(env) ? [plain('wslview'), windows] : []),
    plain('xdg-open'),
    { program: 'gio', args: url => ['open', url] },
    plain('sensible-browser'),
  ]
}

/** Shows a page in the person's browser; false when nothing here can. */
export const openUrl = async (
  url: string,
  env: Env,
  platform: string = process.platform,
): Promise<boolean> => {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return false
  const path = env['PATH'] ?? ''
  const found = openersFor(platform, env).flatMap(opener => {
    const program = findProgram(opener.program, path)
    return program === undefined ? [] : [{ program, args: opener.args }]
  })[0]
  if (found === undefined) return false
  return await new Promise(resolve => {
    // As the standard writes it: no sign in it that a program around could read as anything but a part of it.
    const child = spawn(found.program, found.args(new URL(url).href), { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
