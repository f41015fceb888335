import type { PluginAction, PluginAsk, PluginsPort } from '../../frontends/tui/ports/plugins-port.ts'
import type { Start } from '../../host/start.ts'
import type { Env } from '../../protocol/host.ts'
import { powerText } from '../../protocol/messages/host/plugin-parts.ts'

interface PluginsPortOptions extends Start {
  readonly env: Env
}

/** Loaded when somebody looks. */
export const createPluginsPort = ({ cwd, home, configHome, env }: PluginsPortOptions): PluginsPort => {
  const start = { cwd, home, configHome }
  return {
    async look() {
      const { listAvailable, listInstalled, listMarketplaces } = await import(
        '../../host/plugins/desk-list.ts'
      )
      const { favoritePlugins } = await import('../../host/plugins/favorites.ts')
      const desk = { start, env, agree: async () => false }
      const favorites = new Set(favoritePlugins(configHome))
      return {
        installed: listInstalled(desk).map(({ options, ...row }) => ({
          ...row,
          favorite: favorites.has(row.id),
          options: Object.entries(options).map(([key, { title, description, sensitive }]) => ({
            key,
            title: title ?? description ?? '',
            secret: sensitive === true,
          })),
        })),
        available: listAvailable(desk),
        marketplaces: listMarketplaces(desk),
      }
    },
    async act(action, agree) {
      const desk = await import('../../host/plugins/desk.ts')
      await perform(action, desk, {
        start,
        env,
        agree: question => agree({ kind: question.kind, id: question.id, what: whatOf(question) }),
      })
    },
  }
}

type Desk = typeof import('../../host/plugins/desk.ts')
type DeskOptions = Parameters<Desk['install']>[0]
type Question = Parameters<DeskOptions['agree']>[0]

const whatOf = (question: Question): PluginAsk['what'] => {
  switch (question.kind) {
    case 'command':
      return [question.command]
    case 'bin':
      return question.programs
    case 'trust':
      return [question.message]
    case 'powers':
      return question.added.map(powerText)
  }
}

const perform = async (action: PluginAction, desk: Desk, options: DeskOptions): Promise<void> => {
  switch (action.kind) {
    case 'install':
      await desk.install(options, action.id)
      return
    case 'uninstall':
      await desk.uninstall(options, action.id, { keepData: false })
      return
    case 'enable':
    case 'disable':
      await desk.setEnabled(options, { wanted: action.id, enabled: action.kind === 'enable' })
      return
    case 'favorite': {
      const { toggleFavorite } = await import('../../host/plugins/favorites.ts')
      await toggleFavorite(options.start.configHome, action.id)
      return
    }
    case 'update':
      await desk.update(options, action.id)
      return
    case 'add':
      await desk.addMarketplaceTyped(options, action.typed)
      return
    case 'refresh':
      await desk.updateMarketplaces(options, action.name)
      return
    case 'forget':
      await desk.removeMarketplaceNamed(options, action.name)
      return
    case 'configure':
      await desk.configure(options, {
        wanted: action.id,
        key: action.key,
        text: action.value === '' ? undefined : action.value,
      })
  }
}
