import { EFFORTS, type Effort } from '../../../protocol/model.ts'
import type { Op } from '../../../protocol/op.ts'
import type { RuleSource } from '../../../protocol/permission.ts'
import type { SettingsSource } from '../../../protocol/settings.ts'
import { chosen, Refusal, type Served } from './desk.ts'

type Names =
  | 'apply_flag_settings'
  | 'update_settings'
  | 'get_settings'
  | 'list_permission_rules'
  | 'get_hooks_listing'
  | 'register_repo_root'

/** Settings, rules and hooks. */
export const settingsRequests: Served<Names> = {
  async apply_flag_settings(asked) {
    const { settings } = asked.fields
    const { engine } = asked.desk.run
    await engine.send({ type: 'apply_settings', settings })
    for (const op of choicesIn(settings)) await engine.send(op)
    chosen(asked)
    return {}
  },

  async update_settings({ desk, fields: { source, settings } }) {
    const scope = source === 'localSettings' ? 'local' : 'user'
    const allowed = WRITABLE[source]
    const entries = Object.entries(settings)
    for (const [key, value] of entries)
      if (!allowed.includes(key) || typeof value !== 'string')
        throw new Refusal(`${source} takes only ${allowed.join(', ')} here, with a text as value.`)
    for (const [key, value] of entries)
      await desk.run.engine.send({ type: 'write_setting', key, value: String(value), scope })
    return {}
  },

  async get_settings({ desk: { run } }) {
    const [{ effective, sources }, { model, effort }] = await Promise.all([
      run.engine.query('settings'),
      run.engine.query('state'),
    ])
    return {
      effective,
      sources: sources.map(({ source, settings }) => ({ source: SOURCES[source], settings })),
      applied: { model, effort: effort ?? null },
    }
  },

  async list_permission_rules({ desk: { run } }) {
    const [{ rules, directories }, { cwd }] = await Promise.all([
      run.engine.query('permissions'),
      run.engine.query('state'),
    ])
    const [, ...more] = directories
    return {
      state: {
        rules: rules.map(({ behavior, source, text }) => ({
          behavior,
          source: RULE_SOURCES[source],
          rule: text,
          editability: editability(source),
        })),
        workspaceDirectories: more.map(path => ({ path, source: 'session' })),
        originalCwd: cwd,
        managedOnly: false,
      },
    }
  },

  async get_hooks_listing({ desk: { run } }) {
    const hooks = await run.engine.query('hooks')
    const events = [...new Set(hooks.map(({ event }) => event))]
    const about = (name: string) => ({ name, summary: name, supportsMatcher: true })
    return {
      events: events.map(name => ({
        ...about(name),
        hookCount: hooks.filter(({ event }) => event === name).length,
      })),
      hooks: hooks.map(({ event, matcher, what, source, active }) => ({
        event,
        matcher: matcher === '*' ? '' : matcher,
        source,
        sourceLabel: source,
        type: 'command',
        displayText: what,
        commandText: what,
        contentLabel: 'Command',
        ...(active ? {} : { disabled: true }),
      })),
      eventCatalog: events.map(about),
      policy: {
        disabledByPolicy: false,
        managedOnly: false,
        pluginOnly: false,
        allDisabled: false,
        policyHookCount: hooks.filter(({ source }) => source === 'managed').length,
      },
    }
  },

  async register_repo_root({ desk: { run }, fields }) {
    const { directories } = await run.engine.query('permissions')
    if (directories.includes(fields.directory))
      throw new Refusal(`${fields.directory} is a working directory already.`)
    if (!directories.some(root => fields.directory.startsWith(`${root}/`)))
      throw new Refusal(`${fields.directory} is not inside a working directory.`)
    await run.engine.send({
      type: 'update_permissions',
      updates: [{ type: 'addDirectories', directories: [fields.directory], destination: 'session' }],
    })
    await run.engine.send({ type: 'reload_skills' })
    return {}
  },
}

/** What a host may write into files of the person. */
const WRITABLE: Readonly<Record<'localSettings' | 'userSettings', readonly string[]>> = {
  localSettings: ['outputStyle'],
  userSettings: ['effortLevel'],
}

/** Settings that a running session takes up as choices; null is the default of the session. */
const choicesIn = ({ model, effortLevel, fastMode }: Readonly<Record<string, unknown>>): readonly Op[] => [
  ...(model === undefined
    ? []
    : [{ type: 'set_model' as const, ...(typeof model === 'string' ? { model } : {}) }]),
  ...(effortLevel === undefined ? [] : [{ type: 'set_effort' as const, ...effortOf(effortLevel) }]),
  ...(typeof fastMode === 'boolean' ? [{ type: 'set_fast' as const, enabled: fastMode }] : []),
]

const effortOf = (value: unknown): { readonly effort?: Effort } => {
  const effort = EFFORTS.find(level => level === value)
  return effort === undefined ? {} : { effort }
}

const SOURCES: Readonly<Record<SettingsSource, string>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  flag: 'flagSettings',
  managed: 'policySettings',
}

const RULE_SOURCES: Readonly<Record<RuleSource, string>> = {
  ...SOURCES,
  cli: 'cliArg',
  session: 'session',
}

const editability = (source: RuleSource): 'persistent' | 'session' | 'readonly' => {
  if (source === 'cli' || source === 'session') return 'session'
  return source === 'managed' ? 'readonly' : 'persistent'
}
