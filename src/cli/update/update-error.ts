import { ExitError } from '../exit-error.ts'

const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|fetch failed|behind a proxy/

/** In the words of npm and of our own download. */
const HOST = /(?:can't reach|ENOTFOUND|EAI_AGAIN|ECONNREFUSED) ([\w.:[\]-]*\w)/

/** What went wrong on the way to an update, in one sentence: nothing was changed. */
export const updateError = (said: string): ExitError => {
  if (UNREACHABLE.test(said)) {
    const [, host] = HOST.exec(said) ?? []
    return new ExitError(
      1,
      `Can't reach the server for updates${host === undefined ? '' : ` (${host})`}. Check your connection and try again.`,
    )
  }
  if (/EINTEGRITY|integrity|damaged|ends in the middle/i.test(said))
    return new ExitError(1, 'The download is damaged, so nothing was changed. Try again later.')
  if (/E404|404 Not Found|not in this registry/.test(said))
    return new ExitError(
      1,
      'The npm registry has no package "capstan". Check the registry in your npm settings.',
    )
  if (/EACCES|EPERM|EROFS/.test(said))
    return new ExitError(
      1,
      "Capstan is installed where you can't write. Run the update as the user who installed it.",
    )
  return new ExitError(
    1,
    `The update failed and nothing was changed: ${said.trim().split('\n')[0]?.slice(0, 300)}`,
  )
}
