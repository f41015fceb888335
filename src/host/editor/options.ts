import { join } from 'node:path'
import type { EditorChoice } from '../../engine/editor/options.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn, variable } from '../environment.ts'

interface EditorAt {
  readonly home: string
  readonly configHome: string
  readonly version: string
  readonly settings: Pick<Settings, 'autoConnectIde' | 'diffTool' | 'shareEditorSelection'>
}

/**
 * The person's editor. A terminal inside of an editor says which one by its variables, and is believed without a
 * question; elsewhere the person wants one by flag or setting. Only the environment of the process counts, not what
 * settings add: a folder chooses nobody's editor.
 */
export const chooseEditor = (
  request: Pick<OpenRequest, 'env' | 'overrides' | 'interactive' | 'teammate'>,
  { home, configHome, version, settings }: EditorAt,
): { readonly ide: EditorChoice } => {
  const { env, overrides, interactive = false } = request
  // Members of a team are bound by the flags of who leads it, and have nobody before them.
  const alone = overrides.bare === true || request.teammate !== undefined
  const connect = connectionOf(env, { flag: overrides.ide === true, interactive, settings })
  return {
    ide: {
      directories: lockDirectories(env, { home, configHome }),
      version,
      ...(connect === undefined || alone ? {} : { connect }),
      ...(overrides.ide ? { wanted: true } : {}),
      shares: settings.shareEditorSelection ?? true,
      diffs: settings.diffTool !== 'terminal',
    },
  }
}

const lockDirectories = (
  env: Env,
  { home, configHome }: Pick<EditorAt, 'home' | 'configHome'>,
): readonly string[] => {
  const theirs = env['CLAUDE_CONFIG_DIR']
  return [
    ...new Set(
      [configHome, ...(theirs ? [theirs] : []), join(home, '.claude')].map(each => join(each, 'ide')),
    ),
  ]
}

const connectionOf = (
  env: Env,
  {
    flag,
    interactive,
    settings,
  }: { readonly flag: boolean; readonly interactive: boolean } & Pick<EditorAt, 'settings'>,
): EditorChoice['connect'] => {
  const port = Number(variable(env, 'CLAUDE_CODE_SSE_PORT'))
  const named = Number.isInteger(port) && port > 0 && port <= 65_535 ? { port } : undefined
  if (flag) return named ?? 'only'
  if (!interactive || isOff(env, 'CLAUDE_CODE_AUTO_CONNECT_IDE') || isOff(env, 'ENABLE_IDE_INTEGRATION'))
    return undefined
  if (named) return named
  const wants = isOn(env, 'CLAUDE_CODE_AUTO_CONNECT_IDE') || isOn(env, 'ENABLE_IDE_INTEGRATION')
  return wants || settings.autoConnectIde ? 'only' : undefined
}

const isOff = (env: Env, name: string): boolean => variable(env, name) !== undefined && !isOn(env, name)
