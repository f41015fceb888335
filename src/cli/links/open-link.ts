import { realpathSync, statSync } from 'node:fs'
import { readLink } from '../../features/deep-links/read-link.ts'
import { readState } from '../../features/trust/state-file.ts'
import { listTrusted } from '../../features/trust/trusted-folders.ts'
import { findHomes } from '../../host/find-homes.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isInside } from '../../lib/paths.ts'
import { linkText } from '../../protocol/messages/cli/links.ts'
import { emptyOptions } from '../args/run-options.ts'
import { createHost } from '../create-host.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import type { ShownOn, TuiStart } from '../tui/tui-start.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan open-link <capstan://…>      open a link: what the desktop calls

capstan://new?dir=/a/folder&prompt=words      a new session; the prompt stands in the input and is not sent
capstan://session/<id>?prompt=words           a session of yours

Only folders you trust are opened. Register it with: capstan install-links`,
  `用法：capstan open-link <capstan://…>      打开链接：由桌面调用

capstan://new?dir=/文件夹&prompt=文字      新会话；提示词放在输入框中，不会发送
capstan://session/<id>?prompt=文字         你的某个会话

只会打开你信任的文件夹。注册：capstan install-links`,
)

/** `capstan open-link`: one argument, which is never read as a flag. */
export const openLink = async (
  argv: readonly string[],
  from: Process,
  shownOn?: ShownOn,
): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const [link, ...more] = argv[0] === '--' ? argv.slice(1) : argv
  if (link === undefined || more.length > 0) throw new ExitError(2, linkText('one_link'))
  const start = await linkStart(link, from)
  if (!shownOn && (!process.stdin.isTTY || !process.stdout.isTTY))
    throw new ExitError(1, linkText('needs_terminal'))
  const { startTui } = await import('../tui/start.ts')
  const { env, version, policy, cwd } = from
  return await startTui({
    ...(cwd === undefined ? {} : { cwd }),
    ...start,
    env,
    version,
    policy,
    argv: from.argv,
    ...(shownOn ? { shownOn } : {}),
  })
}

/** What a link opens, once it is sure that it may. Throws ExitError. */
export const linkStart = async (
  text: string,
  from: Process,
): Promise<Pick<TuiStart, 'options' | 'cwd' | 'draft'>> => {
  const read = readLink(text)
  if (read.kind === 'refused') throw new ExitError(2, read.why)
  checkLinksWanted(from)
  const { session, directory, prompt } = read.link
  const options = { ...emptyOptions(), ...(session === undefined ? {} : { resume: session }) }
  const cwd =
    session === undefined ? directory && trustedDirectory(directory, from) : await homeOf(session, from)
  return {
    options,
    ...(cwd === undefined ? {} : { cwd }),
    ...(prompt === undefined ? {} : { draft: { text: prompt, says: linkText('read_it') } }),
  }
}

/** Throws ExitError where settings switch links off. */
export const checkLinksWanted = (from: Process): void => {
  const { policy, env } = from
  const at = { ...findStart(from), env, ...(policy ? { policy } : {}) }
  const { settings } = gatherSettings({ acceptDamagedSettings: true }, at)
  if (settings.disableDeepLinkRegistration !== undefined) throw new ExitError(1, linkText('off'))
}

/** Trust is looked up by name first: nothing of a path that nobody trusts is touched, not even to see whether it is there. */
const trustedDirectory = (directory: string, { env }: Process): string => {
  const read = readState(findHomes(env).configHome)
  const trusted = read.kind === 'state' ? listTrusted(read.state).map(({ path }) => path) : []
  const isTrusted = (path: string): boolean =>
    trusted.some(root => isInside(path, root, { caseSensitive: true }))
  const shown = escapeLine(directory, 200)
  if (!isTrusted(directory)) throw new ExitError(1, linkText('not_trusted', { directory: shown }))
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ExitError(1, linkText('no_directory', { directory: shown }))
  const real = realpathSync.native(directory)
  if (!isTrusted(real)) throw new ExitError(1, linkText('not_trusted', { directory: shown }))
  return real
}

const homeOf = async (id: string, from: Process): Promise<string> => {
  await using host = createHost(from)
  const found = (await host.list({ env: from.env })).find(session => session.id === id)
  if (found?.cwd === undefined) throw new ExitError(1, linkText('no_session', { id }))
  return trustedDirectory(found.cwd, from)
}
