import { mkdirSync } from 'node:fs'
import { PROVIDER_SECRETS } from '../features/models/providers/index.ts'
import { isCredential } from '../features/shell/child-environment.ts'
import { variable } from '../host/environment.ts'
import { overwriteVariables } from '../lib/process/overwrite-variables.ts'
import { hasProxyUser } from '../lib/process/proxy-variable.ts'

/**
 * The environment this program was started with, as a value. What opens the way to a model or through a proxy is in that value alone from
 * then on: no command that runs later finds it in the environment of its parent.
 */
export const readProcessEnvironment = (): NodeJS.ProcessEnv => {
  const env = { ...process.env }
  const temporary = variable(env, 'CLAUDE_CODE_TMPDIR')
  if (temporary !== undefined) {
    mkdirSync(temporary, { recursive: true, mode: 0o700 })
    // Whatever is made for a while goes there, by libraries and commands as well.
    process.env['TMPDIR'] = env['TMPDIR'] = temporary
  }
  const credentials = Object.keys(env).filter(
    name => isCredential(name) || PROVIDER_SECRETS.includes(name) || hasProxyUser(name, env[name] ?? ''),
  )
  for (const name of credentials) delete process.env[name]
  if (credentials.length > 0) overwriteVariables(credentials)
  return env
}
