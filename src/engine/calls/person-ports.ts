import type { ToolCall } from '../../protocol/tool.ts'
import { createCommandSettings } from '../settings/command-settings.ts'
import type { ThreadParts } from '../thread.ts'

/** What a call may say to the person, and know of what they chose. */
export const personPorts = ({
  config,
  scope,
  emit,
  session,
}: Pick<ThreadParts, 'config' | 'scope' | 'emit' | 'session'>): Pick<
  ToolCall,
  'usage' | 'person' | 'settings'
> => {
  const settings = createCommandSettings(config)
  return {
    usage: () => scope.answer('context'),
    person: {
      watching: config.permissions.canAsk,
      tell: what => void emit({ type: 'to_person', ...session.shared.secrets.redact(what) }),
      setting: key => settings.list().find(each => each.key === key)?.value,
    },
    ...(config.settings ? { settings } : {}),
  }
}
