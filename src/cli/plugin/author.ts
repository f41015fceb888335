import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { childEnvironment } from '../../features/plugins/fetch/child-variables.ts'
import { runGitToEnd } from '../../features/plugins/fetch/run-to-end.ts'
import { MANIFEST_FOLDERS, readPlugin, sayProblem } from '../../features/plugins/format/read-plugin.ts'
import { leftovers, removeLeftovers, unneeded } from '../../features/plugins/store/prune.ts'
import { uninstall } from '../../host/plugins/desk.ts'
import { readGitSettings } from '../../lib/git/read-git-view.ts'
import { switchedOff } from '../../lib/git/switched-off.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { ExitError } from '../exit-error.ts'
import { wrongUsage } from '../sessions/options.ts'
import type { PluginCommand } from './plugin-command.ts'
import { PLUGIN } from './usage.ts'

const NAME = /^[a-z0-9][a-z0-9-]*$/

/** `capstan plugin init`: a plugin to begin with, which validates as it is. */
export const init = async ({ words, desk, say }: PluginCommand): Promise<number> => {
  const [word, second] = words
  if (word === undefined || second !== undefined)
    throw wrongUsage(PLUGIN, argumentText('name_one', { what: argumentText('new_directory') }))
  const root = resolve(desk.start.cwd, word)
  const name = basename(root)
  if (!NAME.test(name)) throw new ExitError(1, commandText('plugin_name', { name }))
  if (MANIFEST_FOLDERS.some(folder => existsSync(join(root, folder, 'plugin.json'))))
    throw new ExitError(1, commandText('plugin_exists', { path: root, word }))
  const files = {
    '.claude-plugin/plugin.json': `${JSON.stringify({ name, version: '0.1.0', description: `What ${name} does` }, null, 2)}\n`,
    'skills/hello/SKILL.md':
      '---\ndescription: Greets the user. Replace this with when the model should use the skill.\n---\n\nGreet the user by the name in $ARGUMENTS.\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    if (!existsSync(join(root, path))) writeFileSync(join(root, path), text)
  }
  say(pluginOutput('created', { name, directory: root }))
  say(pluginOutput('try_it', { word, name }))
  return 0
}

/** `capstan plugin tag`: marks the commit of a version the way marketplaces look for it. */
export const tag = async ({ words, desk, say }: PluginCommand): Promise<number> => {
  const root = resolve(desk.start.cwd, words[0] ?? '.')
  const read = readPlugin(root)
  if (read.kind === 'broken')
    throw new ExitError(1, lines(read.problems.map(problem => sayProblem(root, problem))))
  const { name, version } = read.plugin.manifest
  if (version === undefined) throw new ExitError(1, commandText('plugin_no_version', { path: root }))
  const wanted = `${name}--v${version}`
  const env = childEnvironment(desk.env)
  const settings = switchedOff(readGitSettings({ cwd: root, env }) ?? [])
  const git = (...args: readonly string[]) =>
    runGitToEnd({ args, cwd: root, env, settings, timeoutMs: 30_000 })
  const dirty = await git('status', '--porcelain', '--', '.')
  if (dirty.trim() !== '') throw new ExitError(1, commandText('commit_first'))
  await git('tag', wanted)
  say(pluginOutput('tagged', { tag: wanted }))
  return 0
}

/** `capstan plugin prune`: what came with plugins that are gone, and versions nobody uses. */
export const prune = async ({ desk, given, say }: PluginCommand): Promise<number> => {
  const { configHome } = desk.start
  const plugins = unneeded(configHome)
  const isTrial = given.is('dry-run')
  for (const id of plugins) {
    if (!isTrial) await uninstall(desk, id, { keepData: false })
    say(pluginOutput(isTrial ? 'would_prune' : 'pruned', { id }))
  }
  const paths = leftovers(configHome, Date.now())
  if (!isTrial) removeLeftovers(paths)
  if (paths.length > 0)
    say(pluginOutput(isTrial ? 'would_remove_versions' : 'removed_versions', { count: paths.length }))
  if (plugins.length + paths.length === 0) say(pluginOutput('nothing_to_remove'))
  return 0
}
