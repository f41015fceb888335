import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../../features/shell/run-program.ts'
import { findHomes } from '../../host/find-homes.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeProse } from '../../lib/escape-text.ts'
import { findProgram, searchPath } from '../../lib/find-program.ts'
import { linkText } from '../../protocol/messages/cli/links.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { selfCommand } from '../self-command.ts'
import { withDeps } from '../sessions/deps.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { checkLinksWanted } from './open-link.ts'

const USAGE = usageOf(
  `Usage: capstan install-links            let capstan:// links open Capstan (Linux desktops)
       capstan install-links --remove   undo it`,
  `用法：capstan install-links            让 capstan:// 链接打开 Capstan（Linux 桌面）
      capstan install-links --remove   撤销`,
)

const NAME = 'capstan-links.desktop'
const MIME = 'x-scheme-handler/capstan'
/** By this line it is known again. */
const MARK = 'X-Capstan-Links=1'

/** `capstan install-links` */
export const installLinks = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  if (argv.length > 1 || (argv[0] !== undefined && argv[0] !== '--remove'))
    throw new ExitError(2, linkText('no_word'))
  return await withDeps(from, async ({ write, localize, warn }) => {
    if (argv[0] === undefined) checkLinksWanted(from)
    if (process.platform === 'darwin') throw new ExitError(1, linkText('no_macos'))
    const file = join(applicationsOf(from), NAME)
    if (argv[0] === '--remove') await write(`${localize(remove(file))}\n`)
    else {
      if (from.env['WSL_DISTRO_NAME'] !== undefined) warn(linkText('wsl'))
      await write(`${localize(await install(file, from))}\n`)
    }
    return 0
  })
}

const applicationsOf = ({ env }: Process): string =>
  join(env['XDG_DATA_HOME'] || join(findHomes(env).home, '.local', 'share'), 'applications')

const isOurs = (file: string): boolean => readFileSync(file, 'utf8').includes(`\n${MARK}\n`)

const install = async (file: string, from: Process): Promise<LocalizedText> => {
  if (existsSync(file) && !isOurs(file)) throw new ExitError(1, linkText('not_ours', { file }))
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileAtomically(file, Buffer.from(desktopEntry(selfCommand(from))), { mode: 0o644 })
  const why = await makeDefault(from)
  return why === undefined ? linkText('installed', { file }) : linkText('not_default', { file, why })
}

const remove = (file: string): LocalizedText => {
  if (!existsSync(file)) return linkText('nothing_to_remove')
  if (!isOurs(file)) throw new ExitError(1, linkText('not_ours', { file }))
  // The entry that makes it the default names a file that is not there any more: desktops pass over it.
  rmSync(file)
  return linkText('removed', { file })
}

/** By the Desktop Entry Specification: `%u` is one argument, whatever is in the link, and no shell reads it. */
export const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Capstan',
    'Comment=Opens capstan:// links',
    `Exec=${[...command, 'open-link', '--'].map(quoted).join(' ')} %u`,
    'Terminal=true',
    'NoDisplay=true',
    `MimeType=${MIME};`,
    MARK,
    '',
  ].join('\n')

/** Quoted as the specification says, then escaped as a text of the file; a percent sign stands for itself doubled. */
const quoted = (word: string): string =>
  `"${word.replace(/["`$\\]/g, sign => `\\${sign}`)}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')

/** Undefined: it is; else why not. */
const makeDefault = async ({ env }: Process): Promise<string | undefined> => {
  const file = findProgram('xdg-mime', searchPath(env))
  if (file === undefined) return 'xdg-mime is not installed.'
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  try {
    const { code, stderr } = await runProgram({
      file,
      args: ['default', NAME, MIME],
      cwd: '/',
      env: Object.fromEntries(given),
      signal: AbortSignal.timeout(20_000),
      timeoutMs: 20_000,
      maxBytes: 10_000,
    })
    return code === 0 ? undefined : escapeProse(stderr || `exit code ${code}`, 300)
  } catch (error) {
    return escapeProse(errorText(error), 300)
  }
}
