import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { atKey, type Complaint } from '../../features/plugins/format/complaint.ts'
import { readMarketplace } from '../../features/plugins/format/marketplace.ts'
import { directoryOf } from '../../features/plugins/format/plugin-source.ts'
import { readBoundedJson } from '../../features/plugins/format/read-bounded-json.ts'
import {
  MANIFEST_FOLDERS,
  type Plugin,
  readPlugin,
  sayProblem,
} from '../../features/plugins/format/read-plugin.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { pluginFileText } from '../../protocol/messages/host/plugin-files.ts'
import { inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { jsonText } from '../say.ts'
import { wrongUsage } from '../sessions/options.ts'
import { loadContent } from './loaded-content.ts'
import type { PluginCommand } from './plugin-command.ts'
import { PLUGIN } from './usage.ts'

interface Finding {
  readonly level: Complaint['level']
  readonly text: Text
}

/** `capstan plugin validate`: everything wrong with what somebody writes; with --strict warnings count as errors. */
export const validate = async ({ words, given, desk, say, localize }: PluginCommand): Promise<number> => {
  const [word, second] = words
  if (word === undefined || second !== undefined)
    throw wrongUsage(PLUGIN, argumentText('name_one', { what: argumentText('plugin_directory') }))
  const path = resolve(desk.start.cwd, word)
  const { what, findings } = await examine(path)
  const bad = findings.filter(({ level }) => level === 'error' || given.is('strict'))
  if (given.is('json'))
    say(
      jsonText({
        path,
        kind: what,
        valid: bad.length === 0,
        findings: findings.map(({ level, text }) => ({ level, text: inEnglish(text) })),
      }),
    )
  else {
    for (const { level, text } of findings)
      say(`${level === 'error' ? '✗' : '!'} ${escapeLine(localize(text), 500)}`)
    say(
      bad.length === 0
        ? pluginOutput('valid', { path, what: pluginOutput(what) })
        : pluginOutput('not_valid', { path, what: pluginOutput(what), count: bad.length }),
    )
  }
  return bad.length === 0 ? 0 : 1
}

const examine = async (
  path: string,
): Promise<{ readonly what: 'plugin' | 'marketplace'; readonly findings: readonly Finding[] }> => {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const files = isFile ? [path] : MANIFEST_FOLDERS.map(folder => join(path, folder, 'marketplace.json'))
  const file = files.find(each => each.endsWith('marketplace.json') && existsSync(each))
  if (file !== undefined)
    return { what: 'marketplace', findings: await examineMarketplace(file, isFile ? undefined : path) }
  return { what: 'plugin', findings: await examinePlugin(isFile ? join(path, '..', '..') : path) }
}

/** Everything wrong with one plugin. */
export const examinePlugin = async (
  path: string,
  how: Parameters<typeof readPlugin>[1] = {},
): Promise<readonly Finding[]> => {
  const read = readPlugin(path, how)
  const problems = read.kind === 'plugin' ? read.plugin.problems : read.problems
  return [
    ...problems.map(problem => ({ level: problem.level, text: sayProblem(path, problem) })),
    ...(read.kind === 'plugin' ? await examineContent(read.plugin) : []),
  ]
}

/** What is wrong with its skills, commands and agents, found by what reads them for sessions: the doctor says the same. */
const examineContent = async (plugin: Plugin): Promise<readonly Finding[]> => {
  const { root } = plugin
  return (await loadContent(plugin))
    .flatMap(({ problems = [] }) => problems)
    .map(({ file = root, message, localized = message, used }) => ({
      level: used ? 'warning' : 'error',
      text: atKey(relative(root, file), localized),
    }))
}

/** With the plugins that lie beside it. */
const examineMarketplace = async (file: string, root: string | undefined): Promise<readonly Finding[]> => {
  const read = readBoundedJson(file)
  if (read.kind !== 'json')
    return [
      {
        level: 'error',
        text: atKey('marketplace.json', read.kind === 'absent' ? pluginFileText('gone') : read.why),
      },
    ]
  const { marketplace, complaints } = readMarketplace(read.value)
  const own: Finding[] = []
  for (const { name, source, manifest, strict } of marketplace?.plugins ?? []) {
    if (source.kind !== 'path' || root === undefined) continue
    const found = await examinePlugin(directoryOf(source, root) ?? join(root, source.path), {
      entry: manifest,
      strict,
    })
    own.push(...found.map(({ level, text }) => ({ level, text: atKey(name, text) })))
  }
  return [
    ...complaints.map(({ level, key, message }) => ({
      level,
      text: atKey(key, message),
    })),
    ...own,
  ]
}
