import type { CommandHost, CommandSettings } from '../../protocol/command.ts'
import { usageAnswer } from '../../protocol/messages/commands/usage.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { OpError } from '../../protocol/op.ts'
import { effectOf } from '../../protocol/op-effect.ts'
import type { Authority } from '../../protocol/permission.ts'
import type { ListedSetting } from '../../protocol/settings-access.ts'
import type { Branches } from '../branches/part.ts'
import type { SessionHistory } from '../file-history/part.ts'

/** What limits need besides the host. */
interface LimitDeps {
  /** Settings without values that may hold a secret. */
  shownSettings(): Promise<readonly ListedSetting[]>
}

/**
 * What a slash command may use when its words are not the owner's: nothing that changes settings, files or the machine.
 * Every way to do so that a command has is a function of its host, so a new command is limited without a word about it.
 */
export const limitHost = (
  host: CommandHost,
  authority: Authority | undefined,
  { shownSettings }: LimitDeps,
): CommandHost => {
  const by = { ...host, workflows: workflowsFor(host.workflows, authority) }
  if (authority === 'owner') return by
  const limits: Limits = { session: authority === 'client', refuse: refuseFor(authority) }
  const { refuse } = limits
  return {
    ...by,
    engine: limitEngine(host.engine, limits),
    settings: { ...limitSettings(host.settings, limits), list: shownSettings },
    hooks: async () => (await host.hooks()).map(hook => ({ ...hook, what: NOT_SHOWN })),
    place: { ...host.place, changeDirectory: async () => refuse() },
    ownerOnly: () => refuse(),
    exportTo: async () => refuse('capstan sessions export'),
    bisect: async () => refuse('capstan bisect'),
    managePlugins: async words =>
      words[0] === 'list' ? await host.managePlugins(words) : refuse('capstan plugin'),
    reloadPlugins: async () => refuse(),
    // Whoever may say something to the model may also let it read what waits.
    ...(host.peers && !limits.session ? { peers: { ...host.peers, settle: async () => refuse() } } : {}),
    importFrom: async () => refuse('capstan import'),
    async setUpCloud(cloud, words) {
      const { readCloudWords } = await import('../../features/models/cloud-setup/read-words.ts')
      const { tellByHand } = await import('../../features/models/cloud-setup/guide.ts')
      const read = readCloudWords(cloud, words)
      if (read?.write) refuse()
      return { text: tellByHand(cloud, read) }
    },
  }
}

const workflowsFor = (
  { start, runToEnd, ...others }: CommandHost['workflows'],
  authority: Authority | undefined,
): CommandHost['workflows'] => ({
  ...others,
  start: wish => start(wish, authority),
  ...(runToEnd ? { runToEnd: wish => runToEnd(wish, authority) } : {}),
})

interface Limits {
  /** The mode may be switched and files brought back. */
  readonly session: boolean
  refuse(instead?: string): never
}

const refuseFor =
  (authority: 'client' | undefined) =>
  (instead?: string): never => {
    const text = usageAnswer(authority === 'client' ? 'not_from_client' : 'not_from_prompt')
    throw new OpError(
      instead === undefined ? text : sentences([text, usageAnswer('or_run', { command: instead })]),
    )
  }

const limitEngine = (engine: CommandHost['engine'], { session, refuse }: Limits): CommandHost['engine'] => ({
  query: engine.query.bind(engine),
  compact: engine.compact.bind(engine),
  async send(op) {
    const effect = effectOf(op)
    if (effect === 'conversation' || (effect === 'session' && session)) return await engine.send(op)
    refuse()
  },
  rewind: async request =>
    request.dryRun || request.what === 'conversation' || session ? await engine.rewind(request) : refuse(),
  rewindFiles: async request => (request.dryRun || session ? await engine.rewindFiles(request) : refuse()),
})

/** Choices about answers that a client makes by hand as well. */
const CLIENT_KEYS: ReadonlySet<string> = new Set(['fastMode', 'outputStyle'])

const NOT_SHOWN = '(not shown here)'

const limitSettings = (
  settings: CommandSettings,
  { session, refuse }: Limits,
): Omit<CommandSettings, 'list'> => ({
  ...(settings.withoutEffect ? { withoutEffect: settings.withoutEffect } : {}),
  about: settings.about,
  write: async (key, value, scope) =>
    session && CLIENT_KEYS.has(key) ? await settings.write(key, value, scope) : refuse('capstan config set'),
  remove: async () => refuse('capstan config unset'),
})

interface ConversationHistory {
  readonly branches: Pick<Branches, 'move'>
  readonly session: { readonly shared: { readonly history: Pick<SessionHistory, 'rewind'> } }
}

/** The conversation for a command that is all that runs: what waits for the end of a turn elsewhere is at its turn here. */
export const duringCommand = (
  engine: Pick<CommandHost['engine'], 'query' | 'send'>,
  { session, branches }: ConversationHistory,
  own: Pick<CommandHost['engine'], 'compact'> & { clear(): Promise<void> },
): CommandHost['engine'] => ({
  query: query => engine.query(query),
  send: op => (op.type === 'clear' ? own.clear() : engine.send(op)),
  compact: own.compact,
  rewind: request => branches.move(request),
  rewindFiles: request => session.shared.history.rewind(request, { running: false }),
})
