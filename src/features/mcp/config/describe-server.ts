import { describeFields } from '../../../lib/text/describe-fields.ts'
import type { NamedServer, ServerConfig } from '../../../protocol/extensions/server.ts'

/**
 * All that a server runs, reaches or sends, for who decides about it. One that waits for an approval is shown as it is
 * written, every field of it: that is what the approval is bound to. Of others values of variables and headers stay
 * unseen, because they may be secrets of the person.
 */
export const describeServer = ({ config, approval }: Pick<NamedServer, 'config' | 'approval'>): string =>
  approval === undefined ? describeConfig(config) : describeFields(approval.written, ['command', 'args'])

/** Every field, as names where values may be secret. */
const describeConfig = (config: ServerConfig): string => {
  if (config.type === 'sdk') return 'in the program that drives this session'
  const { type, timeout: _timeout, alwaysLoad: _alwaysLoad, codeMode: _codeMode, ...fields } = config
  const shown = Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      if (key !== 'env' && key !== 'headers') return [[key, value]]
      const names = Object.keys(value as object)
      return names.length === 0 ? [] : [[key, names.join(',')]]
    }),
  )
  return describeFields(shown, type === 'stdio' ? ['command', 'args'] : ['url'])
}
