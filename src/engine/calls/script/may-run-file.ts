import { realpathSync } from 'node:fs'
import { findShippedScripts } from '../../../features/script/shipped-scripts.ts'
import { isInside } from '../../../lib/paths.ts'
import type { ExtensionRoots } from '../../../protocol/extensions/roots.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { SessionEnvironment } from '../../options/session-environment.ts'

const says = modelTexts('script_file', {
  notTrusted: {
    en: 'This folder is not trusted: its scripts are not run from their files.',
    zh: '此文件夹未受信任：不运行其中的脚本文件。',
  },
  notShown: {
    en: 'A plugin’s script must be called *.capstan.js: those are shown before the plugin is installed.',
    zh: '插件的脚本必须命名为 *.capstan.js：安装前会展示这些脚本。',
  },
})

/**
 * Why a file may not be run as a script; undefined: it may. What others bring needs the same yes as their hooks: trust
 * for what comes with a folder, for a plugin that it was shown before.
 */
export const whyNotFile = async (
  { extensions, place }: { readonly extensions?: ExtensionRoots; readonly place: SessionEnvironment },
  file: string,
): Promise<LocalizedText | undefined> => {
  const places = (await extensions?.list()) ?? []
  const { cwd, roots, caseSensitive } = place
  const path = realOf(file)
  const isIn = (root: string): boolean => isInside(path, realOf(root), { caseSensitive })
  const plugin = places.find(({ source, root }) => source.level === 'plugin' && isIn(root))
  if (plugin) return findShippedScripts(realOf(plugin.root)).includes(path) ? undefined : says('notShown')
  if (places.some(({ source, root }) => source.level === 'user' && isIn(root))) return undefined
  const isTrusted = places.some(({ source }) => source.level === 'project')
  return isTrusted || ![cwd, ...roots].some(isIn) ? undefined : says('notTrusted')
}

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    // Whoever reads it says that it is not there.
    return path
  }
}
