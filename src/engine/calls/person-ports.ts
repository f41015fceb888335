import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { ToolCall } from '../../protocol/tool.ts'
import type { ThreadParts } from '../thread.ts'
import { createCommandSettings, listSettings, listShownSettings } from './settings-access.ts'

type PersonPorts = Pick<ToolCall, 'usage' | 'person' | 'settings'>

/** What a call may say to the person, and know of what they chose. */
export const personPorts = ({
  config,
  scope,
  emit,
}: Pick<ThreadParts, 'config' | 'scope' | 'emit'>): ((
  secrets: Pick<SessionSecrets, 'redact'>,
) => PersonPorts) => {
  const settings = createCommandSettings(config)
  return secrets => ({
    usage: () => scope.answer('context'),
    person: {
      watching: config.permissions.canAsk,
      tell: what => void emit({ type: 'to_person', ...secrets.redact(what) }),
      setting: key => listSettings(config).find(each => each.key === key)?.value,
    },
    ...(config.settings ? { settings: { ...settings, list: () => listShownSettings(config) } } : {}),
  })
}
