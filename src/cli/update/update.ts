import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { compareVersions } from '../../lib/compare-versions.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { updateText } from '../../protocol/messages/cli/update.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { findInstallation, type Installation } from './find-installation.ts'

const UPDATE = {
  name: 'update',
  usage: usageOf(
    `Usage: capstan update [--check]   install the newest version

With "autoUpdatesChannel": "stable" in your settings it is the newest one that has been out for a week.

  --check   only say whether there is one

Sessions that are running keep the version they started with.`,
    `用法：capstan update [--check]   安装最新版本

设置了 "autoUpdatesChannel": "stable" 时，安装发布满一周的最新版本。

  --check   只检查是否有新版本

正在运行的会话继续使用启动时的版本。`,
  ),
  flags: { check: { type: 'boolean' } },
} as const

const INSTALL = {
  name: 'install',
  usage: usageOf(
    `Usage: capstan install [latest | stable | <version>]   install a version of Capstan, such as 1.2.3

Sessions that are running keep the version they started with.`,
    `用法：capstan install [latest | stable | <版本>]   安装指定版本的 Capstan，例如 1.2.3

正在运行的会话继续使用启动时的版本。`,
  ),
  flags: {},
} as const

type Channel = NonNullable<Settings['autoUpdatesChannel']>

/** One way to a newer version. */
interface Source {
  /** Undefined: nothing that is known has been out for long enough. */
  newest(channel: Channel): Promise<string | undefined>
  /** Puts it in place; the changelog that came along. */
  install(version: string): Promise<string>
}

/** `capstan update` */
export const update = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(UPDATE.usage)
  const given = readOptions(UPDATE, argv)
  if (given.words.length > 0)
    throw wrongUsage(UPDATE, argumentText('unexpected', { word: given.words[0] ?? '' }))
  return await updateFrom(chosenChannel(from), given.is('check'), from)
}

const updateFrom = async (channel: Channel, isCheck: boolean, from: Process): Promise<number> => {
  const installation = findInstallation(process.argv[1] ?? '', process.execPath)
  if (installation.kind === 'checkout')
    return await done(answerText('from_checkout', { root: installation.root }), from)
  if (installation.kind === 'other')
    return await done(answerText('from_packages', { root: installation.root }), from)
  const source = await sourceFor(installation, from)
  const newest = await source.newest(channel)
  if (newest === undefined || compareVersions(newest, from.version) <= 0)
    return await done(
      answerText(channel === 'stable' ? 'newest_stable' : 'newest', { version: from.version }),
      from,
    )
  const { version } = from
  if (installation.kind === 'local')
    return await done(
      answerText('update_dependency', { newest, version, project: installation.project }),
      from,
    )
  if (isCheck)
    return await done(
      answerText('update_available', { newest, version, command: programCommand(from.env) }),
      from,
    )
  const changelog = await source.install(newest)
  const changes = changesBetween(changelog, from.version, newest)
  const updated = answerText('updated', { version, newest })
  return await done(changes === '' ? updated : lines([updated, '', changes]), from)
}

/** `capstan install [version]`: also an older one, or the same again. */
export const install = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(INSTALL.usage)
  const [wanted = 'latest', ...rest] = readOptions(INSTALL, argv).words
  if (rest.length > 0) throw wrongUsage(INSTALL, argumentText('unexpected', { word: rest[0] ?? '' }))
  const isNewest = wanted === 'latest' || wanted === 'stable'
  if (!isNewest && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(wanted))
    throw wrongUsage(INSTALL, argumentText('unexpected', { word: wanted }))
  const installation = findInstallation(process.argv[1] ?? '', process.execPath)
  if (isNewest) return await updateFrom(wanted, false, from)
  if (installation.kind === 'checkout' || installation.kind === 'other')
    return await updateFrom('latest', false, from)
  const source = await sourceFor(installation, from)
  if (installation.kind === 'local')
    return await done(answerText('a_dependency', { project: installation.project, wanted }), from)
  if (installation.kind === 'native' && (await source.newest('latest')) !== wanted)
    throw new ExitError(1, updateText('only_newest', { version: wanted }))
  await source.install(wanted)
  return await done(answerText('installed', { wanted, version: from.version }), from)
}

/** As the person or an administrator has it: a repository does not choose, and damaged settings keep nobody from a newer version. */
const chosenChannel = (from: Process): Channel => {
  try {
    const place = { ...findStart(from), env: from.env }
    return gatherSettings({ settingSources: ['user'] }, place).settings.autoUpdatesChannel ?? 'latest'
  } catch {
    return 'latest'
  }
}

const sourceFor = async (
  installation: Extract<Installation, { kind: 'native' | 'global' | 'local' }>,
  from: Process,
): Promise<Source> => {
  const deps = { env: from.env, cwd: from.cwd ?? process.cwd() }
  if (installation.kind === 'native') {
    const { nativeSource } = await import('./native-update.ts')
    return nativeSource(installation.file, deps.env)
  }
  const { npmSource } = await import('./npm-update.ts')
  return npmSource(installation.root, deps)
}

const done = async (text: LocalizedText, { env }: Process): Promise<number> => {
  const tell = await sayer(env)
  tell(text)
  return 0
}

/** The sections of a changelog that are newer than one version and not newer than another, newest first. */
export const changesBetween = (changelog: string, from: string, to: string): string =>
  changelog
    .split(/^(?=## )/m)
    .filter(section => {
      const version = /^## v?(\d+\.\d+\.\d+\S*)/.exec(section)?.[1]
      return version !== undefined && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0
    })
    .join('')
    .trim()
