import { withoutProxyUser } from '../../../lib/process/proxy-variable.ts'
import type { Env } from '../../../protocol/host.ts'

/** What programs need to find their files, their language and the network; nothing that opens a door. */
const INHERITED =
  /^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XDG_\w+|(?:HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|NVM_DIR|VOLTA_HOME|FNM_\w+|PYENV_ROOT|VIRTUAL_ENV|DOCKER_HOST|SYSTEMROOT|CLAUDE_CODE_SESSION_ID|CLAUDE_(?:PID|EFFORT)|CAPSTAN_(?:SESSION_ID|PID|EFFORT))$/i

/** The variables of a server's process: a few of the person's, then its own. */
export const serverEnvironment = (
  env: Env,
  own: Readonly<Record<string, string>>,
): Record<string, string> => {
  const inherited = Object.entries(env).filter(
    // A function of a shell in a variable is code.
    (entry): entry is [string, string] =>
      entry[1] !== undefined && INHERITED.test(entry[0]) && !entry[1].startsWith('()'),
  )
  const plain = inherited.map(([name, value]) => [name, withoutProxyUser(name, value)])
  return { ...Object.fromEntries(plain), ...own }
}
