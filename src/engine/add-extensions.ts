import { findModel } from '../features/models/catalogue.ts'
import { escapeLine } from '../lib/escape-text.ts'
import type { Event } from '../protocol/event.ts'
import { skillText } from '../protocol/messages/engine/skills.ts'
import { notice } from '../protocol/messages/notice.ts'
import { createAdvisor } from './advisor/part.ts'
import type { ChannelsOptions } from './channels/part.ts'
import { type Contributions, createContributions } from './contributions/part.ts'
import { createEditor } from './editor/part.ts'
import { createExtensions } from './extensions/part.ts'
import type { Hooks } from './hooks/part.ts'
import { createLanguageServers } from './language-servers/part.ts'
import { openServerSandbox } from './sandbox/part.ts'
import type { Scope } from './scope.ts'
import { createMcp } from './servers/part.ts'
import type { McpOptions } from './servers/part-options.ts'
import type { Session } from './session-parts.ts'
import { createSkills, type Skills } from './skills/part.ts'

type Bringing = Omit<
  McpOptions,
  'contributions' | 'window' | 'config' | 'live' | 'hooks' | 'channels' | 'openSandbox'
> &
  Pick<Session, 'config' | 'live' | 'hooks' | 'tasks'> &
  Pick<ChannelsOptions, 'secrets'>

/** Servers push messages only where the person switched that on. */
const addChannels = (
  scope: Scope,
  { config, desk, emit, secrets, tasks }: Bringing,
): Pick<Session, 'channels'> => {
  const open = config.servers?.channels
  const plugins = () => config.extensions?.loaded?.() ?? []
  const notify: ChannelsOptions['notify'] = (text, how) => tasks.registry.notify(text, how)
  return open ? { channels: scope.add(open({ config, desk, emit, secrets, plugins, notify })) } : {}
}

/** What others bring: commands, tools, servers, skills, and the page that shows them. */
export const addExtensions = (
  scope: Scope,
  given: Bringing,
): Pick<Session, 'contributions' | 'mcp' | 'channels' | 'skills' | 'languages' | 'editor'> &
  Pick<Session['shared'], 'finders' | 'codeHelp'> => {
  const { config, live, desk, hooks, notifications, childEnv, emit } = given
  const contributions: Contributions = scope.add(
    createContributions({ config, ready: () => skills.ready(), emit }),
  )
  const window = () => findModel(live.model, config.models.rows).facts.window
  const pushed = addChannels(scope, given)
  const brings = { config, live, contributions, desk, hooks, notifications, window, childEnv, emit }
  const openSandbox: McpOptions['openSandbox'] = choice => openServerSandbox({ config, live, choice })
  const mcp = scope.add(createMcp({ ...brings, ...pushed, openSandbox }))
  hooks.lend({ callServerTool: mcp.call })
  const skills: Skills = scope.add(
    createSkills({ config, contributions, changed: skillsChanged(hooks, emit) }),
  )
  scope.add(createAdvisor({ config, live, contributions }))
  contributions.whenAsked(async () => await skills.ready())
  contributions.whenAsked(async () => await mcp.loading)
  const serverState = (name: string) => mcp.infos().find(server => server.name === name)?.state
  const sent = async () =>
    (await import('./sent-lines.ts')).sentLines({ config, skills, mcp, contributions }, window())
  scope.add(createExtensions({ config, hooks, contributions, serverState, sent, emit }))
  const languages = scope.add(createLanguageServers({ config, live, childEnv, openSandbox, emit }))
  const editor = scope.add(createEditor({ config, live, covers: languages.covers, emit }))
  return {
    contributions,
    mcp,
    ...pushed,
    skills,
    languages,
    editor,
    finders: [languages.finder],
    codeHelp: languages.help,
  }
}

/** Asks hooks whether skills that changed while the session runs may count. */
const skillsChanged =
  (hooks: Pick<Hooks, 'fire' | 'isSet'>, emit: (event: Event) => void) => async (): Promise<boolean> => {
    if (!hooks.isSet('ConfigChange')) return true
    const { signal } = new AbortController()
    const { permission, reason } = await hooks.fire('ConfigChange', { source: 'skills' }, signal)
    if (permission !== 'deny') return true
    emit(
      notice(
        'warning',
        reason === undefined
          ? skillText('change_rejected')
          : skillText('change_rejected_because', {
              reason: typeof reason === 'string' ? escapeLine(reason, 500) : reason,
            }),
      ),
    )
    return false
  }
