import { updateText } from '../../protocol/messages/cli/update.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|behind a proxy/

/** In the words of npm and of our own download. */
const HOST = /(?:can't reach|ENOTFOUND|EAI_AGAIN|ECONNREFUSED) ([\w.:[\]-]*\w)/

/** What went wrong on the way to an update, in one sentence: nothing was changed. */
export const updateError = (why: Text): ExitError => {
  if (typeof why !== 'string') return new ExitError(1, updateText('failed', { error: why }))
  const said = why
  if (UNREACHABLE.test(said)) {
    const [, host] = HOST.exec(said) ?? []
    return new ExitError(
      1,
      host === undefined ? updateText('unreachable') : updateText('host_unreachable', { host }),
    )
  }
  if (/EINTEGRITY|integrity|damaged|ends in the middle/i.test(said))
    return new ExitError(1, updateText('damaged'))
  if (/E404|404 Not Found|not in this registry/.test(said)) return new ExitError(1, updateText('no_package'))
  if (/EACCES|EPERM|EROFS/.test(said)) return new ExitError(1, updateText('not_writable'))
  return new ExitError(1, updateText('failed', { error: said.trim().split('\n')[0]?.slice(0, 300) ?? '' }))
}
